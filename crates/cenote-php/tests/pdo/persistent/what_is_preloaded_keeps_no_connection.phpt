--TEST--
SPEC 50.15: a pool of a script that opcache preloads ends with that script, as the process that preloads may serve no request
--SKIPIF--
<?php if (PHP_VERSION_ID < 80500 && !is_file(ini_get('extension_dir') . '/opcache.so')) die('skip opcache is not there'); ?>
--FILE--
<?php
require __DIR__ . '/served.inc';
$file = database(TABLE);
$made = "\$pdo = new PDO('sqlite:$file', null, null, " . var_export([PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true], true) . ');';
$preloaded = temporary('.php');
$seen = temporary('.seen');
file_put_contents($preloaded, "<?php $made \$pdo->query('SELECT 1')->fetchAll(); file_put_contents('$seen', json_encode([isset(\$pdo->getPool()->stats()['process']), \$pdo->getPool()->idleCount()]));");
$served = new Served((PHP_VERSION_ID < 80500 ? ['zend_extension' => 'opcache'] : []) + ['opcache.enable_cli' => '1', 'opcache.preload' => $preloaded,
    'opcache.preload_user' => posix_getpwuid(posix_geteuid())['name']]);
$page = "$made \$pdo->query('SELECT 1')->fetchAll(); echo json_encode(array_filter(\$pdo->getPool()->stats()['process']));";
say('of a request', $served->page($page), $served->page($page));
say('of what was preloaded', file_get_contents($seen));
unlink($seen);
unlink($preloaded);
$served->stop();
echo "done\n";
--EXPECT--
of a request: {"opened":1} | {"opened":1,"adopted":1}
of what was preloaded: [false,1]
done
