--TEST--
SPEC 22.11: that a PostgreSQL server has too many connections is known by its SQLSTATE, whatever its language
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

/** Passes the first connection on to the server, and refuses the others with these fields of an error. */
final class Refusing
{
    public int $refused = 0;
    private $listener;
    private bool $is_taken = false;
    public readonly string $port;

    public function __construct(private string $server, private string $fields)
    {
        $this->listener = stream_socket_server('tcp://127.0.0.1:0');
        $this->port = substr(strrchr(stream_socket_get_name($this->listener, false), ':'), 1);
        spawn($this->serve(...));
    }

    private function serve(): void
    {
        while ($client = @stream_socket_accept($this->listener, 60)) {
            if ($this->is_taken) {
                spawn(function () use ($client) {
                    fread($client, 8192);
                    fwrite($client, 'E' . pack('N', strlen($this->fields) + 4) . $this->fields);
                    fclose($client);
                    $this->refused++;
                });
                continue;
            }
            $this->is_taken = true;
            $server = stream_socket_client($this->server);
            foreach ([[$client, $server], [$server, $client]] as [$from, $to]) {
                spawn(function () use ($from, $to) {
                    while (($bytes = fread($from, 8192)) !== '' && $bytes !== false) {
                        fwrite($to, $bytes);
                    }
                });
            }
        }
    }
}
preg_match('/host=(\S+) port=(\S+)/', getenv('CENOTE_POSTGRES'), $found);
$run = function (string $text, string $state) use ($found) {
    $front = new Refusing("unix://$found[1]/.s.PGSQL.$found[2]", "SFATAL\0VFATAL\0C$state\0M$text\0Fproc.c\0L359\0RInitProcess\0\0");
    $pdo = new PDO("pgsql:host=127.0.0.1 port=$front->port user=cenote dbname=postgres sslmode=disable gssencmode=disable", options: [
        PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 4, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 10]);
    value($pdo, 'SELECT 1');
    $held = $pdo->query('SELECT 1');
    $others = array_map(spawn(...), array_fill(0, 3, fn () => attempt(fn () => (int) value($pdo, 'SELECT 2'))));
    until(fn () => $front->refused >= 3);
    delay(20);
    $waiting = count(array_filter($others, fn ($one) => !$one->isCompleted()));
    $held = null;
    return [$waiting, array_map(fn ($one) => await($one), $others)];
};
say('German', await(spawn(fn () => $run('tut mir leid, schon zu viele Verbindungen', '53300'))));
say('English', await(spawn(fn () => $run('sorry, too many clients already', '53300'))));
say('Japanese', await(spawn(fn () => $run('現在クライアント数が多すぎます', '53300'))));
// Refused for another reason: each has its error at once, whatever the text says.
say('another state', await(spawn(fn () => $run('role "sorry, too many clients already" does not exist', '28000'))));
echo "done\n";
exit;
?>
--EXPECT--
German: [3,["2","2","2"]]
English: [3,["2","2","2"]]
Japanese: [3,["2","2","2"]]
another state: [0,["PDOException","PDOException","PDOException"]]
done
