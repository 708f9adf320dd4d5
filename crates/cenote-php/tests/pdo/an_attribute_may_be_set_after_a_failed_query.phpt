--TEST--
SPEC 24.1, 23.2: setAttribute on a bound connection does not report the error of an earlier query
--EXTENSIONS--
cenote
pdo_sqlite
--FILE--
<?php
$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-attribute.db';
$pdo = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
$pdo->beginTransaction();
var_dump($pdo->exec('bad'), $pdo->errorCode());
var_dump($pdo->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true), $pdo->errorCode());
var_dump($pdo->query('SELECT 1')->fetchColumn());
$pdo->rollBack();
unset($pdo);
unlink($file);
?>
done
--EXPECT--
bool(false)
string(5) "HY000"
bool(true)
string(5) "00000"
string(1) "1"
done
