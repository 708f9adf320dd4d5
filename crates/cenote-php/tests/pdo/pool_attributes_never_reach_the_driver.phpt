--TEST--
SPEC 34.29, 16.9: PDO's constructor makes a connection with every option but the pool's own
--INI--
zend.exception_ignore_args=0
--FILE--
<?php
$pdo = new PDO('sqlite:' . sys_get_temp_dir() . '/no such folder/x', null, null, [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_MAX => 2,
    PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 5,
    PDO::ATTR_POOL_RESET => 'auto',
    PDO::ATTR_TIMEOUT => 3,
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
]);
try {
    $pdo->query('SELECT 1');
} catch (PDOException $failed) {
    foreach ($failed->getTrace() as $call) {
        if ($call['function'] === '__construct') {
            var_dump($call['args'][3] === [PDO::ATTR_TIMEOUT => 3, PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        }
    }
}
?>
done
--EXPECT--
bool(true)
done
