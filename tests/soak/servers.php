<?php
// Servers of the run's own that it can kill and start again, beside those of scripts/servers/run.sh.

declare(strict_types=1);

require dirname(__DIR__, 2) . '/scripts/servers/helpers/free_port.inc';

use function Async\delay;

final class Server
{
    /** @var resource|null */
    private $process = null;

    /** @param list<string> $command */
    private function __construct(private array $command, private Closure $answers)
    {
        register_shutdown_function($this->kill(...));
    }

    public static function redis(string $folder): self
    {
        RedisLink::$socket = "$folder/socket";
        $command = ['redis-server', '--port', '0', '--unixsocket', RedisLink::$socket, '--dir', $folder, '--save', '', '--hz', '500'];
        return new self($command, fn (): bool => (new RedisLink())->ask(1, 1, 0)[0] === '1');
    }

    public static function http(): self
    {
        Http::$port = free_port();
        $command = [PHP_BINARY, '-n', dirname(__DIR__, 2) . '/scripts/servers/helpers/slow_http.php', (string) Http::$port];
        return new self($command, fn (): bool => (new StreamLink())->ask(1, 1, 0)[0] === '1');
    }

    public function start(): void
    {
        $nowhere = ['file', '/dev/null', 'w'];
        $this->process = proc_open($this->command, [1 => $nowhere, 2 => $nowhere], $pipes);
        for ($tries = 0; $tries < 500; $tries++) {
            try {
                if (($this->answers)()) {
                    return;
                }
            } catch (Exception) {
            }
            delay(20);
        }
        throw new LogicException("{$this->command[0]} did not start");
    }

    public function kill(): void
    {
        if ($this->process !== null) {
            proc_terminate($this->process, SIGKILL);
            proc_close($this->process);
            $this->process = null;
        }
    }

    public function restart(int $ms_between): void
    {
        $this->kill();
        delay($ms_between);
        $this->start();
    }
}
