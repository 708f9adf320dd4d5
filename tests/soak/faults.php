<?php
// What goes wrong on purpose. Each fault is counted when it has taken effect.

declare(strict_types=1);

use function Async\delay;

final class Faults
{
    public function __construct(private Soak $soak, private Server $redis, private Server $http)
    {
    }

    /** @return array<string, array{int, Closure(): bool}> by name: about how many ms apart, and the fault */
    public function all(): array
    {
        return [
            'pg_terminate_backend' => [150, $this->terminate_backend(...)],
            'KILL CONNECTION' => [150, $this->kill_connection(...)],
            'KILL QUERY' => [150, $this->kill_query(...)],
            'CLIENT KILL' => [150, $this->kill_client(...)],
            'coroutine cancelled' => [40, $this->soak->cancel_somebody(...)],
            'PostgreSQL crashed and recovered' => [14_000, $this->crash_postgres(...)],
            'MariaDB killed and started' => [13_000, fn (): bool => $this->restart_mariadb(SIGKILL)],
            'MariaDB shut down and started' => [13_000, fn (): bool => $this->restart_mariadb(SIGTERM)],
            'Redis killed and started' => [9_000, function (): bool {
                $this->redis->restart($this->soak->below(300));
                return true;
            }],
            'HTTP server killed and started' => [7_000, function (): bool {
                $this->http->restart($this->soak->below(300));
                return true;
            }],
        ];
    }

    private function postgres(): PDO
    {
        return new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';'));
    }

    /** One of the workers' connections; 0 if there is none. */
    private function backend(PDO $postgres): int
    {
        $query = "SELECT pid FROM pg_stat_activity WHERE application_name = 'soak'";
        return (int) $this->soak->pick($postgres->query($query)->fetchAll(PDO::FETCH_COLUMN));
    }

    private function terminate_backend(): bool
    {
        $postgres = $this->postgres();
        $pid = $this->backend($postgres);
        return $pid !== 0 && $postgres->query("SELECT pg_terminate_backend($pid)")->fetchColumn();
    }

    /** A killed backend makes the server end all others and go through its recovery. */
    private function crash_postgres(): bool
    {
        $pid = $this->backend($this->postgres());
        $is_postgres = fn (): bool => str_starts_with((string) @file_get_contents("/proc/$pid/cmdline"), 'postgres:');
        if ($pid === 0 || !$is_postgres() || !posix_kill($pid, SIGKILL)) {
            return false;
        }
        $this->until_it_answers('PostgreSQL', fn () => $this->postgres()->query('SELECT 1'));
        return true;
    }

    /** scripts/servers/run.sh starts it again, if the one file is there, once the other is gone. */
    private function restart_mariadb(int $signal): bool
    {
        $folder = getenv('CENOTE_FOLDER');
        $pid = (int) @file_get_contents("$folder/mariadb/pid");
        if ($pid === 0 || !touch("$folder/mariadb.down") || !touch("$folder/mariadb.again")) {
            return false;
        }
        $sent = posix_kill($pid, $signal);
        for ($tries = 0; posix_kill($pid, 0) && $tries < 500; $tries++) {
            delay(20);
        }
        delay($this->soak->below(300));
        unlink("$folder/mariadb.down");
        if (!$sent) {
            return false; // it was starting or ending just then
        }
        $this->until_it_answers('MariaDB', fn () => new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB')));
        return true;
    }

    private function until_it_answers(string $server, Closure $ask): void
    {
        for ($tries = 0; $tries < 500; $tries++) {
            try {
                delay(20);
                $ask();
                return;
            } catch (PDOException | mysqli_sql_exception) {
            }
        }
        throw new LogicException("$server did not come back");
    }

    private function kill_connection(): bool
    {
        return $this->kill_in_mariadb('CONNECTION', 'true');
    }

    private function kill_query(): bool
    {
        return $this->kill_in_mariadb('QUERY', "command <> 'Sleep'");
    }

    private function kill_in_mariadb(string $what, string $whom): bool
    {
        $mariadb = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
        $others = $mariadb->query("SELECT id FROM information_schema.processlist
            WHERE id <> connection_id() AND user = 'root' AND $whom");
        $id = (int) $this->soak->pick(array_column($others->fetch_all(), 0));
        return $id !== 0 && $mariadb->query("KILL $what $id");
    }

    private function kill_client(): bool
    {
        $redis = new Redis();
        $redis->connect(RedisLink::$socket);
        $own = $redis->rawCommand('CLIENT', 'ID');
        preg_match_all('/^id=(\d+)/m', $redis->rawCommand('CLIENT', 'LIST'), $found);
        $id = $this->soak->pick(array_diff($found[1], [$own]));
        $killed = $id !== null && $redis->rawCommand('CLIENT', 'KILL', 'ID', $id) === 1;
        $redis->close();
        return $killed;
    }
}
