--TEST--
SPEC 48.8: no stream is a TypeError, one without a descriptor a ValueError, and so is a negative time
--EXTENSIONS--
cenote
--FILE--
<?php
$closed = tmpfile();
fclose($closed);
$poller = new Async\Poller();
foreach ([1, null, new stdClass(), fopen('php://memory', 'r'), $closed, stream_context_create()] as $none) {
    try {
        $poller->watch($none);
    } catch (Error $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}
$poller->watch($closed, false);
try {
    $poller->wait(-1);
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
TypeError: Async\Poller::watch(): Argument #1 ($stream) must be a stream, int given
TypeError: Async\Poller::watch(): Argument #1 ($stream) must be a stream, null given
TypeError: Async\Poller::watch(): Argument #1 ($stream) must be a stream, stdClass given
ValueError: Async\Poller::watch(): Argument #1 ($stream) must be an open stream with a descriptor that can be waited for
ValueError: Async\Poller::watch(): Argument #1 ($stream) must be an open stream with a descriptor that can be waited for
ValueError: Async\Poller::watch(): Argument #1 ($stream) must be an open stream with a descriptor that can be waited for
Async\Poller::wait(): Argument #1 ($microseconds) must be >= 0
