--TEST--
SPEC 30.11: an `@` around the spawn is not inherited, also where neither php.ini nor the script sets error_reporting
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-silence.php';
file_put_contents($file, <<<'PHP'
<?php
echo var_export(ini_get('error_reporting'), true), ', ';
$loud = Async\spawn(fn() => error_reporting());
$silenced = @Async\spawn(fn() => error_reporting());
echo Async\await($loud) === E_ALL ? 'all' : 'not all', ', ', Async\await($silenced) === E_ALL ? 'all' : 'not all', "\n";
PHP);
$settings = preg_replace('/-d\s+\S*error_reporting=\S*/', '', php_settings());
echo shell_exec(PHP_BINARY . " -n $settings " . escapeshellarg($file));
unlink($file);
echo "done\n";
?>
--EXPECT--
'', all, all
done
