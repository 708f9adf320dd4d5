--TEST--
SPEC 9.9: use() acquires, calls and releases, whatever the callable does
--FILE--
<?php
use Async\{AsyncCancellation, Pool, PoolException, TimeoutException};
use function Async\{await, delay, spawn, suspend};

$pool = new Pool(fn () => new ArrayObject(), max: 1);
$show = fn (string $name) => print("$name: active {$pool->activeCount()}, idle {$pool->idleCount()}\n");
var_dump($pool->use(function (ArrayObject $resource) use ($pool) { return [$pool->activeCount(), get_class($resource)]; }));
$show('value');
try { $pool->use(fn () => throw new Exception('own')); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$show('error');
$c = spawn(fn () => $pool->use(fn () => delay(60000)));
suspend();
$show('in use');
try { $pool->use(fn () => print("never\n"), 1); } catch (TimeoutException $e) { echo get_class($e), "\n"; }
$c->cancel();
try { await($c); } catch (AsyncCancellation) {}
$show('cancelled');
try { $pool->use(fn ($resource) => $pool->release($resource)); } catch (PoolException $e) { echo $e->getMessage(), "\n"; }
$show('released by the callable');
$pool->use(fn () => $pool->close());
$show('closed meanwhile');
try { $pool->use(fn () => 1); } catch (PoolException $e) { echo $e->getMessage(), "\n"; }
foreach ([fn () => $pool->use('nothing'), fn () => $pool->use(fn () => 1, -1)] as $wrong) {
    try { $wrong(); } catch (TypeError | ValueError $e) { echo $e->getMessage(), "\n"; }
}
$pool = new Pool(fn () => new ArrayObject(), max: 1, beforeRelease: fn () => print("released\n"));
register_shutdown_function(fn () => print("shutdown, active {$pool->activeCount()}\n"));
spawn(fn () => $pool->use(function () { try { delay(60000); } finally { echo "unwound\n"; } }));
suspend();
exit;
?>
--EXPECT--
array(2) {
  [0]=>
  int(1)
  [1]=>
  string(11) "ArrayObject"
}
value: active 0, idle 1
own
error: active 0, idle 1
in use: active 1, idle 0
Async\TimeoutException
cancelled: active 0, idle 1
resource is not active in this pool
released by the callable: active 0, idle 1
closed meanwhile: active 0, idle 0
Pool is closed
Async\Pool::use(): Argument #1 ($work) must be a valid callback, function "nothing" not found or invalid function name
Async\Pool::use(): Argument #2 ($timeout) must be >= 0
unwound
released
shutdown, active 0
