--TEST--
SPEC 30.25: a file that is read again and again is asked about as a whole, for a second, for that descriptor, and not if it is large or cannot be asked about; it grows and shrinks meanwhile
--SKIPIF--
<?php
trim((string) shell_exec('command -v cc')) !== '' or exit('skip needs a C compiler, for a disk that is slow on purpose');
getenv('CENOTE_EMULATED') === false or exit('skip the compiler is for another processor than PHP');
?>
--ENV--
CENOTE_ALL_IN_MEMORY=1
--FILE--
<?php
require __DIR__ . '/slow_disk.inc';
require __DIR__ . '/ticker.inc';

use function Async\{await, delay, spawn};

await(spawn(fn() => 1));

/** Opens a file whose reads are as they are asked for. */
function open(string $path): mixed
{
    $file = fopen($path, 'r+');
    stream_set_read_buffer($file, 0);
    return $file;
}

/** How many of 2,000 reads asked first. */
function asked(mixed $file, string $path, int $size): int
{
    @unlink("$path.asked");
    for ($i = 0; $i < 2000; $i++) {
        rewind($file);
        if (strlen(fread($file, $size)) !== $size) {
            echo "wrong\n";
        }
    }
    clearstatcache();
    return (int) @filesize("$path.asked");
}

$path = "$folder/counted-file";
file_put_contents($path, str_repeat('x', 100_000));
$file = open($path);
// A machine that stands still for a second has it asked again.
for ($tries = 0, $asked = 2000; $tries < 5 && $asked === 2000; $tries++) {
    $asked = asked($file, $path, 4096);
}
echo 'again and again: ', $asked < 2000 ? 'asked sometimes' : 'asked always', "\n";
$large = "$folder/counted-large";
file_put_contents($large, '');
$other = open($large);
ftruncate($other, (8 << 20) + 1);
echo 'a large one: ', asked($other, $large, 10) === 2000 ? 'asked always' : 'asked sometimes', "\n";

ftruncate($file, 3);
rewind($file);
echo 'shorter: ', json_encode([fread($file, 4096), fread($file, 10)]), "\n";
ftruncate($file, 0);
rewind($file);
fwrite($file, str_repeat('y', 200_000) . 'end');
fseek($file, 200_000);
echo 'longer: ', json_encode([fread($file, 4096), feof($file), ftell($file)]), "\n";

// Another file has its number.
asked($file, $path, 4096);
fclose($file);
$slow = slow('number', 'text');
$file = open($slow);
echo 'its number: ', beside_a_ticker(fn() => fread($file, 4), fn() => go($slow)), "\n";
fclose($file);

// It is not in memory any more: a second later others run while it is brought.
$file = open($path);
asked($file, $path, 4096);
delay(1100);
$slow = "$folder/slow-later";
rename($path, $slow);
rewind($file);
echo 'a second later: ', beside_a_ticker(fn() => fread($file, 4), fn() => go($slow)), "\n";
?>
--EXPECT--
again and again: asked sometimes
a large one: asked always
shorter: ["xxx",""]
longer: ["end",true,200003]
its number: text
a second later: yyyy
