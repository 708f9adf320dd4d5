--TEST--
SPEC 21.11: MariaDB: a stored program with its body leaves nothing on the connection, which goes back at once; what follows a body is judged
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';

$pdo = pool(1);
foreach ([
    'CREATE PROCEDURE p() BEGIN SELECT 1; END',
    'CREATE OR REPLACE PROCEDURE p(begin INT) l: BEGIN SET @a = 1; IF begin THEN LEAVE l; END IF; CALL p(1); END l',
    'CREATE FUNCTION f() RETURNS INT DETERMINISTIC BEGIN SET @a = 1; RETURN 1; END; DO 1',
    "CREATE TRIGGER r BEFORE INSERT ON t FOR EACH ROW BEGIN /* END; */ SET NEW.v = 'END;'; SET @a = f(); END",
    'CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO BEGIN SET @a = 1; END',
    'ALTER EVENT e DO BEGIN SET @a = f(); END',
    'BEGIN NOT ATOMIC DECLARE i INT DEFAULT 3; WHILE i < 3 DO DO 1; END WHILE; END',
] as $text) {
    $pdo->exec($text);
    echo strtok($text, '('), ': ', $pdo->getPool()->activeCount(), " active\n";
}
try {
    $pdo->exec('CREATE PROCEDURE unfinished() BEGIN SELECT 1;');
} catch (PDOException) {
    echo 'after a syntax error: ', $pdo->getPool()->activeCount(), " active\n";
}
// In each of these the server sets the variable.
foreach ([
    'CREATE PROCEDURE q() BEGIN SELECT 1; END; SET @mine = 1',
    'CREATE PROCEDURE begin() SELECT 1; SET @mine = 1; SELECT 1 AS end',
    'BEGIN NOT ATOMIC SET @mine = 1; END',
] as $text) {
    apart(fn () => $pdo->exec($text));
    settle($pdo);
    echo strtok($text, '('), ': the next one sees ', var_export(apart(fn () => value($pdo, 'SELECT @mine')), true), "\n";
}
echo "done\n";
?>
--EXPECT--
CREATE PROCEDURE p: 0 active
CREATE OR REPLACE PROCEDURE p: 0 active
CREATE FUNCTION f: 0 active
CREATE TRIGGER r BEFORE INSERT ON t FOR EACH ROW BEGIN /* END; */ SET NEW.v = 'END;'; SET @a = f: 0 active
CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO BEGIN SET @a = 1; END: 0 active
ALTER EVENT e DO BEGIN SET @a = f: 0 active
BEGIN NOT ATOMIC DECLARE i INT DEFAULT 3; WHILE i < 3 DO DO 1; END WHILE; END: 0 active
after a syntax error: 0 active
CREATE PROCEDURE q: the next one sees NULL
CREATE PROCEDURE begin: the next one sees NULL
BEGIN NOT ATOMIC SET @mine = 1; END: the next one sees NULL
done
