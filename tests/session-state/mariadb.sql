# Definitions of permanent objects.
CREATE TABLE people (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, name varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci NOT NULL, email varchar(100) UNIQUE, age int CHECK (age >= 0), data json, born date, price decimal(10, 2) DEFAULT (round(1.5, 1)), kind enum('a', 'b;c') DEFAULT 'a', made timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, body text, KEY by_age (age, name(10)), FULLTEXT KEY texts (body)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='SET @x := 1'
create table `orders` (`id` bigint unsigned not null auto_increment primary key, `person` int unsigned null, `total` decimal(10, 2) not null default '0', `twice` decimal(10, 2) as (`total` * 2) stored, constraint `orders_person` foreign key (`person`) references `people` (`id`) on delete cascade) default character set utf8mb4 collate 'utf8mb4_unicode_ci'
CREATE TABLE IF NOT EXISTS plain (a int, b text) ENGINE=MyISAM ROW_FORMAT=DYNAMIC
CREATE TABLE `odd ``name``; SET` (`select` int, `from` text)
CREATE TABLE alike LIKE people
CREATE TABLE copied AS SELECT id, name FROM people
CREATE TABLE copied_too (a int, b text) SELECT 1 AS a, lower('B') AS b
CREATE OR REPLACE TABLE copied_too (a int, b text)
CREATE TABLE ignored IGNORE SELECT 1 AS a UNION SELECT 2
CREATE TABLE by_range (id int) PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN MAXVALUE)
CREATE TABLE by_hash (id int) PARTITION BY HASH (id) PARTITIONS 4
CREATE TABLE versioned (a int) WITH SYSTEM VERSIONING
CREATE TABLE session_state.qualified (id int)
CREATE TABLE places (at point NOT NULL, SPATIAL INDEX (at))
CREATE INDEX people_name ON people (name)
CREATE UNIQUE INDEX IF NOT EXISTS people_both ON people (name, email) USING BTREE COMMENT 'x'
CREATE FULLTEXT INDEX people_body ON people (body)
CREATE VIEW adults AS SELECT * FROM people WHERE age >= 18
CREATE OR REPLACE ALGORITHM=MERGE DEFINER=CURRENT_USER SQL SECURITY INVOKER VIEW adults AS SELECT id, lower(name) AS name FROM people WITH CHECK OPTION
CREATE SEQUENCE one_sequence START WITH 10 INCREMENT BY 2
CREATE DATABASE one_more CHARACTER SET utf8mb4
CREATE SCHEMA IF NOT EXISTS another_more DEFAULT COLLATE utf8mb4_bin
CREATE FUNCTION add_one(a int) RETURNS int DETERMINISTIC RETURN a + 1
CREATE FUNCTION noise() RETURNS int RETURN GET_LOCK('noise', 1)
CREATE PROCEDURE proceed() SET @proceeded = 1
CREATE PROCEDURE quiet() READS SQL DATA SELECT 1
CREATE PROCEDURE block() BEGIN SELECT 1; SELECT 2; END
CREATE PROCEDURE begin(begin int) l: BEGIN SET @a = 1; IF begin THEN CALL quiet(); ELSEIF CASE begin WHEN 1 THEN 2 END THEN LEAVE l; END IF; END l
CREATE OR REPLACE PROCEDURE loops() BEGIN FOR j IN 1..3 DO CALL quiet(); END FOR; b: LOOP LEAVE b; END LOOP; CASE WHEN 1 THEN SET @a = 1; ELSE CALL quiet(); END CASE; END; SELECT 1
CREATE PROCEDURE ends() BEGIN SELECT 'END;', 1 AS end; /* END; */ SET @a = 1; END
CREATE FUNCTION many() RETURNS varchar(10) CHARSET utf8mb4 COLLATE utf8mb4_bin DETERMINISTIC BEGIN SET @a = 1; RETURN noise(); END
CREATE TRIGGER people_more AFTER INSERT ON people FOR EACH ROW BEGIN IF NEW.age > 500 THEN CALL proceed(); END IF; END
CREATE EVENT hourly ON SCHEDULE EVERY 1 HOUR ON COMPLETION PRESERVE COMMENT 'do' DO BEGIN SET @a = 1; CALL quiet(); END
ALTER EVENT hourly DO BEGIN SET @a = 2; CALL quiet(); END
BEGIN NOT ATOMIC SELECT 1; END
BEGIN NOT ATOMIC IF 1 THEN SELECT 1; ELSE DO 2; END IF; END; SELECT 2
* CREATE PROCEDURE follows() BEGIN SELECT 1; END; SET @a = 1
* CREATE OR REPLACE PROCEDURE begin() SELECT 1; SET @a = 1; SELECT 1 AS end
CREATE TRIGGER people_change BEFORE INSERT ON people FOR EACH ROW SET NEW.age = COALESCE(NEW.age, 1)
CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY DO DELETE FROM plain
CREATE USER somebody@localhost IDENTIFIED BY 'x'
CREATE USER IF NOT EXISTS 'someone'@'%' PASSWORD EXPIRE NEVER
CREATE ROLE clerk
CREATE SERVER far FOREIGN DATA WRAPPER mysql OPTIONS (HOST 'localhost', USER 'root')
ALTER TABLE people ADD COLUMN more varchar(10) DEFAULT 'x' NOT NULL AFTER name, ADD more_still int FIRST
ALTER TABLE `people` ADD `stamp` datetime(6) NULL, ALGORITHM=COPY, LOCK=SHARED
ALTER TABLE people MODIFY COLUMN more varchar(100), CHANGE more_still lots bigint
ALTER TABLE people RENAME COLUMN lots TO many, DROP COLUMN more, DROP COLUMN IF EXISTS absent
ALTER TABLE people ALTER `age` SET DEFAULT 5
ALTER TABLE people ADD INDEX by_made (made), ADD CONSTRAINT named CHECK (length(name) > 0)
ALTER TABLE orders DROP FOREIGN KEY orders_person
ALTER TABLE orders ADD FOREIGN KEY (person) REFERENCES people (id) ON UPDATE CASCADE
ALTER TABLE plain ENGINE=InnoDB, AUTO_INCREMENT=100, COMMENT 'a'
ALTER TABLE plain CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci
ALTER TABLE by_range TRUNCATE PARTITION p0
ALTER TABLE by_hash COALESCE PARTITION 2
ALTER IGNORE TABLE plain ORDER BY a
ALTER VIEW adults AS SELECT * FROM people
ALTER SEQUENCE one_sequence RESTART 50
ALTER PROCEDURE quiet COMMENT 'x'
ALTER FUNCTION add_one SQL SECURITY INVOKER
ALTER EVENT nightly DISABLE
ALTER USER somebody@localhost IDENTIFIED BY 'y'
ALTER DATABASE one_more CHARACTER SET latin1
ALTER SERVER far OPTIONS (USER 'x')
RENAME TABLE plain TO plain_renamed, plain_renamed TO plain
RENAME USER 'someone'@'%' TO 'nobody'@'%'
GRANT SELECT, INSERT (name) ON session_state.people TO somebody@localhost WITH GRANT OPTION
GRANT clerk TO somebody@localhost
REVOKE ALL PRIVILEGES, GRANT OPTION FROM somebody@localhost
TRUNCATE TABLE copied
TRUNCATE plain

