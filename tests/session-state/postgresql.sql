# Definitions of permanent objects.
CREATE TABLE people (id serial PRIMARY KEY, name varchar(40) NOT NULL, email text UNIQUE, age integer CHECK (age >= 0), data jsonb DEFAULT '{}'::jsonb, born date, price numeric(10, 2) DEFAULT round(1.5, 1), tags text[], made timestamp(0) with time zone DEFAULT now())
CREATE TABLE IF NOT EXISTS orders (id bigint GENERATED ALWAYS AS IDENTITY, person integer REFERENCES people (id) ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE, total numeric(10, 2), twice numeric GENERATED ALWAYS AS (total * 2) STORED, PRIMARY KEY (id))
CREATE UNLOGGED TABLE plain (a int, b text) WITH (fillfactor = 70)
CREATE TABLE alike (LIKE people INCLUDING ALL)
CREATE TABLE "Odd ""Name""; SET" ("select" int, "FROM" text)
CREATE TABLE copied AS SELECT id, name FROM people WITH NO DATA
CREATE TABLE IF NOT EXISTS copied_too (a, b) AS VALUES (1, 'a'), (2, 'b')
CREATE TABLE computed AS SELECT lower('A') AS a, now() AS b, generate_series(1, 3) AS c
CREATE TABLE by_range (id int, at date) PARTITION BY RANGE (at)
CREATE TABLE by_range_1 PARTITION OF by_range FOR VALUES FROM ('2020-01-01') TO ('2021-01-01')
CREATE TABLE by_list (id int, kind text) PARTITION BY LIST (kind)
CREATE TABLE by_list_1 PARTITION OF by_list FOR VALUES IN ('a', 'b')
CREATE TABLE by_list_rest PARTITION OF by_list DEFAULT
CREATE TABLE by_hash (id int) PARTITION BY HASH (id)
CREATE TABLE by_hash_0 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 0)
CREATE TABLE child (more int) INHERITS (plain)
CREATE TABLE plain_again (a int, b text)
CREATE TABLE reserved (during tsrange, EXCLUDE USING gist (during WITH &&))
SELECT 1 AS a INTO made_by_select
SELECT * INTO TABLE made_too FROM people WHERE false
SELECT 1 AS a INTO UNLOGGED made_unlogged
CREATE INDEX people_name ON people (name)
CREATE UNIQUE INDEX IF NOT EXISTS people_lower ON people USING btree (lower(name) text_pattern_ops DESC NULLS LAST) INCLUDE (email) WHERE age > 1
CREATE INDEX CONCURRENTLY people_data ON people USING gin (data jsonb_path_ops)
CREATE INDEX ON people (coalesce(name, ''), (age + 1))
CREATE VIEW adults AS SELECT * FROM people WHERE age >= 18
CREATE OR REPLACE VIEW adults AS SELECT * FROM people WHERE age >= 18 WITH LOCAL CHECK OPTION
CREATE RECURSIVE VIEW numbers (n) AS VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 10
CREATE MATERIALIZED VIEW counted AS SELECT count(*) AS n FROM people
CREATE SEQUENCE one_sequence INCREMENT BY 2 START WITH 10 OWNED BY NONE
CREATE SCHEMA more
CREATE SCHEMA IF NOT EXISTS tenant AUTHORIZATION CURRENT_USER
CREATE SCHEMA filled CREATE TABLE one (a int) CREATE VIEW two AS SELECT 1 AS b
CREATE TYPE mood AS ENUM ('good', 'bad')
CREATE TYPE pair AS (a int, b text)
CREATE TYPE float_range AS RANGE (subtype = float8)
CREATE DOMAIN positive AS integer CHECK (value > 0)
CREATE FUNCTION add_one(a integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT a + 1'
CREATE OR REPLACE FUNCTION noise() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM set_config('own.setting', 'x', false); END $$
CREATE FUNCTION quiet(a int DEFAULT 1) RETURNS TABLE (b int) LANGUAGE plpgsql SET search_path = public AS $body$ BEGIN RETURN QUERY SELECT a; END; $body$
CREATE FUNCTION with_body(a int) RETURNS int RETURN a + 1
CREATE FUNCTION with_list() RETURNS void LANGUAGE sql BEGIN ATOMIC SELECT noise(); SELECT 1 AS "END"; SELECT noise(); END
CREATE PROCEDURE with_list_too() BEGIN ATOMIC SELECT noise(); END; SELECT 1
CREATE RULE noisy AS ON UPDATE TO plain DO ALSO (SELECT noise(); SELECT noise()); SELECT 1
CREATE PROCEDURE proceed() LANGUAGE plpgsql AS $$ BEGIN SET work_mem = '1MB'; END $$
CREATE FUNCTION on_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$
CREATE TRIGGER people_change BEFORE INSERT OR UPDATE ON people FOR EACH ROW EXECUTE FUNCTION on_change()
CREATE CONSTRAINT TRIGGER people_check AFTER INSERT ON people DEFERRABLE FOR EACH ROW EXECUTE FUNCTION on_change()
CREATE AGGREGATE total (integer) (sfunc = int4pl, stype = integer, initcond = '0')
CREATE OPERATOR === (leftarg = integer, rightarg = integer, function = int4eq)
CREATE CAST (mood AS integer) WITH INOUT AS ASSIGNMENT
CREATE COLLATION german (provider = icu, locale = 'de')
CREATE CONVERSION mine FOR 'LATIN1' TO 'UTF8' FROM iso8859_1_to_utf8
CREATE RULE no_delete AS ON DELETE TO plain DO INSTEAD NOTHING
CREATE ROLE somebody
CREATE USER someone WITH PASSWORD 'x'
CREATE GROUP all_of_them
CREATE POLICY own_rows ON people USING (name = current_user)
CREATE PUBLICATION published FOR TABLE people
CREATE STATISTICS people_statistics (dependencies) ON name, age FROM people
CREATE TEXT SEARCH CONFIGURATION mine (COPY = english)
CREATE TEXT SEARCH DICTIONARY mine (TEMPLATE = simple)
CREATE FOREIGN DATA WRAPPER nothing
CREATE SERVER far FOREIGN DATA WRAPPER nothing
CREATE FOREIGN TABLE remote (a int) SERVER far
CREATE USER MAPPING FOR CURRENT_USER SERVER far
! CREATE EVENT TRIGGER on_ddl ON ddl_command_start EXECUTE FUNCTION pg_catalog.unknown_function()
CREATE ACCESS METHOD other TYPE TABLE HANDLER heap_tableam_handler
CREATE DATABASE session_state_more
ALTER TABLE people ADD COLUMN more text, ADD more_still varchar(10) DEFAULT 'x' NOT NULL
ALTER TABLE people ADD COLUMN stamp timestamptz DEFAULT clock_timestamp()
ALTER TABLE people ALTER COLUMN more TYPE varchar(100) USING trim(more)
ALTER TABLE people ALTER more SET DEFAULT 'a', ALTER more DROP DEFAULT, ALTER COLUMN more SET STATISTICS 100
ALTER TABLE IF EXISTS people RENAME COLUMN more TO lots
ALTER TABLE people DROP COLUMN lots, DROP COLUMN IF EXISTS absent
ALTER TABLE people ADD CONSTRAINT long_name CHECK (length(name) > 0) NOT VALID
ALTER TABLE people VALIDATE CONSTRAINT long_name
ALTER TABLE orders ADD CONSTRAINT again FOREIGN KEY (person) REFERENCES people (id) ON UPDATE SET NULL
ALTER TABLE people ENABLE ROW LEVEL SECURITY
ALTER TABLE people DISABLE TRIGGER ALL
ALTER TABLE plain SET SCHEMA more
ALTER TABLE more.plain SET (fillfactor = 80)
ALTER TABLE ONLY more.plain REPLICA IDENTITY FULL
ALTER INDEX people_name RENAME TO people_by_name
ALTER VIEW adults OWNER TO CURRENT_USER
ALTER MATERIALIZED VIEW counted ALTER COLUMN n SET STATISTICS 10
ALTER SEQUENCE one_sequence RESTART WITH 5
ALTER SEQUENCE one_sequence OWNED BY people.id
ALTER TYPE mood ADD VALUE 'so-so' AFTER 'good'
ALTER TYPE pair ADD ATTRIBUTE c int
ALTER DOMAIN positive ADD CONSTRAINT small CHECK (value < 1000)
ALTER FUNCTION add_one(integer) COST 10
ALTER FUNCTION quiet(int) RESET ALL
ALTER ROLE somebody SET work_mem = '8MB'
ALTER USER someone VALID UNTIL 'infinity'
ALTER DATABASE session_state SET own.database_setting = 'x'
ALTER DATABASE session_state RESET ALL
ALTER SYSTEM SET log_min_duration_statement = 1000
ALTER SYSTEM RESET ALL
ALTER DEFAULT PRIVILEGES IN SCHEMA more GRANT SELECT ON TABLES TO somebody
ALTER SCHEMA more RENAME TO still_more
ALTER POLICY own_rows ON people TO somebody
ALTER TRIGGER people_change ON people RENAME TO people_changed
ALTER PUBLICATION published ADD TABLE orders
ALTER SERVER far OPTIONS (ADD host 'x')
! ALTER LARGE OBJECT 1 OWNER TO CURRENT_USER
COMMENT ON TABLE people IS 'SET work_mem; people''s'
COMMENT ON COLUMN people.name IS NULL
GRANT SELECT, INSERT (name) ON people TO somebody WITH GRANT OPTION
GRANT somebody TO someone
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO somebody
REVOKE ALL PRIVILEGES ON people FROM somebody CASCADE
REASSIGN OWNED BY someone TO CURRENT_USER
! SECURITY LABEL ON TABLE people IS NULL

# Rows.
INSERT INTO people (name, age) VALUES ('Ann', 30), ('Bob', 40), (E'it\'s; LISTEN a', 1)
INSERT INTO people AS p (name, email) VALUES ('Cy', 'me@example.com') ON CONFLICT (email) DO UPDATE SET name = excluded.name || p.name RETURNING id, lower(name)
INSERT INTO people (name) SELECT 'n' || n FROM generate_series(1, 5) AS s (n) ON CONFLICT DO NOTHING
INSERT INTO plain_again DEFAULT VALUES
INSERT INTO orders (person, total) OVERRIDING USER VALUE SELECT id, 5 FROM people LIMIT 2
INSERT INTO "Odd ""Name""; SET" ("select", "FROM") VALUES (1, '"; SET x = 1')
WITH moved AS (DELETE FROM orders WHERE total > 100 RETURNING *) INSERT INTO orders (person, total) SELECT person, total FROM moved
UPDATE people SET name = upper(name), data = data || '{"a": 1}', tags = ARRAY['a', 'b'] WHERE id = 1
UPDATE people SET (name, age) = ('Dan', 5) WHERE id IN (SELECT id FROM people ORDER BY id LIMIT 1)
UPDATE people p SET age = o.n FROM (SELECT person, count(*) AS n FROM orders GROUP BY person) o WHERE o.person = p.id RETURNING p.*
UPDATE people SET data = jsonb_set(data, '{x,y}', to_jsonb(now()), true), age = COALESCE(age, 0) + 1
DELETE FROM orders USING people WHERE orders.person = people.id AND people.name = 'nobody'
DELETE FROM people WHERE name LIKE 'SET%' ESCAPE '!' RETURNING *
MERGE INTO people AS t USING (VALUES (1, 'x')) AS s (id, name) ON t.id = s.id WHEN MATCHED AND t.age > 100 THEN DELETE WHEN MATCHED THEN UPDATE SET name = s.name WHEN NOT MATCHED THEN INSERT (name) VALUES (s.name)
TRUNCATE TABLE computed, copied RESTART IDENTITY CASCADE

# Queries.
SELECT 1
select 1;
;SELECT 1;;
SELECT 'SET work_mem; DO' AS "LISTEN"
SELECT $$ ; SET work_mem = '1MB'; $$
SELECT $x$ $$ ; LISTEN a $$ $x$, $y1$'$y1$
SELECT E'\\', E'a\'b', 'c\d', '', U&'d\0061t\+000061', B'101', X'1F', N'x'
SELECT 'a'
    'b', E'c\n'
    '\'d'
SELECT 'it''s' || 'x' -- ; SET work_mem = '1MB'
/* SET work_mem /* nested; LISTEN a */ still */ SELECT /* DO */ 2
-- LISTEN a
    SELECT 3 -- and on
SELECT * FROM people WHERE data @> '{"SET": 1}' AND data ? 'x' OR data #>> '{a,b}' = 'c' OR tags && ARRAY['a']
SELECT * FROM people WHERE email = 'a@b.c' AND name ~* '^a' AND name NOT ILIKE '%b' AND age BETWEEN 1 AND (2 + 3) AND age = ANY (ARRAY[1, 2]) AND (id, age) IN ((1, 2), (3, 4))
SELECT count(*), count(DISTINCT name), sum(age) FILTER (WHERE age > 1), avg(age)::numeric(10, 2), string_agg(name, ',' ORDER BY name), array_agg(id), json_agg(p), max(born), bool_or(age > 1) FROM people p GROUP BY GROUPING SETS ((name), (age), ()) HAVING count(*) > 0
SELECT row_number() OVER (PARTITION BY age ORDER BY id), rank() OVER w, lag(name, 1) OVER w, sum(age) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM people WINDOW w AS (ORDER BY age)
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY age), mode() WITHIN GROUP (ORDER BY name) FROM people
WITH RECURSIVE t (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 5), u AS MATERIALIZED (SELECT 1) SELECT sum(n) FROM t, u
WITH a (x) AS (SELECT 1), b (y, z) AS NOT MATERIALIZED (SELECT 2, 3) SELECT x, y FROM a CROSS JOIN b
WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SEARCH DEPTH FIRST BY n SET o SELECT * FROM t ORDER BY o
SELECT p.name, o.total FROM people p LEFT JOIN orders o ON (o.person = p.id) INNER JOIN LATERAL (SELECT max(total) AS m FROM orders WHERE person = p.id) l ON true NATURAL JOIN (SELECT 1 AS one) q FULL OUTER JOIN people r ON (r.id = p.id)
SELECT * FROM (SELECT id, name FROM people) AS sub (a, b), (VALUES (1, 2)) v (c, d), generate_series(1, 3) WITH ORDINALITY AS g (e, f)
SELECT * FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a', 'b'])) AS r (a, b)
SELECT * FROM unnest(ARRAY[1, 2]) WITH ORDINALITY t (a, n)
SELECT * FROM json_to_recordset('[{"a": 1}]') AS x (a int, b text), jsonb_each_text('{"a": 1}') AS y (k, v)
SELECT * FROM ONLY people TABLESAMPLE BERNOULLI (10) REPEATABLE (1)
SELECT DISTINCT ON (age) id, CASE WHEN age > 1 THEN 'a' WHEN (age < 0) THEN upper('b') ELSE 'c' END FROM people ORDER BY age, id DESC NULLS LAST LIMIT 10 OFFSET (1)
SELECT id FROM people ORDER BY id FETCH FIRST 3 ROWS WITH TIES
SELECT id FROM people FOR UPDATE SKIP LOCKED
SELECT id FROM people FOR SHARE OF people NOWAIT
(SELECT 1) UNION ALL (SELECT 2) INTERSECT SELECT 3 EXCEPT SELECT 4 ORDER BY 1
VALUES (1, 'a'), (2, 'b') ORDER BY 1
TABLE people
SELECT EXISTS (SELECT 1 FROM people), NOT EXISTS (SELECT), 1 = ALL (SELECT 2), 1 IN (SELECT 1), ROW(1, 2) = (1, 2), NULLIF(1, 2), GREATEST(1, 2), LEAST(1, 2)
SELECT CAST('1' AS integer), '1'::int, date '2020-01-01' + interval '1 day', timestamp(3) '2020-01-01', EXTRACT(year FROM now()), date_trunc('day', now()), now() AT TIME ZONE 'UTC', age(now()), to_char(now(), 'YYYY-MM-DD')
SELECT substring('abc' FROM 1 FOR 2), position('a' IN 'b'), trim(BOTH 'x' FROM 'xax'), overlay('abc' PLACING 'x' FROM 1), concat_ws(',', 'a', 'b'), format('%s', 1), regexp_replace('a', 'b', 'c', 'g'), split_part('a,b', ',', 1), left('a', 1), md5('x'), length('x'), replace('a', 'b', 'c'), quote_ident('x')
SELECT abs(-1), round(1.5), ceil(1.2), floor(1.2), power(2, 3), sqrt(4), random(), mod(5, 2), gcd(4, 6), width_bucket(5, 1, 10, 5), pi(), 5 % 2, 2 ^ 3, |/ 4, @ -5, 5 # 3, ~1
SELECT gen_random_uuid(), version(), current_user, session_user, current_database(), current_schema(), pg_backend_pid(), txid_current(), pg_typeof(1), inet_client_addr(), current_setting('work_mem'), pg_size_pretty(pg_database_size(current_database()))
SELECT to_tsvector('english', 'a cat') @@ plainto_tsquery('cat'), ts_rank(to_tsvector('a'), to_tsquery('a')), websearch_to_tsquery('a or b')
SELECT data->'a', data->>'b', data#>'{c}', jsonb_build_object('a', 1), jsonb_path_query(data, '$.a[*] ? (@ > 1)'), row_to_json(p), jsonb_array_elements('[1, 2]'::jsonb) FROM people p
SELECT (ARRAY[1, 2])[1], array_length(tags, 1), cardinality(tags), tags[1], array_to_string(tags, ',') FROM people
SELECT 1.5e3, .5, 1., 1e-5, tags[1:2], -5 FROM people
SELECT xmlelement(name a, xmlattributes('b' AS c), 'd'), xpath('/a', '<a/>'), xmlforest(1 AS a)
SELECT nextval('one_sequence')
SELECT setval('one_sequence', 20, false), setval('one_sequence', 30)
SELECT last_value FROM one_sequence
SELECT "p"."name" FROM "public"."people" AS "p" WHERE "p"."id" = 1 LIMIT 1
SELECT pg_catalog.lower('A'), pg_catalog.abs(-1), operator_result.a FROM (SELECT 1 OPERATOR(pg_catalog.+) 2 AS a) operator_result
SELECT pg_sleep(0), pg_cancel_backend(0), pg_notify('a', 'b')
SELECT pg_advisory_xact_lock(1), pg_try_advisory_xact_lock(2, 3)
SELECT relname FROM pg_class WHERE relkind = 'r' AND pg_table_is_visible(oid)
SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema()
SELECT c.relname AS name, pg_total_relation_size(c.oid) AS size, obj_description(c.oid, 'pg_class') AS comment FROM pg_class c, pg_namespace n WHERE c.relkind IN ('r', 'p') AND n.oid = c.relnamespace AND n.nspname = ANY (current_schemas(false)) ORDER BY c.relname
SELECT a.attname, format_type(a.atttypid, a.atttypmod) AS type, pg_get_expr(d.adbin, d.adrelid) AS "default", col_description(a.attrelid, a.attnum) FROM pg_attribute a LEFT JOIN pg_attrdef d ON (d.adrelid = a.attrelid AND d.adnum = a.attnum) WHERE a.attrelid = 'people'::regclass AND a.attnum > 0
SELECT pg_get_indexdef(indexrelid), pg_get_constraintdef(c.oid) FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid
SELECT pid, query FROM pg_stat_activity WHERE state <> 'idle'
SELECT COUNT(*) AS aggregate FROM "people" WHERE "name"::text LIKE '%x%' AND "made"::date = '2020-01-01'
SELECT * FROM "people" WHERE "id" = 1 AND "age" IS NOT NULL AND EXISTS (SELECT * FROM "orders" WHERE "people"."id" = "orders"."person") ORDER BY "id" ASC LIMIT 15 OFFSET 0
INSERT INTO "people" ("name", "email") VALUES ('x', 'y@z') RETURNING "id"
UPDATE "people" SET "name" = 'x', "made" = '2020-01-01 00:00:00' WHERE "id" = 1
SELECT t0_.id AS id_0, t0_.name AS name_1 FROM people t0_ WHERE t0_.name = 'x' AND t0_.id IN (1, 2, 3)
SELECT lo_create(100)
SELECT lo_unlink(100)
SELECT 1; SELECT 2; SELECT 3
INSERT INTO people (name) VALUES ('a;b'); UPDATE people SET age = 1 WHERE name = 'a;b'; DELETE FROM people WHERE name = 'a;b'
SHOW work_mem
SHOW ALL
SHOW TRANSACTION ISOLATION LEVEL
EXPLAIN SELECT * FROM people
EXPLAIN ANALYZE SELECT count(*) FROM people
EXPLAIN (ANALYZE, BUFFERS, FORMAT json) UPDATE people SET age = age
EXPLAIN VERBOSE INSERT INTO people (name) VALUES ('x')
EXPLAIN CREATE TABLE explained AS SELECT 1

