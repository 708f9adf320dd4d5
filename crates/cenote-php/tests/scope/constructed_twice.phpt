--TEST--
SPEC 38.1: the constructor of a scope that is there is refused, and changes nothing
--FILE--
<?php
$scope = new Async\Scope();
$coroutine = $scope->spawn(function () { Async\suspend(); return 'ran'; });
try {
    $scope->__construct();
} catch (Error $error) {
    echo get_class($error), ': ', $error->getMessage(), "\n";
}
echo Async\await($coroutine), "\n";
?>
--EXPECT--
Error: Async\Scope::__construct() can be called only once: make a new scope instead
ran
