--TEST--
SPEC 30.15: getSpawnLocation() names the code of eval, too
--FILE--
<?php
eval('
$c = Async\spawn(fn () => null);');
echo str_replace(__FILE__, 'FILE', $c->getSpawnLocation()), "\n";
echo 'done';
?>
--EXPECT--
FILE(2) : eval()'d code:2
done