# Rows.
INSERT INTO people (name, age) VALUES ('Ann', 30), ('Bob', 40), ('it\'s; SET @x = 1', 1), ("Cy ""x""", 2)
INSERT INTO people SET name = 'Dan', age = 5, data = '{"a": 1}'
INSERT IGNORE INTO people (id, name) VALUES (1, 'x')
INSERT people (name) VALUES ('Eve')
INSERT LOW_PRIORITY INTO people (name) VALUE ('Flo')
INSERT INTO `people` (`name`, `email`) VALUES ('Gus', 'me@example.com') ON DUPLICATE KEY UPDATE `name` = VALUES(`name`), age = age + 1
INSERT INTO people (name) SELECT concat('n', id) FROM people LIMIT 2
INSERT INTO people (name) VALUES ('Hal') RETURNING id, lower(name)
INSERT INTO orders (person, total) SELECT id, 5 FROM people LIMIT 2
INSERT INTO copied_too VALUES (1, 'a'), (2, DEFAULT)
INSERT INTO copied_too () VALUES ()
REPLACE INTO copied_too (a, b) VALUES (1, REPLACE('abc', 'b', 'x'))
REPLACE copied_too SET a = 5
UPDATE people SET name = UPPER(name), made = NOW() WHERE id = 1
UPDATE LOW_PRIORITY IGNORE people p JOIN orders o ON (o.person = p.id) SET p.age = o.total, o.total = IF(o.total > 1, 2, 3) WHERE p.age IN (1, 2)
UPDATE people SET age = CASE id WHEN 1 THEN 5 WHEN (2) THEN (6) END ORDER BY id LIMIT 5
UPDATE `people` SET `data` = JSON_SET(COALESCE(data, '{}'), '$."x"', JSON_EXTRACT('[1]', '$[0]')) WHERE `id` = 1
DELETE FROM people WHERE name = 'nobody' ORDER BY id LIMIT 1
DELETE o FROM orders o INNER JOIN people p ON p.id = o.person WHERE p.name = 'nobody'
DELETE FROM o USING orders AS o JOIN people AS p WHERE p.id = o.person AND p.id = 0
DELETE QUICK FROM copied_too WHERE a = 77 RETURNING a
LOAD DATA LOCAL INFILE '/dev/null' INTO TABLE copied_too FIELDS TERMINATED BY ',' ENCLOSED BY '"' LINES TERMINATED BY '\n' IGNORE 1 LINES (a, b)
DO 1
DO SLEEP(0), LOWER('x')

