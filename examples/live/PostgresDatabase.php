<?php

declare(strict_types=1);

namespace Live;

use PDO;
use PDOException;
use RuntimeException;

/** A PostgreSQL server, behind a gate of ours. Stopped means that the gate is shut: nobody's server is harmed. */
final class PostgresDatabase implements Database
{
    private readonly Gate $gate;
    private readonly string $through;
    /** Past the gate, for us; pooled, because several coroutines use it. */
    private readonly PDO $direct;
    private readonly string $label;
    private readonly string $version;
    private ?string $folder = null;

    public function __construct(string $dsn, private readonly ?string $user, #[\SensitiveParameter] private readonly ?string $password)
    {
        $parameters = self::parse($dsn);
        $this->label = 'cenote-live-' . getmypid();
        $this->direct = $this->open($dsn, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
        $this->version = strtok($this->direct->getAttribute(PDO::ATTR_SERVER_VERSION), ' ');
        $host = $parameters['host'] ?? (getenv('PGHOST') ?: '/var/run/postgresql');
        $port = $parameters['port'] ?? (getenv('PGPORT') ?: '5432');
        if (str_contains($host . $port, ',')) {
            throw new RuntimeException('Give one host and one port');
        }
        if (str_starts_with($host, '/')) {
            $this->folder = sys_get_temp_dir() . "/$this->label";
            mkdir($this->folder, 0o700);
            $this->gate = new Gate("unix://$this->folder/.s.PGSQL.$port", "unix://$host/.s.PGSQL.$port");
            $gate = ['host' => $this->folder];
        } else {
            $this->gate = new Gate('tcp://127.0.0.1:0', 'tcp://' . ($parameters['hostaddr'] ?? $host) . ":$port");
            // The name stays what it was, for the server's certificate.
            $gate = ['host' => $host, 'hostaddr' => '127.0.0.1', 'port' => $this->gate->port()];
        }
        $parameters = [...$parameters, ...$gate, 'application_name' => $this->label];
        $this->through = 'pgsql:' . implode(';', array_map(fn (string $name) => "$name=$parameters[$name]", array_keys($parameters)));
    }

    public function name(): string
    {
        return "PostgreSQL $this->version";
    }

    public function connect(): PostgresConnection
    {
        return new PostgresConnection($this->open($this->through));
    }

    public function isUp(): bool
    {
        return $this->gate->isOpen();
    }

    public function stop(): void
    {
        $this->gate->shut();
    }

    public function start(): void
    {
        $this->gate->open();
    }

    public function kill(Connection $connection): void
    {
        $this->direct->query("SELECT pg_terminate_backend({$connection->process()})")->fetchAll();
    }

    public function countConnections(): ?int
    {
        try {
            $count = $this->direct->query("SELECT count(*) FROM pg_stat_activity WHERE application_name = '$this->label'");
            return $count->fetchColumn();
        } catch (PDOException) {
            return null;
        }
    }

    public function explain(): array
    {
        return [
            'counted' => 'sessions, says pg_stat_activity',
            'stop' => 'Stop shuts a gate in front of the server: connections are cut, and new ones are refused.',
            'kill' => 'Kill has the server end the session (pg_terminate_backend).',
        ];
    }

    public function close(): void
    {
        $this->gate->shut();
        $this->folder === null || rmdir($this->folder);
    }

    private function open(string $dsn, array $options = []): PDO
    {
        return new PDO($dsn, $this->user, $this->password, $options + [PDO::ATTR_TIMEOUT => 5]);
    }

    /** @return array<string, string> */
    private static function parse(string $dsn): array
    {
        $parameters = [];
        foreach (preg_split('/[; ]+/', substr($dsn, strlen('pgsql:')), -1, PREG_SPLIT_NO_EMPTY) as $part) {
            [$name, $value] = explode('=', $part, 2) + [1 => ''];
            $parameters[$name] = $value;
        }
        return $parameters;
    }
}
