--TEST--
SPEC 42.7: where a Future was created and completed
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$s = new FutureState;
$f = (new Future($s))->ignore();
echo json_encode([$f->getCreatedFileAndLine()[1], basename($f->getCreatedLocation()), $f->getCompletedFileAndLine(), $f->getCompletedLocation()]), "\n";
$s->complete(1);
echo json_encode([basename($s->getCompletedFileAndLine()[0]), $s->getCompletedFileAndLine()[1], basename($s->getCompletedLocation()), basename($s->getCreatedLocation())]), "\n";
$f = Future::completed(1)->ignore();
echo json_encode([basename($f->getCreatedLocation()), basename($f->getCompletedLocation())]), "\n";
?>
--EXPECT--
[6,"places.php:6",[null,0],"unknown"]
["places.php",9,"places.php:9","places.php:6"]
["places.php:11","places.php:11"]