# Transactions.
BEGIN
BEGIN WORK
BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY, DEFERRABLE
START TRANSACTION READ WRITE
BEGIN; INSERT INTO people (name) VALUES ('x'); COMMIT
BEGIN; SELECT 1; ROLLBACK
> BEGIN
COMMIT
> BEGIN
COMMIT AND CHAIN
> BEGIN
END TRANSACTION
> BEGIN
ROLLBACK
> BEGIN
ABORT
> BEGIN
SAVEPOINT a
> BEGIN
> SAVEPOINT a
ROLLBACK TO SAVEPOINT a
> BEGIN
> SAVEPOINT a
RELEASE a
> BEGIN
SET LOCAL work_mem = '1MB'
> BEGIN
SET LOCAL ROLE somebody
> BEGIN
SET LOCAL search_path TO more, public
BEGIN; SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; COMMIT
> BEGIN
SET CONSTRAINTS ALL DEFERRED
> BEGIN
SELECT set_config('work_mem', '1MB', true)
> BEGIN
SELECT set_config('own.setting', 'x', 'true'), set_config('work_mem', '1MB', 't')
> BEGIN
LOCK TABLE people IN ACCESS EXCLUSIVE MODE NOWAIT
> BEGIN
DECLARE c CURSOR FOR SELECT * FROM people
> BEGIN
DECLARE c NO SCROLL CURSOR WITHOUT HOLD FOR SELECT lower(name) FROM people
> BEGIN
> DECLARE c CURSOR FOR SELECT * FROM people
FETCH FORWARD 2 FROM c
> BEGIN
> DECLARE c CURSOR FOR SELECT * FROM people
MOVE ABSOLUTE 1 IN c
> BEGIN
> DECLARE c CURSOR FOR SELECT * FROM people
CLOSE c
> BEGIN
SELECT pg_advisory_xact_lock(5)
> BEGIN
SELECT pg_export_snapshot()
> BEGIN
SELECT lo_open(lo_create(0), 131072)
> BEGIN
! SELECT 1/0
> BEGIN
NOTIFY a, 'payload; SET'
SET LOCAL work_mem = '1MB'
SET CONSTRAINTS ALL IMMEDIATE
COMMIT
ROLLBACK
SET LOCAL work_mem = '1MB'; SELECT 1

