--TEST--
SPEC 30.2: pdo_pgsql: a coroutine that is cancelled while it waits for the server gets its cancellation at once
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
is_cancelled_cleanly('pdo_pgsql');
echo "done\n";
?>
--EXPECT--
finally
Async\AsyncCancellation, previous: PDOException
at once
another connection went on
a new connection works
done