# Queries.
SELECT 1
select 1;
SELECT 1;
! ;SELECT 1
SELECT 'SET @x = 1; DO' AS `LOCK TABLES`, "GET_LOCK('a', 1)"
SELECT 'a\'b;', "c\"d;", 'e''f', 'g\\', N'h', _utf8mb4'i', x'4142', 0x41, b'101', 0b1, 1.5e3, .5, 1e-5, \N
SELECT 'a' 'b' "c"
SELECT 1 -- SET @x = 1
SELECT 1 # SET @x = 1
    + 1
/* SET @x = 1 */ SELECT /* @x := 1 */ 2
-- SET @x := 1
    SELECT 3
SELECT 1--1
SELECT /*!40001 SQL_NO_CACHE */ * FROM people
SELECT /*! STRAIGHT_JOIN */ id FROM people /*!99999 nonsense */
SELECT /*M!100100 SQL_NO_CACHE */ id FROM people
SELECT /*+ MAX_EXECUTION_TIME(1000) */ id FROM people
SELECT * FROM people WHERE email = 'a@b.c' AND name LIKE '%@x:=%' AND age BETWEEN 1 AND (2 + 3) AND (id, age) IN ((1, 2), (3, 4)) AND name REGEXP '^a' AND NOT (age <=> NULL) AND name RLIKE ('a') XOR id DIV (2)
SELECT COUNT(*), COUNT(DISTINCT name, age), SUM(age), AVG(age), GROUP_CONCAT(DISTINCT name ORDER BY name SEPARATOR ';'), MIN(born), STD(age), BIT_OR(id), JSON_ARRAYAGG(name) FROM people GROUP BY kind, age WITH ROLLUP HAVING COUNT(*) > 0
SELECT ROW_NUMBER() OVER (PARTITION BY age ORDER BY id), RANK() OVER w, LAG(name, 1) OVER w, SUM(age) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), NTILE(4) OVER w FROM people WINDOW w AS (ORDER BY age)
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5), u AS (SELECT 1 AS one) SELECT SUM(n) FROM t, u
WITH a (x) AS (SELECT 1), b (y, z) AS (SELECT 2, 3) SELECT x, y FROM a CROSS JOIN b
SELECT p.name, o.total FROM people p LEFT JOIN orders o ON (o.person = p.id) STRAIGHT_JOIN people q RIGHT OUTER JOIN (people r JOIN orders s) ON (r.id = p.id)
SELECT id FROM people FORCE INDEX FOR JOIN (PRIMARY) WHERE id > 0
SELECT p.name, o.total FROM people AS p USE INDEX (by_age) LEFT JOIN (orders AS o, copied AS c) ON (o.person = p.id AND c.id = p.id) NATURAL JOIN copied_too
SELECT * FROM (SELECT id, name FROM people) AS sub, (VALUES (1, 2)) v
SELECT DISTINCT SQL_SMALL_RESULT HIGH_PRIORITY id, CASE WHEN age > 1 THEN 'a' WHEN (age < 0) THEN UPPER('b') ELSE 'c' END FROM people ORDER BY age, id DESC LIMIT 10 OFFSET 1
SELECT id FROM people LIMIT 5, 10
SELECT id FROM people WHERE id = 1 FOR UPDATE
SELECT id FROM people LOCK IN SHARE MODE
SELECT id FROM people FOR UPDATE SKIP LOCKED
(SELECT 1) UNION ALL (SELECT 2) UNION DISTINCT SELECT 3 ORDER BY 1
(SELECT 1) INTERSECT (SELECT 1) EXCEPT (SELECT 2)
VALUES (1, 'a'), (2, 'b')
SELECT EXISTS (SELECT 1 FROM people), NOT EXISTS (SELECT 1), 1 = ALL (SELECT 2), 1 IN (SELECT 1), ROW(1, 2) = (1, 2), NULLIF(1, 2), GREATEST(1, 2), IFNULL(1, 2), ISNULL(1), INTERVAL(1, 2)
SELECT CAST('1' AS SIGNED), CAST(1 AS DECIMAL(10, 2)), CONVERT('a' USING utf8mb4), BINARY 'a', DATE '2020-01-01' + INTERVAL 1 DAY, EXTRACT(YEAR FROM NOW()), DATE_FORMAT(NOW(6), '%Y'), DATE_ADD(NOW(), INTERVAL (1 + 1) HOUR), TIMESTAMPDIFF(DAY, NOW(), NOW()), UNIX_TIMESTAMP(), CURRENT_TIMESTAMP(), CURDATE(), STR_TO_DATE('1', '%d'), LAST_DAY(NOW()), UTC_TIMESTAMP()
SELECT SUBSTRING('abc' FROM 1 FOR 2), POSITION('a' IN 'b'), TRIM(BOTH 'x' FROM 'xax'), CONCAT_WS(',', 'a', 'b'), FORMAT(1, 2), REGEXP_REPLACE('a', 'b', 'c'), SUBSTRING_INDEX('a,b', ',', 1), LEFT('a', 1), MD5('x'), SHA2('x', 256), CHAR_LENGTH('x'), REPLACE('a', 'b', 'c'), INSERT('abc', 1, 1, 'x'), LPAD('a', 3, ' '), FIELD('a', 'b'), FIND_IN_SET('a', 'b'), ELT(1, 'a'), HEX('a'), UNHEX('41'), CHAR(65 USING utf8mb4), QUOTE('a'), SOUNDEX('a'), TO_BASE64('a')
SELECT ABS(-1), ROUND(1.5), CEIL(1.2), TRUNCATE(1.5, 0), POW(2, 3), RAND(), RAND(5), MOD(5, 2), 5 MOD 2, 5 DIV 2, CONV('a', 16, 2), CRC32('x'), PI(), ~1, 1 ^ 2, !0, 1 && 1, 1 || 0, 1 << 2
SELECT UUID(), VERSION(), CURRENT_USER(), CURRENT_USER, SESSION_USER(), DATABASE(), SCHEMA(), CONNECTION_ID(), LAST_INSERT_ID(), ROW_COUNT(), FOUND_ROWS(), USER(), CHARSET('a'), COLLATION('a'), IS_USED_LOCK('a'), IS_FREE_LOCK('a'), BENCHMARK(1, 1), SLEEP(0)
SELECT JSON_EXTRACT(data, '$.a'), JSON_UNQUOTE(JSON_EXTRACT(data, '$."b"')), JSON_OBJECT('a', 1), JSON_CONTAINS(data, '1', '$.a'), JSON_VALUE(data, '$.a'), JSON_LENGTH(data), JSON_TYPE(data), JSON_SEARCH(data, 'one', 'x') FROM people
SELECT * FROM JSON_TABLE('[{"a": 1}]', '$[*]' COLUMNS (n FOR ORDINALITY, a int PATH '$.a', NESTED PATH '$.b[*]' COLUMNS (c int PATH '$'))) AS t
SELECT MATCH (body) AGAINST ('cat' IN BOOLEAN MODE), MATCH (body) AGAINST ('x') FROM people WHERE MATCH (body) AGAINST ('+a -b' IN BOOLEAN MODE)
SELECT ST_AsText(at), ST_Distance(at, POINT(1, 2)), ST_X(at), ST_GeomFromText('POINT(1 1)'), ST_Intersects(at, at), ST_NumPoints(ST_GeomFromText('LINESTRING(0 0, 1 1)')), ST_Boundary(at) FROM places
SELECT @@version, @@session.sql_mode, @@global.max_connections, @never_set, @`odd name`, @'other name'
SELECT id, @never_set, @@autocommit FROM people WHERE id > @never_set
SELECT @a = 1, @a, 2
SELECT NEXTVAL(one_sequence), NEXT VALUE FOR one_sequence, LASTVAL(one_sequence), PREVIOUS VALUE FOR one_sequence
SELECT SETVAL(one_sequence, 500)
SELECT `p`.`name` FROM `session_state`.`people` AS `p` WHERE `p`.`id` = 1 LIMIT 1
SELECT COUNT(*) AS aggregate FROM `people` WHERE date(`made`) = '2020-01-01' AND json_unquote(json_extract(`data`, '$."a"')) = 'x'
SELECT t0_.id AS id_0, t0_.name AS name_1 FROM people t0_ WHERE t0_.name = 'x' AND t0_.id IN (1, 2, 3)
select * from `people` where `id` = 1 and exists (select * from `orders` where `people`.`id` = `orders`.`person`) order by `id` asc limit 15 offset 0
insert into `people` (`name`, `email`) values ('x', 'y@z')
update `people` set `name` = 'x', `people`.`made` = '2020-01-01 00:00:00' where `id` = 1
delete from `people` where `id` = 1000
select table_name as `name`, (data_length + index_length) as `size`, table_comment as `comment` from information_schema.tables where table_schema = 'session_state' and table_type in ('BASE TABLE', 'SYSTEM VERSIONED') order by table_name
SELECT c.COLUMN_NAME AS Field, IF(c.COLUMN_COMMENT = '', NULL, c.COLUMN_COMMENT) FROM information_schema.COLUMNS c WHERE TABLE_SCHEMA = DATABASE()
SELECT * FROM mysql.user WHERE User = 'root'
! SELECT 1 INTO OUTFILE '/dev/null/absent' LINES TERMINATED BY '\n'
SELECT 1; SELECT 2; SELECT 3
INSERT INTO copied_too (b) VALUES ('a;b'); UPDATE copied_too SET a = 1 WHERE b = 'a;b'; DELETE FROM copied_too WHERE b = "a;b"
SHOW TABLES
SHOW FULL TABLES FROM session_state LIKE 'p%'
SHOW DATABASES
SHOW COLUMNS FROM people
SHOW FULL COLUMNS FROM `people` WHERE Field = LOWER('ID')
SHOW INDEX FROM people
SHOW CREATE TABLE people
SHOW VARIABLES LIKE 'sql_mode'
SHOW GLOBAL STATUS
SHOW SESSION STATUS LIKE 'Threads%'
SHOW WARNINGS
SHOW ERRORS LIMIT 5
SHOW COUNT(*) WARNINGS
SHOW PROCESSLIST
SHOW GRANTS FOR CURRENT_USER
SHOW ENGINES
SHOW COLLATION
SHOW TRIGGERS
SHOW PROCEDURE STATUS
SHOW TABLE STATUS LIKE 'people'
SHOW ENGINE INNODB STATUS
DESCRIBE people
DESC people name
EXPLAIN people
EXPLAIN SELECT * FROM people
EXPLAIN EXTENDED SELECT * FROM people
EXPLAIN FORMAT=JSON SELECT * FROM people
ANALYZE SELECT COUNT(*) FROM people
ANALYZE FORMAT=JSON SELECT COUNT(*) FROM people
EXPLAIN UPDATE people SET age = 1
HELP 'select'
SET STATEMENT max_statement_time = 10 FOR SELECT 1
SET STATEMENT sort_buffer_size = 100000, max_statement_time = 5 FOR UPDATE people SET age = 2