# Upkeep.
ANALYZE
ANALYZE people (name, age)
VACUUM people
VACUUM (ANALYZE, VERBOSE false) people
REINDEX TABLE people
REINDEX INDEX CONCURRENTLY people_by_name
CLUSTER people USING people_by_name
CHECKPOINT
REFRESH MATERIALIZED VIEW counted
REFRESH MATERIALIZED VIEW counted WITH NO DATA
NOTIFY somewhere
COPY people TO '/dev/null'
COPY (SELECT lower(name) FROM people) TO '/dev/null' WITH (FORMAT csv, HEADER)
! COPY people FROM '/nowhere' WHERE age > 1
SELECT pg_stat_clear_snapshot(), pg_stat_reset()

# Settings.
* SET work_mem = '1MB'
* SET work_mem TO '1MB'
* set session work_mem to 2048
* SET search_path = more, public
* SET search_path TO 'more'
* SET NAMES 'latin1'
* SET client_encoding TO 'latin1'
* SET TIME ZONE 'Asia/Tokyo'
* SET TIME ZONE INTERVAL '+05:00' HOUR TO MINUTE
* SET SESSION TIME ZONE -5
* SET timezone = 'Asia/Tokyo'
* SET datestyle = 'German'
* SET application_name = 'x; y'
* SET statement_timeout = '5s'
* SET lock_timeout TO 100
* SET standard_conforming_strings = off
* SET default_transaction_read_only = on
* SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE
* SET ROLE somebody
* SET SESSION AUTHORIZATION somebody
* SET SEED TO 0.5; SET work_mem = '1MB'
SET SEED TO 0.5
* SET own.setting = 'x'
* SET XML OPTION DOCUMENT
* SET enable_seqscan = off; SET enable_indexscan = off
* /* a */ SET /* b */ work_mem -- c
    = '1MB'
