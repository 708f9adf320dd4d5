--TEST--
php --ri cenote and phpinfo() tell the version, the features, where waits were replaced, which drivers are known, and what each setting means
--SKIPIF--
<?php extension_loaded('pdo_sqlite') or die('skip the list of drivers needs pdo_sqlite'); ?>
--FILE--
<?php
ob_start();
(new ReflectionExtension('cenote'))->info();
$info = ob_get_clean();

$row = function (string $name) use ($info): string {
    preg_match('/^' . preg_quote($name, '/') . ' => (.*)$/m', $info, $match);
    return $match[1] ?? '(missing)';
};
var_dump($row('cenote') === phpversion('cenote'));
echo $row('features'), "\n";
var_dump(in_array('php', explode(', ', $row('waits replaced in'))));
var_dump(str_contains(explode(';', $row('drivers of the pooled PDO'))[0], 'pdo_sqlite'));
foreach (array_keys(ini_get_all('cenote')) as $setting) {
    echo $setting, ': ', preg_match('/^' . preg_quote($setting, '/') . ' => \w+.*: /m', $info) ? 'explained' : 'not explained', "\n";
}
echo 'done';
?>
--EXPECT--
bool(true)
coroutines, Async\Pool, pooled PDO, pool API for extensions
bool(true)
bool(true)
async.debug_deadlock: explained
cenote.block_threshold_ms: explained
cenote.leak_threshold_ms: explained
cenote.persistent: explained
cenote.unhandled: explained
cenote.wait_hook: explained
done
