#!/usr/bin/env bash
# HTTP servers on their own event loops and on ours: requests/s and CPU per request of one process, waiting handlers, and idle connections. The
# hosts are looked for in CENOTE_HOSTS, as by scripts/compat/hosts.sh; without them there is nothing to measure. Fails if a figure is beyond its bound.
#   CENOTE_HOSTS=… scripts/bench/hosts.sh [speed|idle|instructions [Workerman|amphp/http-server]]
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

if [ -z "${CENOTE_HOSTS:-}" ]; then
    say "skipped: no hosts; composer require workerman/workerman amphp/http-server, and name the project's folder in CENOTE_HOSTS"
    exit 0
fi
[ -n "${CENOTE_CLIENTS:-}" ] || CENOTE_SERVERS=postgres exec scripts/servers/run.sh "$0" "$@"
# Clients, servers and the database share the machine: nobody is tied to a core.
ulimit -n "$(ulimit -Hn)"
if [ $# -gt 0 ]; then
    exec scripts/php.sh bench/hosts/hosts.php "$@"
fi
[ -n "${SWOOLE_SO:-}" ] || say "skipped: beside Workerman's Swoole loop; pecl install swoole, and name swoole.so in SWOOLE_SO"
say "What has no figure (orders of clients that hang up, 300 interleaved requests, the hosts' own tests) is tested by scripts/compat/hosts.sh"
status=0
scripts/php.sh bench/hosts/hosts.php speed || status=1
scripts/php.sh bench/hosts/hosts.php idle || status=1
exit $status
