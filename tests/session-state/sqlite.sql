# Definitions of permanent objects.
CREATE TABLE people (id INTEGER PRIMARY KEY AUTOINCREMENT, name varchar(40) NOT NULL COLLATE NOCASE, email TEXT UNIQUE ON CONFLICT IGNORE, age INTEGER CHECK (age >= 0), data TEXT DEFAULT '{"PRAGMA": 1}', born date, price NUMERIC(10, 2) DEFAULT (round(1.5, 1)), made TIMESTAMP DEFAULT CURRENT_TIMESTAMP, twice INTEGER GENERATED ALWAYS AS (age * 2) STORED)
create table "orders" ("id" integer primary key autoincrement not null, "person" integer, "total" numeric not null default '0', foreign key("person") references "people"("id") on delete cascade deferrable initially deferred)
CREATE TABLE IF NOT EXISTS plain (a int, b text, PRIMARY KEY (a)) WITHOUT ROWID
CREATE TABLE strict_one (a INTEGER, b ANY) STRICT
CREATE TABLE "odd ""name""; PRAGMA" ("select" int, [from] text, `where` blob)
CREATE TABLE [bracket;ed] (a)
CREATE TABLE main.qualified (a)
CREATE TABLE 'quoted' (a)
CREATE TABLE copied AS SELECT id, name FROM people
CREATE TABLE computed AS SELECT lower('A') AS a, datetime('now') AS b, random() AS c
CREATE TABLE copied_too (a, b)
CREATE INDEX people_name ON people (name)
CREATE UNIQUE INDEX IF NOT EXISTS people_lower ON people (lower(name) COLLATE NOCASE DESC, email) WHERE age > 1
CREATE INDEX main.people_age ON people (age)
CREATE INDEX people_json ON people (json_extract(data, '$.a'))
CREATE VIEW adults AS SELECT * FROM people WHERE age >= 18
CREATE VIEW IF NOT EXISTS named_columns (a, b) AS SELECT id, upper(name) FROM people
CREATE VIEW main.adults_too AS SELECT count(*) AS n FROM people
CREATE TRIGGER people_change AFTER UPDATE OF name ON people WHEN new.age > 1 BEGIN UPDATE people SET age = age + 1 WHERE id = new.id; DELETE FROM copied WHERE id = old.id; SELECT max(1, 2); END
CREATE TRIGGER IF NOT EXISTS main.instead INSTEAD OF DELETE ON adults BEGIN SELECT RAISE(ABORT, 'no;'); END
CREATE VIRTUAL TABLE searched USING fts5(title, body, tokenize = 'porter')
CREATE VIRTUAL TABLE IF NOT EXISTS boxes USING rtree(id, x0, x1)
ALTER TABLE people ADD COLUMN more varchar(10) DEFAULT 'x' NOT NULL
ALTER TABLE people RENAME COLUMN more TO lots
ALTER TABLE people DROP COLUMN lots
ALTER TABLE plain RENAME TO plain_renamed
ALTER TABLE main.plain_renamed RENAME TO plain
ALTER TABLE "odd ""name""; PRAGMA" ADD [temp] int