* SELECT 1; SET work_mem = '1MB'
* SET work_mem = '1MB'; SELECT 1
* SELECT 'a;b' ; -- c;
    SET work_mem = '1MB' ;
* BEGIN; SET work_mem = '1MB'; COMMIT
> BEGIN
* SET work_mem = '1MB'
> BEGIN
> SET LOCAL work_mem = '2MB'
* SET SESSION work_mem = '1MB'
> SET work_mem = '1MB'
* RESET work_mem
> SET work_mem = '1MB'
* RESET ALL
> SET ROLE somebody
* RESET ROLE
> SET SESSION AUTHORIZATION somebody
* RESET SESSION AUTHORIZATION
> SET work_mem = '1MB'
* SET work_mem TO DEFAULT
* SELECT set_config('work_mem', '1MB', false)
* SELECT pg_catalog.set_config('search_path', '', false)
* SELECT set_config('own.setting', 'x', false), 1
* SELECT set_config(name, '1MB', false) FROM pg_settings WHERE name = 'work_mem'
* SELECT set_config('work_mem', '1MB', 1 = 2)
* SELECT "set_config"('work_mem', '1MB', false)
* SELECT "pg_catalog" . "set_config" ('work_mem', '1MB', false)
* SELECT SET_CONFIG/* */(E'work\x5fmem', '1MB', false)
* SELECT U&"set\005fconfig"('work_mem', '1MB', false)
* SELECT U&"set!005fconfig" UESCAPE '!' ('work_mem', '1MB', false)
* SELECT E'\'', set_config('work_mem', '1MB', false) --'
* SELECT $$'$$, set_config('work_mem', '1MB', false), $$'$$
* SELECT $a$ $$ $a$, set_config('work_mem', '1MB', false), $b$ $$ $b$
* SELECT 1 /* /* */ ' */, set_config('work_mem', '1MB', false) /*'*/
* SELECT (ARRAY[set_config('work_mem', '1MB', false)])[1]
* SELECT CASE WHEN true THEN set_config('work_mem', '1MB', false) END
* SELECT count(*) FILTER (WHERE set_config('work_mem', '1MB', false) IS NOT NULL)
* SELECT 1 WHERE set_config('work_mem', '1MB', false) <> ''
* SELECT 1 ORDER BY set_config('work_mem', '1MB', false)
* SELECT 1 LIMIT length(set_config('work_mem', '1MB', false))
* SELECT * FROM set_config('work_mem', '1MB', false)
* SELECT * FROM people JOIN set_config('work_mem', '1MB', false) AS s ON true
* SELECT * FROM (VALUES (1)) v, LATERAL set_config('work_mem', '1MB', false) s (a)
* SELECT * FROM ROWS FROM (set_config('work_mem', '1MB', false)) r (a)
* VALUES (set_config('work_mem', '1MB', false))
* WITH a AS (SELECT set_config('work_mem', '1MB', false)) SELECT * FROM a
* WITH a AS (SELECT 1) (SELECT 1 AS x) ORDER BY 1, set_config('work_mem', '1MB', false)
* INSERT INTO copied_too VALUES (1, set_config('work_mem', '1MB', false))
* INSERT INTO copied_too (a) VALUES (1) RETURNING set_config('work_mem', '1MB', false)
* UPDATE copied_too SET b = set_config('work_mem', '1MB', false)
* DELETE FROM copied_too WHERE b = set_config('work_mem', '1MB', false)
* EXPLAIN ANALYZE SELECT set_config('work_mem', '1MB', false)
* CREATE TABLE by_call AS SELECT set_config('work_mem', '1MB', false) AS a
CREATE MATERIALIZED VIEW by_call_too AS SELECT set_config('work_mem', '1MB', false) AS a
* ALTER TABLE people ADD COLUMN by_call text DEFAULT set_config('work_mem', '1MB', false)
* COPY (SELECT set_config('work_mem', '1MB', false)) TO '/dev/null'
* SELECT noise()
* SELECT public.noise()
* CALL proceed()
* DO $$ BEGIN PERFORM set_config('work_mem', '1MB', false); END $$
* DO LANGUAGE plpgsql 'BEGIN SET work_mem = ''1MB''; END'
* LOAD 'auto_explain'
SELECT setseed(0.5)
UPDATE pg_settings SET setting = setting WHERE name = 'work_mem'
* UPDATE pg_settings SET setting = '1MB' WHERE name = 'work_mem'
* UPDATE ONLY "pg_catalog"."pg_settings" s SET setting = '1MB' WHERE name = 'work_mem'
! WITH a AS (UPDATE pg_settings SET setting = '1MB' WHERE name = 'work_mem' RETURNING 1) SELECT * FROM a

