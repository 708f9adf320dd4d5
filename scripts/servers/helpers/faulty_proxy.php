<?php
// A TCP proxy before a database server that can be told to misbehave. One process, one loop.
//
//     faulty_proxy.php UPSTREAM [HOST]  UPSTREAM: an address that stream_socket_client() takes; HOST: where to listen, else 127.0.0.1
//
// It prints its port, then carries out one command per line of its standard input and answers each with one line. TEXT is
// url-encoded, is looked for in what a client sends in one piece, and holds until the next `pass`.
//
//     pass                  what comes is passed on, and what was held back too
//     stall                 nothing is passed on in either direction; clients can still connect
//     stall_at TEXT         a connection whose client sends TEXT is stalled with it
//     cut                   all connections are closed
//     cut_at TEXT           a connection whose client sends TEXT is closed, and the server never sees it
//     cut_answer_to TEXT    TEXT is passed on, the answer is thrown away when it comes, and the connection is closed
//     refuse                all connections are closed, and every further one at once
//     down, up              the port does not listen (connections stay as they are), and listens again
//     connects              how many connections clients have made so far
//     sent                  how many bytes clients have sent so far
//     seen TEXT             how often clients have sent TEXT so far, whatever became of it
//     done                  how often a cut or stall by TEXT has happened so far
//
// The end of the standard input ends it.

declare(strict_types=1);

require __DIR__ . '/free_port.inc';

final class Link
{
    public string $to_server = '';
    public string $to_client = '';
    public bool $stalled = false;
    public bool $drops_answer = false;

    /** @param resource $client @param resource $server */
    public function __construct(public $client, public $server)
    {
    }
}

final class Proxy
{
    /** @var resource|null */
    private $listener = null;
    private string $address;
    /** @var array<int, Link> */
    private array $links = [];
    private string $mode = 'pass';
    private string $text = '';
    private int $connects = 0;
    private int $done = 0;
    private string $log = '';

    public function __construct(private string $upstream, string $host)
    {
        // A port that nobody takes while the proxy does not listen.
        $this->address = "tcp://$host:" . free_port();
        $this->listen();
    }

    private function listen(): void
    {
        $context = stream_context_create(['socket' => ['backlog' => 500]]);
        $this->listener = stream_socket_server($this->address, $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
        $this->listener !== false or exit("$message\n");
        stream_set_blocking($this->listener, false);
    }

    public function run(): void
    {
        echo explode(':', $this->address)[2], "\n";
        stream_set_blocking(STDIN, false);
        $commands = '';
        while (true) {
            $read = [STDIN];
            $this->listener && $read[] = $this->listener;
            $write = [];
            foreach ($this->links as $link) {
                if ($this->mode === 'stall' || $link->stalled) {
                    continue;
                }
                array_push($read, $link->client, $link->server);
                $link->to_server !== '' && $write[] = $link->server;
                $link->to_client !== '' && $write[] = $link->client;
            }
            $none = null;
            if (!stream_select($read, $write, $none, null)) {
                continue;
            }
            foreach ($this->links as $id => $link) {
                $this->serve($id, $link, $read, $write);
            }
            if (in_array($this->listener, $read, true)) {
                $this->accept();
            }
            if (in_array(STDIN, $read, true)) {
                $commands .= fread(STDIN, 8192);
                while (($end = strpos($commands, "\n")) !== false) {
                    echo $this->carry_out(substr($commands, 0, $end)), "\n";
                    $commands = substr($commands, $end + 1);
                }
                if (feof(STDIN)) {
                    return;
                }
            }
        }
    }

    private function carry_out(string $line): string
    {
        [$command, $text] = explode(' ', $line, 2) + [1 => ''];
        $text = rawurldecode($text);
        if (in_array($command, ['connects', 'sent', 'seen', 'done'], true)) {
            return (string) match ($command) {
                'connects' => $this->connects,
                'sent' => strlen($this->log),
                'seen' => substr_count($this->log, $text),
                'done' => $this->done,
            };
        }
        switch ($command) {
            case 'down':
                fclose($this->listener);
                $this->listener = null;
                return 'ok';
            case 'up':
                $this->listen();
                return 'ok';
            case 'cut':
            case 'refuse':
                foreach ($this->links as $id => $_) {
                    $this->cut($id);
                }
                $command === 'cut' || $this->mode = 'refuse';
                return 'ok';
        }
        $this->mode = $command;
        $this->text = $text;
        if ($command === 'pass') {
            foreach ($this->links as $link) {
                $link->stalled = false;
            }
        }
        return 'ok';
    }

    private function accept(): void
    {
        while (($client = @stream_socket_accept($this->listener, 0)) !== false) {
            $this->connects++;
            $server = $this->mode === 'refuse' ? false : @stream_socket_client($this->upstream);
            if ($server === false) {
                fclose($client);
                continue;
            }
            foreach ([$client, $server] as $stream) {
                stream_set_blocking($stream, false);
                stream_set_read_buffer($stream, 0);
                stream_set_write_buffer($stream, 0);
            }
            $this->links[] = new Link($client, $server);
        }
    }

    private function cut(int $id): void
    {
        fclose($this->links[$id]->client);
        fclose($this->links[$id]->server);
        unset($this->links[$id]);
    }

    private function serve(int $id, Link $link, array $read, array $write): void
    {
        if (in_array($link->client, $read, true) && !$this->hear_client($id, $link)
            || in_array($link->server, $read, true) && !$this->hear_server($id, $link)) {
            return;
        }
        if ($link->stalled) {
            return;
        }
        foreach ([[$link->server, &$link->to_server], [$link->client, &$link->to_client]] as [$stream, &$waiting]) {
            if ($waiting !== '') {
                $written = @fwrite($stream, $waiting);
                $waiting = substr($waiting, (int) $written);
            }
        }
    }

    /** False: the connection is gone. */
    private function hear_client(int $id, Link $link): bool
    {
        $data = @fread($link->client, 65536);
        if ($data === false || $data === '') {
            if ($data === false || feof($link->client)) {
                $this->cut($id);
                return false;
            }
            return true;
        }
        $this->log .= $data;
        $hit = $this->text !== '' && str_contains($data, $this->text);
        $this->done += (int) $hit;
        if ($hit && $this->mode === 'cut_at') {
            $this->cut($id);
            return false;
        }
        $link->to_server .= $data;
        $link->stalled = $hit && $this->mode === 'stall_at';
        $link->drops_answer = $link->drops_answer || $hit && $this->mode === 'cut_answer_to';
        return true;
    }

    /** False: the connection is gone. */
    private function hear_server(int $id, Link $link): bool
    {
        $data = @fread($link->server, 65536);
        if ($data === false || $data === '') {
            if ($data === false || feof($link->server)) {
                $link->to_client !== '' && @fwrite($link->client, $link->to_client);
                $this->cut($id);
                return false;
            }
            return true;
        }
        if ($link->drops_answer) {
            $this->cut($id);
            return false;
        }
        $link->to_client .= $data;
        return true;
    }
}

(new Proxy($argv[1], $argv[2] ?? '127.0.0.1'))->run();
