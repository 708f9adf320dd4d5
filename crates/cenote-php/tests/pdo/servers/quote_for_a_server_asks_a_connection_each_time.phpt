--TEST--
SPEC 19.1: quote() for a server goes by its connection, each time: by its character set and mode
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
$pooled = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1];
$mode = [PDO::MYSQL_ATTR_INIT_COMMAND => "SET sql_mode = 'NO_BACKSLASH_ESCAPES'"];
$postgres = 'pgsql:' . getenv('CENOTE_POSTGRES');
$mariadb = 'mysql:unix_socket=' . getenv('CENOTE_MARIADB');
foreach ([[$postgres, null, []], [$mariadb, 'root', []], [$mariadb, 'root', $mode]] as [$dsn, $user, $options]) {
    $plain = new PDO($dsn, $user, null, $options);
    $pdo = new PDO($dsn, $user, null, $options + $pooled);
    foreach (["it's", "it's", 'a\\b'] as $text) {
        echo $pdo->quote($text), $pdo->quote($text) === $plain->quote($text) ? '' : ' differs', "\n";
    }
    echo 'acquires: ', $pdo->getPool()->stats()['acquires'], "\n";
}
?>
--EXPECT--
'it''s'
'it''s'
'a\b'
acquires: 6
'it\'s'
'it\'s'
'a\\b'
acquires: 6
'it''s'
'it''s'
'a\b'
acquires: 6
