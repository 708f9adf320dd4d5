#!/usr/bin/env bash
# PHP's own tests, without and with cenote loaded. Fails for each test that passes without it and not with it.
#   scripts/compat/php-tests.sh             all of them (make test-all)
#   scripts/compat/php-tests.sh --sample    fibers, generators, PDO, and the shutdown and stream tests (make test)
#   scripts/servers/run.sh scripts/compat/php-tests.sh --clients [GROUP …]
#                                        sockets, curl, the database clients, standard's network functions and streams,
#                                        on real servers
#   scripts/compat/php-tests.sh --waits [GROUP …]
#                                        sockets, files, streams, processes, System V and readline, with nothing spawned and with a
#                                        coroutine spawned before each test begins
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"

tests=$("$ROOT/scripts/compat/php-source.sh")
cd "$tests"
groups=(Zend/tests/fibers Zend/tests/generators ext/pdo_sqlite/tests ext/standard/tests/streams)
[ "${1:-}" = --sample ] || groups+=(ext/spl/tests Zend/tests/closures Zend/tests/try Zend/tests/gc_*.phpt tests/output tests/classes)
# The tests that have to do with the script's end, wherever they are.
mapfile -t ending < <(grep -rl --include='*.phpt' 'register_shutdown_function\|set_exception_handler' \
    Zend/tests tests ext/standard/tests | sort)
# What asks for hosts in the internet is skipped, wherever the tests run.
export SKIP_ONLINE_TESTS=1
results=$COMPAT/php-tests
if [ "${1:-}" = --clients ]; then
    [ -n "${CENOTE_CLIENTS:-}" ] || die "these tests need servers: scripts/servers/run.sh scripts/compat/php-tests.sh --clients"
    results=$COMPAT/php-tests-clients
    groups=("${@:2}") ending=()
    [ $# -gt 1 ] || groups=(ext/standard/tests/{network,streams} ext/{sockets,curl,pgsql,mysqli,pdo_pgsql,pdo_mysql,pdo_odbc}/tests)
    psql --quiet "$CENOTE_POSTGRES" --command 'CREATE DATABASE test' >/dev/null
    use_pdo_servers
    export PGSQL_TEST_CONNSTR=${CENOTE_POSTGRES/dbname=postgres/dbname=test}
    # Over TCP, as the tests of TLS want it; some connect over the socket besides.
    export MYSQL_TEST_HOST=127.0.0.1 MYSQL_TEST_PORT=${CENOTE_MARIADB_TCP##*=} MYSQL_TEST_SOCKET=$CENOTE_MARIADB
fi

spawned=
if [ "${1:-}" = --waits ]; then
    results=$COMPAT/php-tests-waits
    spawned=$ROOT/scripts/compat/programs/spawned_first.php
    groups=("${@:2}") ending=()
    [ $# -gt 1 ] || groups=(ext/standard/tests/{network,streams,file} ext/{sockets,pcntl,sysvsem,sysvmsg,readline}/tests)
fi

# ext/pdo's tests are run by ext/pdo_sqlite's.
mapfile -t options < <(stock_options)
[ -n "${CENOTE_CLIENTS:-}" ] || options+=(-d extension=sockets)
if [ -n "$spawned" ]; then
    directory=$("$PHP" -n -r 'echo ini_get("extension_dir");')
    for name in sysvsem sysvmsg readline; do
        [ ! -f "$directory/$name.so" ] || options+=(-d "extension=$name")
    done
fi
run_php_tests "$results/without" "${groups[@]}" "${ending[@]}" -- "${options[@]}"
run_php_tests "$results/with" "${groups[@]}" "${ending[@]}" -- "${options[@]}" -d "extension=$EXTENSION"

# Both ways that a test can be worse with cenote: another result, and none.
worse=$(worse_than "$results/without" "$results/with")
if [ -n "$spawned" ]; then
    run_php_tests "$results/spawned" "${groups[@]}" -- "${options[@]}" -d "extension=$EXTENSION" -d "auto_prepend_file=$spawned"
    mapfile -t differ < <(worse_than "$results/without" "$results/spawned" | sed 's/: [^:]*$//')
    if [ "${#differ[@]}" -gt 0 ]; then
        # What fails because of the file that comes first fails without cenote too.
        run_php_tests "$results/prepended" "${differ[@]}" -- "${options[@]}" -d "auto_prepend_file=$spawned"
        more=$(worse_than "$results/prepended" "$results/spawned" | sed 's/$/, with a coroutine spawned first/')
        worse=$(printf '%s\n%s\n' "$worse" "$more" | sed '/^$/d')
    fi
fi
count() { count_results "$results/$1" "$2"; }
printf 'PHP %s, tests of %s: %d run, %d fail without cenote, %d fail with it, %d skipped\n' \
    "$("$PHP" -n -r 'echo PHP_VERSION;')" "$(cat .version)" "$(count with '^(PASSED|FAILED|XFAILED|WARNED|LEAKED)$')" \
    "$(count without '^(FAILED|BORKED|WARNED|LEAKED)$')" "$(count with '^(FAILED|BORKED|WARNED|LEAKED)$')" \
    "$(count with '^SKIPPED$')"
bad=0
if [ -n "$worse" ]; then
    bad=$(wc -l <<<"$worse")
    head -n 100 <<<"$worse"
fi
closing_line "$(count with '^PASSED$')" "$bad" "$(count with '^(SKIPPED|XFAILED)$')"
[ "$bad" = 0 ]