# Transactions.
BEGIN
BEGIN WORK
START TRANSACTION
START TRANSACTION READ ONLY
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ WRITE
BEGIN; INSERT INTO copied_too VALUES (1, 'x'); COMMIT
> BEGIN
COMMIT
> BEGIN
COMMIT WORK AND CHAIN NO RELEASE
> BEGIN
ROLLBACK
> BEGIN
ROLLBACK AND NO CHAIN
> BEGIN
SAVEPOINT a
> BEGIN
> SAVEPOINT a
ROLLBACK TO SAVEPOINT a
> BEGIN
> SAVEPOINT a
ROLLBACK WORK TO a
> BEGIN
> SAVEPOINT a
RELEASE SAVEPOINT a
> BEGIN
CREATE TABLE implicit_commit (a int)
> BEGIN
UPDATE people SET age = 3
COMMIT
ROLLBACK

# Upkeep.
ANALYZE TABLE people
ANALYZE LOCAL TABLE people PERSISTENT FOR ALL
OPTIMIZE TABLE copied_too
CHECK TABLE people QUICK
CHECKSUM TABLE people
REPAIR TABLE plain
! KILL QUERY 99999999
FLUSH STATUS
FLUSH TABLES
FLUSH PRIVILEGES

# Settings.
* SET sql_mode = ''
* set session sql_mode='ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO'
* SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'
* set names 'latin1'
* set names 'utf8mb4' collate 'utf8mb4_bin'
* SET NAMES utf8mb4 COLLATE utf8mb4_bin
* SET NAMES gbk
* SET CHARACTER SET latin1
* SET CHARSET 'latin1'
* set time_zone='+05:00'
* SET time_zone = "+05:00";
* SET @@session.time_zone = '+05:00'
* SET @@time_zone := '+05:00'
* SET LOCAL wait_timeout = 100
* SET SESSION wait_timeout=100, SESSION sql_mode = ''
* SET NAMES 'latin1', time_zone = '+05:00', SESSION sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')
* SET sql_mode = (SELECT 'ANSI')
* SET SQL_SAFE_UPDATES = 1, foreign_key_checks = 0
* SET FOREIGN_KEY_CHECKS = OFF
* SET autocommit = 0
* SET @@autocommit = OFF
* SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED
* SET SESSION TRANSACTION READ ONLY
* SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED
* SET TRANSACTION READ ONLY
* SET tx_isolation = 'SERIALIZABLE'
* SET SESSION group_concat_max_len = 5000
* SET max_statement_time = 5
* SET innodb_lock_wait_timeout = 3
* SET profiling = 1
* SET unique_checks = DEFAULT, unique_checks = 0
* SET insert_id = 900
SET PASSWORD = PASSWORD('')
SET ROLE NONE, autocommit = 1
SET ROLE NONE
SET GLOBAL max_connections = 200
SET DEFAULT ROLE NONE
SET timestamp = DEFAULT
* /* a */ SET /* b */ time_zone = -- c
    '+05:00'
