--TEST--
SPEC 38.14: an error that a handler has put behind its own exception as the previous one is one link of it, and is freed with it
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend};

function wrapped(): Throwable
{
    $scope = new Scope();
    $scope->setExceptionHandler(function (Scope $scope, Async\Coroutine $of, Throwable $error): void {
        throw new LogicException('wrapped', 0, new RuntimeException('between', 0, $error));
    });
    $scope->spawn(function (): void {
        suspend();
        throw new RuntimeException(str_repeat('x', 500));
    });
    try {
        $scope->awaitCompletion(Async\timeout(1000));
    } catch (Throwable $error) {
        return $error;
    }
}

for ($error = wrapped(); $error !== null; $error = $error->getPrevious()) {
    echo get_class($error), ': ', substr($error->getMessage(), 0, 10), "\n";
}
for ($i = 0; $i < 300; $i++) {
    if ($i === 100) {
        $before = memory_get_usage();
    }
    wrapped();
}
$grown = memory_get_usage() - $before;
echo $grown < 10_000 ? "no growth\n" : "grown by $grown\n";
?>
--EXPECT--
LogicException: wrapped
RuntimeException: between
RuntimeException: xxxxxxxxxx
no growth
