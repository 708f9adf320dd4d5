--TEST--
SPEC 2.3: a user class cannot implement Completable
--FILE--
<?php
use Async\Completable;

require __DIR__ . '/helpers.inc';

final class Mine implements Completable {}

echo "not reached\n";
--EXPECTF--
%AFatal error: Class Mine cannot implement interface Async\Completable: only classes of the extension do. Hand out an Async\Future instead in %s on line %d