* /*!40101 SET time_zone = '+05:00' */
* /*! SET time_zone = '+05:00' */
* /*M!100000 SET time_zone = '+05:00' */
! SELECT 1 /*!; SET time_zone = '+05:00' */
/*!99999 SET time_zone = '+05:00' */ SELECT 1
/*!50799 SET time_zone = '+05:00' */ SELECT 1
* SELECT 'a\\'; SET time_zone = '+05:00'; -- '
* SELECT 'a\'b'; SET time_zone = '+05:00'
* SELECT "a;b" AS `c;d`; SET time_zone = '+05:00'
* SELECT 1; SET time_zone = '+05:00'
* SET time_zone = '+05:00'; SELECT 1
* SELECT 1 # '
    ; SET time_zone = '+05:00' -- '
* USE other_state
* use `other_state`;
> SET time_zone = '+05:00'
* SET time_zone = DEFAULT

# User variables.
* SET @a = 1
* SET @a := 1, @b = 'x'
* SET @`odd name` = 1
* SET @a = (SELECT COUNT(*) FROM people)
* SET sort_buffer_size = @@sort_buffer_size, @a = 5
* SELECT @a := 1
* SELECT @a:=id FROM people
* SELECT id, (@a := 1) FROM people
* SELECT 1 INTO @a
* SELECT id, name FROM people ORDER BY id LIMIT 1 INTO @a, @b
* SELECT id INTO @a FROM people LIMIT 1
* SELECT (SELECT @a := 5) FROM people
* SELECT 1 /*!, @a := 1 */
* SELECT 1 /*!40000 , @a := 1 */
* SELECT "\"", @a := 1, "\""
* UPDATE people SET age = (@a := 5)
* INSERT INTO copied_too (a) VALUES (@a := 5)
* INSERT INTO copied_too (a) SELECT @a := 5
* DELETE FROM copied_too WHERE a = (@a := 5)
* DO @a := 1
* CALL proceed()
CALL quiet()
* CREATE TABLE by_variable AS SELECT @a := 1 AS a
* ANALYZE SELECT @a := id FROM people
* BEGIN NOT ATOMIC SET @a = 1; END
* IF 1 THEN SET @a = 1; END IF
* EXECUTE IMMEDIATE 'SET @a = 1'
* EXECUTE IMMEDIATE CONCAT('SET @', 'a = 1')
* SET STATEMENT max_statement_time = 5 FOR SELECT @a := 1
* LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE copied_too (@a) SET a = 1
* GET DIAGNOSTICS @a = NUMBER
SELECT SQL_CALC_FOUND_ROWS id FROM people LIMIT 1
* SELECT LAST_INSERT_ID(77)
* UPDATE copied_too SET a = LAST_INSERT_ID(a + 1)
* INSERT INTO people (name) VALUES ('gives an id')