# Temporary objects.
* CREATE TEMP TABLE t (a int)
* CREATE TEMPORARY TABLE IF NOT EXISTS t (a int)
* CREATE LOCAL TEMP TABLE t (a int)
* CREATE GLOBAL TEMPORARY TABLE t (a int)
* CREATE TABLE pg_temp.t (a int)
* CREATE TABLE "pg_temp".t (a int)
* CREATE TABLE U&"pg\005ftemp".t (a int)
* CREATE TEMP TABLE t AS SELECT 1
* CREATE TABLE pg_temp.t AS SELECT 1
* SELECT 1 AS a INTO TEMP t
* SELECT 1 AS a INTO TEMPORARY TABLE t
* SELECT 1 AS a INTO pg_temp.t
* WITH x AS (SELECT 1 AS a) SELECT * INTO TEMP t FROM x
* CREATE TEMP VIEW v AS SELECT 1 AS a
* CREATE OR REPLACE TEMP VIEW v AS SELECT 1 AS a
* CREATE TEMP RECURSIVE VIEW v (n) AS SELECT 1
* CREATE VIEW pg_temp.v AS SELECT 1 AS a
* CREATE TEMP SEQUENCE s
* CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS 'SELECT 1'
* CREATE TYPE pg_temp.k AS ENUM ('a')
* CREATE DOMAIN pg_temp.d AS int
* CREATE /* TABLE */ TEMP /* */ TABLE t (a int) -- x
* SELECT 1; CREATE TEMP TABLE t (a int)
! ALTER TABLE copied_too SET SCHEMA pg_temp
> CREATE TEMP TABLE t (a int)
* DROP TABLE t
> CREATE TEMP TABLE t (a int)
* DISCARD TEMP
> CREATE TEMP TABLE t (a int)
INSERT INTO t VALUES (1)
CREATE TEMP TABLE t (a int) ON COMMIT DROP
> BEGIN
CREATE TEMP TABLE t ON COMMIT DROP AS SELECT lower(name) FROM people
> BEGIN
* CREATE TEMP TABLE t ON COMMIT DROP AS SELECT set_config('work_mem', '1MB', false)
* CREATE TEMP TABLE t (a int) ON COMMIT PRESERVE ROWS
DROP TABLE IF EXISTS absent, pg_temp.absent

