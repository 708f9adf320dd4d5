--TEST--
SPEC 40.1: the constructor of a group or a set that is there is refused, and changes nothing
--FILE--
<?php
foreach ([new Async\TaskGroup(), new Async\TaskSet()] as $group) {
    $group->spawn(fn () => 'ran');
    try {
        $group->__construct();
    } catch (Error $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
    $group->close();
    foreach ($group as [$result, $error]) {
        var_dump($result);
    }
}
?>
--EXPECT--
Error: Async\TaskGroup::__construct() can be called only once: make a new group instead
string(3) "ran"
Error: Async\TaskGroup::__construct() can be called only once: make a new group instead
string(3) "ran"
