--TEST--
SPEC 30.13, 30.20, 30.26: a thousand calls at once wait on FIFOs, beside a ticker, and each gets or writes its own: opening, reading, and writing more than fits
--SKIPIF--
<?php require __DIR__ . '/thousand_skip.inc'; ?>
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/thousand.inc';

use function Async\{await, spawn};

$base = sys_get_temp_dir() . '/cenote-' . getmypid() . '-fifo';
$ends = [];
for ($i = 0; $i < MANY; $i++) {
    posix_mkfifo("$base$i", 0600);
}
a_thousand('opening FIFOs', function ($i) use ($base, &$ends): bool {
    return is_resource($ends[$i][0] = fopen("$base$i", 'r'));
}, function ($i) use ($base, &$ends): void {
    $ends[$i][1] = fopen("$base$i", 'w');
}, fn($i) => true);
a_thousand('reading FIFOs', fn($i) => fgets($ends[$i][0]), fn($i) => fwrite($ends[$i][1], "to $i\n"), fn($i) => "to $i\n");
$drained = [];
a_thousand('writing FIFOs', fn($i) => fwrite($ends[$i][1], str_repeat(chr(97 + $i % 26), 100_000)), function ($i) use (&$ends, &$drained): void {
    $drained[$i] = spawn(function () use (&$ends, $i): bool {
        for ($text = ''; strlen($text) < 100_000; $text .= fread($ends[$i][0], min(8192, 100_000 - strlen($text)))) {
        }
        return $text === str_repeat(chr(97 + $i % 26), 100_000);
    });
}, fn($i) => 100_000);
echo array_sum(array_map(await(...), $drained)) === MANY ? "all arrived\n" : "spoiled\n";
array_map(unlink(...), glob("$base*"));
?>
--EXPECT--
opening FIFOs: 0 early, 0 wrong
reading FIFOs: 0 early, 0 wrong
writing FIFOs: 0 early, 0 wrong
all arrived