# Locks, listening, names, cursors.
* SELECT pg_advisory_lock(1)
* SELECT pg_advisory_lock(1, 2)
* SELECT pg_advisory_lock_shared(1)
* SELECT pg_try_advisory_lock(1)
* SELECT id, pg_advisory_lock(id) FROM people
* SELECT 1 FROM people WHERE pg_try_advisory_lock(id)
! PERFORM_IS_NO_STATEMENT
> SELECT pg_advisory_lock(1)
* SELECT pg_advisory_unlock(1)
> SELECT pg_advisory_lock(1)
* SELECT pg_advisory_unlock_all()
* LISTEN a
* listen "A b"
> LISTEN a
* UNLISTEN a
> LISTEN a
* UNLISTEN *
> BEGIN
* LISTEN a
* PREPARE p AS SELECT 1
* PREPARE p (int) AS INSERT INTO copied_too (a) VALUES ($1)
> PREPARE p AS SELECT set_config('work_mem', '1MB', false)
* EXECUTE p
> PREPARE p AS SELECT 1
* DEALLOCATE p
> PREPARE p AS SELECT 1
* DEALLOCATE PREPARE ALL
> PREPARE p AS SELECT set_config('work_mem', '1MB', false) AS a
* CREATE TABLE by_execute AS EXECUTE p
> PREPARE p AS SELECT set_config('work_mem', '1MB', false) AS a
* EXPLAIN ANALYZE EXECUTE p
* DECLARE c CURSOR WITH HOLD FOR SELECT * FROM people
> BEGIN
* DECLARE c SCROLL CURSOR WITH HOLD FOR SELECT * FROM people
> DECLARE c CURSOR WITH HOLD FOR SELECT * FROM people
* CLOSE ALL
> BEGIN
* DECLARE c CURSOR FOR SELECT set_config('work_mem', '1MB', false) FROM people; FETCH 1 FROM c