# Rows.
INSERT INTO people (name, age) VALUES ('Ann', 30), ('Bob', 40), ('it''s; PRAGMA foreign_keys = 1', 1)
INSERT OR REPLACE INTO people (id, name) VALUES (1, 'Ann')
INSERT OR IGNORE INTO people (name) SELECT name || '2' FROM people LIMIT 1
INSERT INTO people AS p (name, email) VALUES ('Cy', 'me@example.com') ON CONFLICT (email) DO UPDATE SET name = excluded.name || p.name WHERE p.age > 1 RETURNING id, lower(name)
INSERT INTO people (name, email) VALUES ('Dan', 'd@e.f') ON CONFLICT DO NOTHING
INSERT INTO copied_too DEFAULT VALUES
INSERT INTO main.copied_too (a, b) VALUES (1, x'0102'), (2, NULL), (3, -1.5e-3), (0x1F, .5)
INSERT INTO "copied_too" ("a", "b") VALUES (1, '"; PRAGMA x = 1')
INSERT INTO copied_too VALUES (json('{"a": 1}'), printf('%d', 5))
REPLACE INTO copied_too (a, b) VALUES (1, replace('abc', 'b', 'x'))
WITH n (i) AS (VALUES (1), (2)) INSERT INTO copied_too (a) SELECT i FROM n
INSERT INTO copied_too (a) WITH n (i) AS (SELECT 5) SELECT i FROM n
UPDATE people SET name = upper(name), data = json_set(data, '$.x', json('[1]')), made = datetime('now', '+1 day') WHERE id = 1
UPDATE OR IGNORE people SET (name, age) = (SELECT 'x', 5) WHERE id IN (SELECT id FROM people ORDER BY id LIMIT 1)
UPDATE people SET age = o.n FROM (SELECT person, count(*) AS n FROM orders GROUP BY person) AS o WHERE o.person = people.id RETURNING *
UPDATE people AS p SET age = CASE id WHEN 1 THEN 5 WHEN (2) THEN (6) ELSE coalesce(age, 0) END
DELETE FROM people WHERE name = 'nobody' AND id NOT IN (SELECT person FROM orders)
DELETE FROM copied_too WHERE a = 77 RETURNING a
! DELETE FROM main.copied_too INDEXED BY absent_index WHERE 1 = 0
INSERT INTO searched (title, body) VALUES ('a', 'b c'), ('d', 'e')
INSERT INTO searched (searched) VALUES ('optimize')
INSERT INTO boxes VALUES (1, 0.5, 1.5)
insert into "people" ("name", "email") values ('x', 'y@z')
update "people" set "name" = 'x', "made" = '2020-01-01 00:00:00' where "id" = 1
delete from "people" where "id" = 1000