# Temporary tables.
* CREATE TEMPORARY TABLE temporary_one (a int)
* create temporary table if not exists `temporary_one` (a int)
* CREATE OR REPLACE TEMPORARY TABLE temporary_one (a int)
* CREATE TEMPORARY TABLE temporary_one AS SELECT 1 AS a
* CREATE TEMPORARY TABLE temporary_one LIKE copied_too
* CREATE TEMPORARY TABLE other_state.temporary_two (a int)
* CREATE /*!40000 TEMPORARY */ TABLE temporary_one (a int)
* CREATE /* TABLE */ TEMPORARY -- x
    TABLE temporary_one (a int)
* SELECT 1; CREATE TEMPORARY TABLE temporary_one (a int)
> CREATE TEMPORARY TABLE temporary_one (a int)
* DROP TEMPORARY TABLE temporary_one
> CREATE TEMPORARY TABLE temporary_one (a int)
* DROP TABLE temporary_one
> CREATE TEMPORARY TABLE temporary_one (a int)
INSERT INTO temporary_one VALUES (1)
CREATE TEMPORARY SEQUENCE temporary_sequence
DROP TEMPORARY TABLE IF EXISTS absent

# Locks.
* SELECT GET_LOCK('a', 1)
* SELECT get_lock ('a', 1), 1
* SELECT `GET_LOCK`('a', 1)
* SELECT GET_LOCK/* */('a', 1)
* SELECT 1 FROM people WHERE GET_LOCK('a', 1) LIMIT 1
SELECT 1 ORDER BY GET_LOCK('a', 1)
* SELECT IF(1, GET_LOCK('a', 1), 0)
* SELECT CASE 1 WHEN 1 THEN GET_LOCK('a', 1) END
* SELECT 1 UNION SELECT GET_LOCK('a', 1)
* SELECT 1 AND GET_LOCK('a', 1)
* WITH x AS (SELECT GET_LOCK('a', 1) AS l) SELECT * FROM x
WITH x AS (SELECT 1) (SELECT 1) ORDER BY 1, GET_LOCK('a', 1)
* VALUES (GET_LOCK('a', 1))
* INSERT INTO copied_too (a) VALUES (GET_LOCK('a', 1))
* INSERT INTO copied_too SET a = GET_LOCK('a', 1)
* REPLACE INTO copied_too (a) SELECT GET_LOCK('a', 1)
* INSERT INTO copied_too (a) VALUES (1) RETURNING GET_LOCK('a', 1)
* UPDATE copied_too SET a = GET_LOCK('a', 1)
* DO GET_LOCK('a', 1)
* SELECT noise()
* SELECT session_state.noise()
* SHOW COLUMNS FROM people WHERE GET_LOCK('a', 1)
* SET STATEMENT max_statement_time = 5 FOR SELECT GET_LOCK('a', 1)
* SET sort_buffer_size = 100000 + GET_LOCK('a', 1)
* SELECT 'a' /*! , GET_LOCK('a', 1) */
* CREATE TABLE by_lock AS SELECT GET_LOCK('a', 1) AS a
> SELECT GET_LOCK('a', 1)
* SELECT RELEASE_LOCK('a')
> SELECT GET_LOCK('a', 1)
* DO RELEASE_ALL_LOCKS()
* LOCK TABLES people READ
* LOCK TABLES people WRITE, orders AS o READ LOCAL
* LOCK TABLE people WRITE WAIT 5
> LOCK TABLES people READ
UNLOCK TABLES
* FLUSH TABLES WITH READ LOCK
* FLUSH TABLES people WITH READ LOCK
* FLUSH TABLES people FOR EXPORT
* HANDLER people OPEN
* HANDLER people OPEN AS h
> HANDLER people OPEN
HANDLER people READ FIRST
> HANDLER people OPEN
* HANDLER people CLOSE
* BACKUP STAGE START
* BACKUP LOCK people

