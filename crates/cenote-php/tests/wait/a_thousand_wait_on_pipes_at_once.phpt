--TEST--
SPEC 30.13, 30.20: a thousand calls at once wait on pipes, beside a ticker, and each gets or writes its own: reading from popen() and proc_open(), writing more than fits to proc_open() and popen()
--SKIPIF--
<?php require __DIR__ . '/thousand_skip.inc'; ?>
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/thousand.inc';

$base = sys_get_temp_dir() . '/cenote-' . getmypid() . '-pipe';

// One process has a thousand pipes.
$child = <<<'CODE'
    for ($i = 0; $i < 1000; $i++) $pipes[$i] = fopen('php://fd/' . ($i + 3), $argv[1]);
    while (($line = fgets(STDIN)) !== false) {
        $i = (int) $line;
        if ($argv[1] === 'w') { fwrite($pipes[$i], "from $i\n"); continue; }
        for ($text = ''; strlen($text) < 100_000; $text .= fread($pipes[$i], 100_000 - strlen($text)));
        if ($text !== str_repeat(chr(97 + $i % 26), 100_000)) fwrite(STDERR, "spoiled $i\n");
    }
    CODE;
foreach (['w' => 'r', 'r' => 'w'] as $ours => $theirs) {
    $pipes = array_fill(3, MANY, ['pipe', $ours]);
    $process = proc_open([PHP_BINARY, '-n', '-r', $child, $ours === 'w' ? 'w' : 'r'], [['pipe', 'r']] + [2 => STDERR] + $pipes, $ends);
    $release = fn($i) => fwrite($ends[0], "$i\n");
    if ($ours === 'w') {
        a_thousand('reading from proc_open', fn($i) => fgets($ends[$i + 3]), $release, fn($i) => "from $i\n");
    } else {
        a_thousand('writing to proc_open', fn($i) => fwrite($ends[$i + 3], str_repeat(chr(97 + $i % 26), 100_000)), $release, fn($i) => 100_000);
    }
    array_map(fclose(...), $ends);
    proc_close($process);
}

posix_mkfifo("$base-go", 0600);
$pipes = [];
for ($i = 0; $i < MANY; $i++) {
    $pipes[$i] = popen("read line < $base-go; echo from $i", 'r');
}
$go = null;
a_thousand('reading from popen', fn($i) => fgets($pipes[$i]), function ($i) use ($base, &$go): void {
    // A shell that reads one line takes one byte after the other.
    $go ??= fopen("$base-go", 'r+');
    fwrite($go, "go\n");
}, fn($i) => "from $i\n");
array_map(pclose(...), $pipes);

$text = fn(int $i): string => str_repeat(chr(97 + $i % 26), 100_000);
$pipes = [];
for ($i = 0; $i < MANY; $i++) {
    $pipes[$i] = popen("read line < $base-go; exec md5sum >> $base-sums", 'w');
}
a_thousand('writing to popen', fn($i) => fwrite($pipes[$i], $text($i)), fn() => fwrite($go, "go\n"), fn($i) => 100_000);
array_map(pclose(...), $pipes);
$sums = array_map(fn(string $line): string => substr($line, 0, 32), file("$base-sums"));
$expected = array_map(fn(int $i): string => md5($text($i)), range(0, MANY - 1));
sort($sums);
sort($expected);
echo $sums === $expected ? "all arrived\n" : "spoiled\n";
unlink("$base-sums");
unlink("$base-go");
?>
--EXPECT--
reading from proc_open: 0 early, 0 wrong
writing to proc_open: 0 early, 0 wrong
reading from popen: 0 early, 0 wrong
writing to popen: 0 early, 0 wrong
all arrived