# Queries.
SELECT 1
select 1;
;SELECT 1;;
SELECT 'PRAGMA foreign_keys = 1; ATTACH' AS "CREATE TEMP TABLE"
SELECT 'it''s' || 'x', "id", [name], `age` FROM people
SELECT 1 -- PRAGMA foreign_keys = 1
/* ATTACH 'x' AS y */ SELECT /* ; */ 2 /* not ended
-- PRAGMA foreign_keys = 1
    SELECT 3
SELECT 1 /* -- */ + /* /* */ 2
SELECT 1 - -1, 1--1
SELECT * FROM people WHERE email = 'a@b.c' AND name LIKE '%x' ESCAPE '!' AND age BETWEEN 1 AND (2 + 3) AND (id, age) IN (VALUES (1, 2), (3, 4)) AND name GLOB 'a*' AND name NOT LIKE ('b') AND born IS NOT NULL AND age IS NOT (5)
SELECT count(*), count(DISTINCT name), sum(age) FILTER (WHERE age > 1), avg(age), total(age), group_concat(name, ';'), min(born), max(age, 1), json_group_array(name) FROM people GROUP BY age HAVING count(*) > 0
SELECT row_number() OVER (PARTITION BY age ORDER BY id), rank() OVER w, lag(name, 1) OVER w, sum(age) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS), ntile(4) OVER w FROM people WINDOW w AS (ORDER BY age)
WITH RECURSIVE t (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 5), u AS MATERIALIZED (SELECT 1) SELECT sum(n) FROM t, u
WITH a (x) AS (SELECT 1), b (y, z) AS NOT MATERIALIZED (SELECT 2, 3) SELECT x, y FROM a CROSS JOIN b
SELECT p.name, o.total FROM people p LEFT JOIN orders o ON (o.person = p.id) INNER JOIN (SELECT max(total) AS m FROM orders) l NATURAL JOIN copied_too FULL OUTER JOIN people r ON (r.id = p.id)
SELECT * FROM (SELECT id, name FROM people) AS sub, (VALUES (1, 2)) v, json_each('[1, 2]') AS j
SELECT * FROM json_each('[1, 2]') j, json_tree('{"a": 1}')
SELECT DISTINCT id, CASE WHEN age > 1 THEN 'a' WHEN (age < 0) THEN upper('b') ELSE 'c' END FROM people ORDER BY age COLLATE NOCASE, id DESC NULLS LAST LIMIT 10 OFFSET (1)
SELECT id FROM people INDEXED BY people_name WHERE name = 'a'
SELECT id FROM people NOT INDEXED LIMIT 5, 10
SELECT 1 UNION ALL SELECT 2 INTERSECT SELECT 3 EXCEPT SELECT 4 ORDER BY 1
VALUES (1, 'a'), (2, 'b')
SELECT EXISTS (SELECT 1 FROM people), NOT EXISTS (SELECT 1), 1 IN (SELECT 1), (1, 2) = (1, 2), nullif(1, 2), ifnull(1, 2), iif(1, 2, 3), CAST('1' AS INTEGER), CAST(1 AS NUMERIC(10, 2))
SELECT abs(-1), round(1.5), random(), 5 % 2, ~1, 1 << 2, length('x'), substr('abc', 1, 2), trim(' a '), instr('a', 'a'), hex('a'), quote('a'), typeof(1), unicode('a'), char(65), zeroblob(3), randomblob(3), likely(1), coalesce(1, 2)
SELECT date('now'), time('now'), datetime('now', 'localtime'), julianday('now'), strftime('%Y', 'now'), CURRENT_TIMESTAMP, unixepoch()
SELECT last_insert_rowid(), changes(), total_changes(), sqlite_version(), sqlite_source_id(), sqlite_compileoption_used('x')
SELECT data -> '$.a', data ->> 'b', json_extract(data, '$.a'), json_object('a', 1), json_array(1, 2), json_type(data), json_valid(data) FROM people
SELECT title, snippet(searched, 0, '[', ']', '', 5), highlight(searched, 0, '<', '>'), bm25(searched) FROM searched WHERE searched MATCH 'a' ORDER BY rank
SELECT title FROM searched ('a')
SELECT id FROM boxes WHERE x0 > 0
SELECT "p"."name" FROM "main"."people" AS "p" WHERE "p"."id" = 1 LIMIT 1
SELECT t0_.id AS id_0, t0_.name AS name_1 FROM people t0_ WHERE t0_.name = 'x' AND t0_.id IN (1, 2, 3)
select count(*) as aggregate from "people" where strftime('%Y-%m-%d', "made") = cast('2020-01-01' as text)
select * from "people" where "id" = 1 and exists (select * from "orders" where "people"."id" = "orders"."person") order by "id" asc limit 15 offset 0
select exists (select 1 from sqlite_master where name = 'people' and type = 'table') as "exists"
SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
SELECT name FROM sqlite_temp_schema UNION SELECT name FROM sqlite_temp_master
SELECT * FROM pragma_table_info('people'), pragma_index_list('people') AS l, pragma_foreign_key_list('orders')
SELECT * FROM pragma_foreign_keys, pragma_database_list
SELECT $a, @b, :c, ?1, ?
SELECT 1; SELECT 2; SELECT 3
SELECT m.tbl_name, l.name, l.type, l."notnull", l.pk FROM sqlite_master m JOIN pragma_table_info(m.name) l WHERE m.type = 'table' ORDER BY l.cid
SELECT rowid, oid, _rowid_ FROM people WHERE rowid IN (1, 2) OR oid = (SELECT max(rowid) FROM people)
SELECT sum(price) OVER (PARTITION BY age ORDER BY id RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING), first_value(name) OVER (ORDER BY id) FROM people
SELECT sin(1), ln(2), pow(2, 3), ceil(1.2), sign(-1), format('%s', 1)
INSERT INTO people (name, age) SELECT value, 5 FROM json_each('["a", "b"]') WHERE true ON CONFLICT (email) DO NOTHING
UPDATE people SET age = (SELECT count(*) FROM orders WHERE orders.person = people.id) WHERE EXISTS (SELECT 1 FROM orders WHERE orders.person = people.id)
DELETE FROM copied_too WHERE (a, b) IN (SELECT 1, 'x') OR a < (SELECT avg(a) FROM copied_too)
INSERT INTO copied_too (b) VALUES ('a;b'); UPDATE copied_too SET a = 1 WHERE b = 'a;b'; DELETE FROM copied_too WHERE b = 'a;b'
EXPLAIN SELECT * FROM people
EXPLAIN QUERY PLAN SELECT * FROM people WHERE id = 1
EXPLAIN UPDATE people SET age = 1
EXPLAIN QUERY PLAN DELETE FROM people
EXPLAIN CREATE TABLE explained (a)

# Transactions.
BEGIN
BEGIN DEFERRED
BEGIN IMMEDIATE TRANSACTION
BEGIN EXCLUSIVE
BEGIN; INSERT INTO copied_too VALUES (1, 'x'); COMMIT
BEGIN; DELETE FROM copied_too; ROLLBACK
> BEGIN
COMMIT
> BEGIN
END TRANSACTION
> BEGIN
ROLLBACK
> BEGIN
SAVEPOINT a
SAVEPOINT b
> BEGIN
> SAVEPOINT a
ROLLBACK TO SAVEPOINT a
> BEGIN
> SAVEPOINT a
ROLLBACK TRANSACTION TO a
> SAVEPOINT a
RELEASE SAVEPOINT a
> SAVEPOINT a
RELEASE a