# Names, distributed transactions.
* PREPARE p FROM 'SELECT 1'
> PREPARE p FROM 'SET @a = 1'
* EXECUTE p
> PREPARE p FROM 'SELECT 1'
* DEALLOCATE PREPARE p
> PREPARE p FROM 'SELECT 1'
* DROP PREPARE p
* XA START 'a'
* XA BEGIN 'b'
> XA START 'c'
XA END 'c'

# What fails.
! SELEC 1
! SELECT 'open
! SELECT * FROM absent
! SELECT 1; SELEC 1
! SET time_zone = '+05:00'; SELEC 1
! SET time_zone = '+05:00'; SELECT * FROM absent
! CREATE TEMPORARY TABLE temporary_one (a int); SELECT * FROM absent
! SET absent_variable = 1
! SET time_zone = '+05:00', absent_variable = 1
! SET @a = 1, absent_variable = 1
! INSERT INTO people (id, name) VALUES (1, 'x'), (1, 'y')
! SELECT GET_LOCK('a', 1), (SELECT 1 UNION SELECT 2)
! SELECT @a := 1, (SELECT 1 UNION SELECT 2)
! CALL absent()
! USE absent_database
! LOCK TABLES absent READ
! XA COMMIT 'absent'
! ROLLBACK TO absent
! BEGIN; SELECT 1; SELECT * FROM absent
! SIGNAL SQLSTATE '45000'
! BEGIN NOT ATOMIC SET @a = 1; SELECT * FROM absent; END
! SELECT 1 WHERE
! MERGE INTO people
! INSTALL PLUGIN absent SONAME 'absent.so'

# Taken away again.
DROP TRIGGER people_change
DROP EVENT IF EXISTS nightly
DROP PROCEDURE IF EXISTS proceed
DROP FUNCTION add_one
DROP VIEW adults
DROP INDEX people_name ON people
DROP SEQUENCE one_sequence
DROP USER somebody@localhost, 'nobody'@'%'
DROP ROLE clerk
DROP SERVER far
DROP TABLE IF EXISTS orders, people CASCADE
DROP TABLES alike, `odd ``name``; SET`
DROP DATABASE one_more
DROP SCHEMA IF EXISTS another_more
> USE other_state
* DROP DATABASE other_state
