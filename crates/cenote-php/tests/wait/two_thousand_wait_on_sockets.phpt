--TEST--
SPEC 30.13: two thousand coroutines wait on a socket each; each is woken by its own, and others run at their pace meanwhile
--SKIPIF--
<?php
(int) shell_exec('ulimit -Hn') >= 5000 or shell_exec('ulimit -Hn') === "unlimited\n" or exit('skip needs 5000 descriptors');
shell_exec('command -v prlimit') or exit('skip needs prlimit');
extension_loaded('posix') or exit('skip needs the extension posix');
?>
--INI--
memory_limit=256M
--FILE--
<?php
use function Async\{await, delay, spawn};

exec('prlimit --pid ' . posix_getpid() . ' --nofile=5000:');
const MANY = 2000;
$pairs = $readers = [];
for ($i = 0; $i < MANY; $i++) {
    $pairs[$i] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $readers[$i] = spawn(function () use ($pairs, $i): string {
        for ($all = ''; substr_count($all, ';') < 2; ) {
            $all .= fread($pairs[$i][0], 100);
        }
        return $all;
    });
}
$ticker = spawn(function () use (&$ticks): void {
    for ($ticks = 0; ; $ticks++) {
        delay(1);
    }
});
while (($ticks ?? 0) === 0) {
    delay(1); // until all have started
}
/** In milliseconds: a wall clock would measure what else the machine does. */
function cpu_time(): float
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e3 + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e3;
}
$ticks = 0;
$begin = cpu_time();
while ($ticks <= 10) {
    delay(1);
}
$taken = cpu_time() - $begin;
echo $taken < 100 ? "the ticker ticks\n" : "$ticks ticks take $taken ms\n";
foreach (['one', 'two'] as $word) {
    $order = range(0, MANY - 1);
    mt_srand(7);
    shuffle($order);
    foreach ($order as $i) {
        fwrite($pairs[$i][1], "$word $i;");
    }
    delay(50);
}
$wrong = 0;
foreach ($readers as $i => $reader) {
    $wrong += await($reader) === "one $i;two $i;" ? 0 : 1;
}
echo "$wrong wrong\n";
$ticker->cancel();
echo "done\n";
?>
--EXPECT--
the ticker ticks
0 wrong
done