# Upkeep, and PRAGMAs that look.
ANALYZE
ANALYZE main.people
REINDEX
REINDEX people_name
VACUUM
VACUUM main
PRAGMA foreign_keys
PRAGMA main.foreign_keys;
PRAGMA journal_mode
PRAGMA table_info(people)
PRAGMA table_info('people')
PRAGMA main.table_info("people")
PRAGMA table_xinfo = people
PRAGMA table_list
PRAGMA index_list(people)
PRAGMA index_info(people_name)
PRAGMA index_xinfo(people_name)
PRAGMA foreign_key_list(orders)
PRAGMA foreign_key_check
PRAGMA foreign_key_check(orders)
PRAGMA integrity_check
PRAGMA integrity_check(10)
PRAGMA quick_check
PRAGMA database_list
PRAGMA collation_list
PRAGMA function_list
PRAGMA module_list
PRAGMA compile_options
PRAGMA page_count
PRAGMA freelist_count
PRAGMA data_version
PRAGMA schema_version
PRAGMA user_version
PRAGMA application_id
PRAGMA encoding
PRAGMA cache_size
PRAGMA busy_timeout
PRAGMA optimize
PRAGMA shrink_memory
PRAGMA wal_checkpoint
PRAGMA wal_checkpoint(TRUNCATE)
PRAGMA incremental_vacuum
PRAGMA incremental_vacuum(5)
PRAGMA user_version = 7
PRAGMA main.user_version(8)
PRAGMA application_id = 77
PRAGMA absent_pragma
EXPLAIN PRAGMA foreign_keys

# PRAGMAs that set.
* PRAGMA foreign_keys = 1
* PRAGMA foreign_keys = ON;
* pragma foreign_keys(1)
* PRAGMA foreign_keys=true
* PRAGMA "foreign_keys" = 'on'
* PRAGMA [foreign_keys] = 1
* PRAGMA main.foreign_keys = 1
* PRAGMA cache_size = 50
* PRAGMA main.cache_size=-4000
PRAGMA temp.cache_size = 50
* PRAGMA busy_timeout = 5
* PRAGMA synchronous = OFF
* PRAGMA synchronous(0)
* PRAGMA journal_mode = MEMORY
* PRAGMA journal_mode(OFF)
* PRAGMA locking_mode = EXCLUSIVE
* PRAGMA temp_store = MEMORY
* PRAGMA case_sensitive_like = true
* PRAGMA case_sensitive_like(1)
* PRAGMA recursive_triggers = 1
* PRAGMA read_uncommitted = 1
* PRAGMA query_only = 1
* PRAGMA reverse_unordered_selects = 1
* PRAGMA ignore_check_constraints = 1
* PRAGMA legacy_alter_table = 1
* PRAGMA writable_schema = 1
* PRAGMA trusted_schema = 0
* PRAGMA cell_size_check = 1
* PRAGMA automatic_index = 0
* PRAGMA full_column_names = 1
* PRAGMA short_column_names = 0
* PRAGMA count_changes = 1
* PRAGMA empty_result_callbacks = 1
* PRAGMA fullfsync = 1
* PRAGMA checkpoint_fullfsync = 1
* PRAGMA secure_delete = 0
* PRAGMA mmap_size = 100000
* PRAGMA max_page_count = 5000
* PRAGMA journal_size_limit = 5000
* PRAGMA wal_autocheckpoint = 5
* PRAGMA analysis_limit = 5
* PRAGMA cache_spill = 0
* PRAGMA threads = 2
* PRAGMA soft_heap_limit = 1000000000
* PRAGMA auto_vacuum = 2; VACUUM
PRAGMA page_size = 8192
PRAGMA encoding = 'UTF-8'
> BEGIN
PRAGMA defer_foreign_keys = 1
* /* first */ PRAGMA foreign_keys = 1
* -- first
    PRAGMA foreign_keys = 1
* PRAGMA /* a */ foreign_keys /* b */ = -- c
    1
