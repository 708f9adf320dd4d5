--TEST--
SPEC 30.12: in an object's destructor acquire takes a free place; without one it throws at once instead of waiting
--SKIPIF--
<?php
if (PHP_VERSION_ID >= 80400) {
    echo 'skip from PHP 8.4 on destructors may switch';
}
?>
--FILE--
<?php
use Async\Pool;
use function Async\spawn;

require __DIR__ . '/helpers.inc';

final class Dying
{
    public function __construct(private Pool $pool) {}

    public function __destruct()
    {
        line('free:', $this->pool->acquire());
        try {
            $this->pool->acquire(60_000);
            line('not reached');
        } catch (Throwable $e) {
            line('refused:', $e->getMessage() !== '');
        }
    }
}

$pool = (new Probe())->pool(max: 1);
$dying = new Dying($pool);
spawn(fn () => line('others run'));
unset($dying);
line('destroyed');
settle();
counts($pool);
stats($pool, 'waiting');

finish();
--EXPECT--
make r1
free: r1
refused: true
destroyed
others run
total=1 idle=0 active=1
waiting=0
done
