<?php
// A host in a process of its own, and clients of it.

declare(strict_types=1);

/** A port of this machine that nobody uses, and that the kernel gives to no client until the server listens. */
function free_port(): int
{
    do {
        $port = random_int(12_000, 32_000);
    } while (!@stream_socket_server("tcp://127.0.0.1:$port"));
    return $port;
}

final class Server
{
    public readonly int $port;

    public readonly string $folder;

    /** @var resource */
    private mixed $process;

    /**
     * @param array<string, string>   $environment
     * @param ?Closure(int): string   $code makes the program, which is written there
     */
    public function __construct(string $program, array $environment = [], ?Closure $code = null)
    {
        $this->port = free_port();
        $code === null || file_put_contents($program, $code($this->port));
        $this->folder = sys_get_temp_dir() . '/cenote-hosts-' . getmypid() . '-' . $this->port;
        mkdir($this->folder);
        $environment += ['PORT' => (string) $this->port, 'FOLDER' => $this->folder] + getenv();
        // As this process runs, with the same extensions.
        $options = array_map(fn (string $name): string => "-dextension=$name", array_filter(['ctype', 'mbstring', 'tokenizer'], fn (string $name): bool => is_file(ini_get('extension_dir') . "/$name.so")));
        $command = [__DIR__ . '/../../scripts/php.sh', ...array_values($options), $code === null ? __DIR__ . "/programs/$program" : $program];
        $output = ['file', "$this->folder/output", 'a'];
        $this->process = proc_open($command, [['file', '/dev/null', 'r'], $output, $output], $pipes, null, $environment);
        for ($i = 0; $i < 1200 && !@fsockopen('127.0.0.1', $this->port); $i++) {
            usleep(50_000);
        }
    }

    public function output(): string
    {
        return (string) @file_get_contents("$this->folder/output") . @file_get_contents("$this->folder/log");
    }

    /** The process that was started, or Workerman's master. */
    public function pid(): int
    {
        return (int) (@file_get_contents("$this->folder/pid") ?: proc_get_status($this->process)['pid']);
    }

    /** @return bool whether it ended */
    public function stop(int $signal, float $seconds = 15): bool
    {
        posix_kill($this->pid(), $signal);
        for ($until = microtime(true) + $seconds; microtime(true) < $until && proc_get_status($this->process)['running'];) {
            usleep(50_000);
        }
        $ended = !proc_get_status($this->process)['running'];
        $ended || posix_kill($this->pid(), SIGKILL);
        return $ended;
    }

    public function __destruct()
    {
        if (is_resource($this->process) && proc_get_status($this->process)['running']) {
            $this->stop(SIGKILL, 2);
        }
        array_map(unlink(...), glob("$this->folder/*"));
        rmdir($this->folder);
    }

    /** The body of the answer; null: none came. */
    public function ask(string $path): ?string
    {
        $connection = @stream_socket_client("tcp://127.0.0.1:$this->port", timeout: 10);
        if ($connection === false) {
            return null;
        }
        stream_set_timeout($connection, 20);
        fwrite($connection, "GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n");
        [$status, $length] = [fgets($connection), 0];
        while (($line = fgets($connection)) !== false && $line !== "\r\n") {
            if (stripos($line, 'content-length:') === 0) {
                $length = (int) substr($line, 15);
            }
        }
        $body = $length === 0 ? '' : stream_get_contents($connection, $length);
        return str_starts_with((string) $status, 'HTTP/1.1 200') ? $body : null;
    }

    /**
     * Many clients at once.
     *
     * @return list<?string> their answers
     */
    public function askTogether(int $clients, string $path): array
    {
        $asking = [];
        for ($i = 0; $i < $clients; $i++) {
            $asking[] = Async\spawn($this->ask(...), $path);
        }
        return Async\await_all_or_fail($asking);
    }
}