* SELECT 1; PRAGMA foreign_keys = 1
* PRAGMA foreign_keys = 1; SELECT 1
* SELECT 'a;b' ; PRAGMA foreign_keys = 1 ;
* SELECT 'a\'; PRAGMA foreign_keys = 1; --'
* SELECT "a;" AS [b;], `id` FROM people; PRAGMA foreign_keys = 1
* ;; PRAGMA foreign_keys = 1
* INSERT INTO copied_too (b) VALUES ('a;b'); PRAGMA foreign_keys = 1
* EXPLAIN PRAGMA foreign_keys = 1
* EXPLAIN QUERY PLAN PRAGMA foreign_keys = 1
* SELECT $a(') ; PRAGMA foreign_keys = 1; --'

# Attached databases, temporary objects.
* ATTACH ':memory:' AS other
* ATTACH DATABASE ':memory:' AS other
* attach ':memory:' as "other"
* ATTACH '' AS other; SELECT 1
* SELECT 1; ATTACH ':memory:' AS other
> ATTACH ':memory:' AS other
* DETACH other
> ATTACH ':memory:' AS other
* DETACH DATABASE other
> ATTACH ':memory:' AS other
CREATE TABLE other.t (a)
* CREATE TEMP TABLE t (a)
* CREATE TEMPORARY TABLE IF NOT EXISTS t (a)
* CREATE TEMP TABLE t AS SELECT 1 AS a
* CREATE TABLE temp.t (a)
* CREATE TABLE TEMP.t AS SELECT 1 AS a
* CREATE TABLE "temp".t (a)
* CREATE TABLE [temp] . t (a)
* CREATE TABLE 'temp'.t (a)
* CREATE TABLE IF NOT EXISTS `temp`.`t` (a)
* CREATE TEMP VIEW v AS SELECT 1 AS a
* CREATE VIEW temp.v AS SELECT 1 AS a
* CREATE TEMP TRIGGER r AFTER INSERT ON people BEGIN SELECT 1; END
* CREATE TRIGGER temp.r AFTER INSERT ON people BEGIN SELECT 1; END
* CREATE VIRTUAL TABLE temp.f USING fts5(a)
* create/**/temp/**/table/**/t(a)
* CREATE /* TABLE */ TEMP -- x
    TABLE t (a)
* SELECT 1; CREATE TEMP TABLE t (a)
* CREATE TABLE made_first (a); CREATE TEMP TABLE t (a)
* BEGIN; CREATE TEMP TABLE t (a); COMMIT
* EXPLAIN SELECT 1; CREATE TEMP TABLE t (a)
> CREATE TEMP TABLE t (a)
* CREATE INDEX temp.i ON t (a)
> CREATE TEMP TABLE t (a)
* ALTER TABLE temp.t RENAME TO u
> CREATE TEMP TABLE t (a)
* DROP TABLE t
> CREATE TEMP TABLE t (a)
* DROP TABLE temp.t
> CREATE TEMP VIEW v AS SELECT 1
* DROP VIEW v
> CREATE TEMP TABLE t (a)
INSERT INTO t VALUES (1)
> CREATE TEMP TABLE t (a)
DELETE FROM temp.t

# What fails.
! SELEC 1
! SELECT 'open
! SELECT * FROM absent
! SELECT 1; SELEC 1
! PRAGMA foreign_keys = 1; SELEC 1
! PRAGMA foreign_keys = 1; SELECT * FROM absent
! CREATE TEMP TABLE t (a); SELECT * FROM absent
! ATTACH ':memory:' AS other; SELECT 'open
! CREATE TEMP TABLE t (a); CREATE TEMP TABLE t (a)
! BEGIN; PRAGMA foreign_keys = 1; SELECT * FROM absent
! INSERT INTO people (id, name) VALUES (9, 'x'), (9, 'y')
! SELECT own_function(1)
! ATTACH '/nowhere/at/all' AS other
! DETACH absent
! CREATE TABLE people (a)
! PRAGMA foreign_keys = 1, 2
! ROLLBACK TO absent
! COMMIT
! BEGIN; BEGIN
! EXPLAIN EXPLAIN SELECT 1
! SELECT load_extension('absent')
! SELECT json('{')
! SELECT RAISE(ABORT, 'x')
! SELECT 1 WHERE
! SELECT "a
! FROBNICATE

# Taken away again.
DROP TRIGGER people_change
DROP TRIGGER IF EXISTS main.instead
DROP VIEW IF EXISTS adults
DROP VIEW main.adults_too
DROP INDEX people_name
DROP INDEX IF EXISTS main.absent
DROP TABLE searched
DROP TABLE IF EXISTS "odd ""name""; PRAGMA"
DROP TABLE main.copied
DROP TABLE [bracket;ed]
