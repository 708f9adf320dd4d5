#!/usr/bin/env bash
# "make test", and the compatibility runs in full instead of their samples. Takes about an hour.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

status=0
scripts/check/test.sh || status=1
for run in php-tests modes costs mutants; do
    say "$run, in full:"
    "scripts/compat/$run" || status=1
done
say "php-tests of the clients, in full:"
scripts/servers/run.sh scripts/compat/php-tests.sh --clients || status=1
say "the tests on MariaDB, on Oracle's server:"
scripts/compat/mysql.sh || status=1
for mode in '' --eager; do
    say "forced-pool with all drivers $mode:"
    # shellcheck disable=SC2086  # nothing, or one option
    scripts/servers/run.sh scripts/compat/forced-pool.sh $mode sqlite pgsql mysql odbc || status=1
done
say "servers that are restarted under load, for longer:"
TIMES=20 scripts/compat/restarts.sh || status=1
say "pools that outlive their requests, for longer:"
REQUESTS=20000 CENOTE_SERVERS="postgres mariadb" scripts/servers/run.sh scripts/stress/persistent.sh || status=1
say "a thread-safe PHP:"
scripts/check/zts.sh || status=1
say "the wait layer under valgrind, in full:"
scripts/servers/run.sh scripts/check/valgrind.sh --wait || status=1
exit "$status"
