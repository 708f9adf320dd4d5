--TEST--
SPEC 2.1, 2.2: the exception classes and their parents
--FILE--
<?php
foreach (['AsyncException', 'PoolException', 'TimeoutException', 'ServiceUnavailableException',
          'AsyncCancellation', 'DeadlockError', 'OperationCanceledException'] as $name) {
    echo $name, ' -> ', get_parent_class("Async\\$name"), "\n";
}
$previous = new Exception('p');
foreach (['AsyncException', 'AsyncCancellation', 'OperationCanceledException'] as $name) {
    $class = "Async\\$name";
    $e = new $class('message', 7, $previous);
    echo $e->getMessage(), ' ', $e->getCode(), ' ', $e->getPrevious()->getMessage(), "\n";
}
try {
    try {
        throw new Async\AsyncCancellation('c');
    } catch (Exception) {
        echo "caught as an Exception\n";
    }
} catch (Error) {
    echo "an Error\n";
}
echo "done\n";
?>
--EXPECT--
AsyncException -> Exception
PoolException -> Async\AsyncException
TimeoutException -> Async\PoolException
ServiceUnavailableException -> Async\AsyncException
AsyncCancellation -> Error
DeadlockError -> Error
OperationCanceledException -> Async\AsyncCancellation
message 7 p
message 7 p
message 7 p
an Error
done