# All of it undone.
> SET work_mem = '1MB'
> CREATE TEMP TABLE t (a int)
> LISTEN a
> SELECT pg_advisory_lock(1)
> PREPARE p AS SELECT 1
* DISCARD ALL
DISCARD ALL
/* x */ discard all;
DISCARD PLANS
DISCARD SEQUENCES

# What fails.
! SELEC 1
! SELECT 'open
! SELECT * FROM absent
! SELECT 1; SELECT 1/0
! SET work_mem = '1MB'; SELECT 1/0
! CREATE TEMP TABLE t (a int); SELECT 1/0
! LISTEN a; SELECT 1/0
! SET absent_setting = 1
! SET work_mem = '1MB'; SELEC 1
! INSERT INTO people (id, name) VALUES (1, 'x'), (1, 'y')
! SELECT pg_advisory_lock(1), 1/(age - age) FROM people
! BEGIN; SET work_mem = '1MB'; COMMIT; SELECT 1/0
! PREPARE p AS SELECT 1; SELECT 1/0
! SELECT set_config('work_mem', '1MB', false), 1/0
! DO $$ BEGIN PERFORM pg_advisory_lock(1); RAISE 'no'; END $$
! VACUUM absent
! BEGIN; DISCARD ALL
! COMMIT PREPARED 'x'
! ROLLBACK PREPARED 'x'
> BEGIN
! PREPARE TRANSACTION 'x'; SELECT 1/0
! IMPORT FOREIGN SCHEMA a FROM SERVER far INTO public
! SELECT 1 WHERE
! LISTEN
! CREATE EXTENSION absent_extension

# Taken away again.
CREATE EXTENSION IF NOT EXISTS plpgsql
DROP TRIGGER people_changed ON people
DROP POLICY own_rows ON people
DROP RULE no_delete ON still_more.plain
DROP CAST (mood AS integer)
DROP OPERATOR === (integer, integer)
DROP AGGREGATE total (integer)
DROP FUNCTION IF EXISTS add_one(integer), quiet CASCADE
DROP PROCEDURE proceed()
DROP ROUTINE with_body(int)
DROP MATERIALIZED VIEW counted, by_call_too
DROP VIEW IF EXISTS adults CASCADE
DROP INDEX people_lower
DROP INDEX CONCURRENTLY people_data
DROP SEQUENCE IF EXISTS absent
DROP PUBLICATION published
DROP STATISTICS people_statistics
DROP TEXT SEARCH CONFIGURATION mine
DROP SERVER far CASCADE
DROP FOREIGN DATA WRAPPER nothing
DROP COLLATION german
DROP TYPE pair, float_range
DROP DOMAIN positive
DROP TABLE orders, people CASCADE
DROP SCHEMA still_more, filled CASCADE
DROP OWNED BY somebody
DROP ROLE IF EXISTS somebody, someone, all_of_them
DROP DATABASE session_state_more
