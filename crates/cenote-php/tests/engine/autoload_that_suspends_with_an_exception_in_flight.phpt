--TEST--
SPEC 30.11: an autoloader may suspend, also with an exception being handled; others are undisturbed
--FILE--
<?php
use function Async\{spawn, await, suspend};

spl_autoload_register(function (string $class) {
    suspend();
    if ($class === 'Loaded') {
        eval('class Loaded extends RuntimeException {}');
    }
});
$a = spawn(function () {
    try {
        throw new Loaded('fresh');
    } catch (Loaded $e) {
        return get_class($e) . ' ' . $e->getMessage();
    }
});
$b = spawn(function () {
    try {
        return constant('Missing::X');
    } catch (Error $e) {
        return $e->getMessage();
    }
});
$c = spawn(function () {
    try {
        throw new LogicException('c');
    } finally {
        class_exists('AlsoMissing');
    }
});
var_dump(await($a), await($b));
try {
    await($c);
} catch (LogicException $e) {
    var_dump($e->getMessage(), $e->getPrevious());
}
echo "done\n";
?>
--EXPECT--
string(12) "Loaded fresh"
string(25) "Class "Missing" not found"
string(1) "c"
NULL
done
