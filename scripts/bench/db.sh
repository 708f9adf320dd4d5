#!/usr/bin/env bash
# The benches of bench/db on servers of their own. Fails if a figure is over its bound; writes docs/reports/bench-db.md.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

[ -n "${CENOTE_CLIENTS:-}" ] || exec scripts/servers/run.sh "$0"

rows=$ROOT/target/bench-db
mkdir -p "$rows"
status=0

# bench NAME COMMAND …: one bench, on the terminal as it comes, for the document into target/bench-db/NAME
bench() {
    local name=$1
    shift
    "$@" | tee "$rows/$name" || status=1
}

last_core=$(($(nproc) - 1))

# bench_apart NAME COMMAND …: PHP on the last core, servers of its own on the others, if there are any
bench_apart() {
    local name=$1 others=0-$((last_core - 1))
    shift
    if [ "$last_core" -gt 0 ]; then
        CENOTE_SERVERS_CPUS=$others CENOTE_SERVERS="postgres mariadb" \
            bench "$name" scripts/servers/run.sh taskset --cpu-list "$last_core" "$@"
    else
        bench "$name" "$@"
    fi
}

say "100 coroutines x 50 ms on the server's side over 20 open connections (ideal 250 ms, bound 1.1 x), medians of 5:"
bench concurrency scripts/php.sh bench/db/concurrency.php
say "CPU time and system calls per request, one core, medians of 7:"
bench requests taskset --cpu-list "$last_core" scripts/php.sh bench/db/requests.php
say "the pooled PDO with its statement cache and without, one core, medians of 7:"
bench_apart cache scripts/php.sh bench/db/cache.php
if have valgrind; then
    say "instructions of PHP per request, by valgrind, not judged:"
    bench cache-instructions scripts/php.sh bench/db/cache.php instructions
else
    say "(not counted: no valgrind)" | tee "$rows/cache-instructions"
fi
say "a ticker of 5 ms beside 20 coroutines with 2 MB each (bounds: p99 gap 30 ms, longest slice 15 ms):"
ticker=(scripts/php.sh -d memory_limit=-1 bench/db/ticker.php)
# On a small machine servers that pass on 20 times 2 MB at once take PHP's core from it.
bench_apart ticker "${ticker[@]}"
if [ "$last_core" -gt 0 ]; then
    pinning="PHP has core $last_core for itself, as far as the rest of the machine lets it, and the servers the other$([ "$last_core" = 1 ] || printf s)"
    say "the same with PHP and the servers on whatever core is free, not judged:"
    bench ticker-anywhere "${ticker[@]}" unjudged
else
    pinning="everybody shares the one core"
    say "(this machine has one core)" | tee "$rows/ticker-anywhere"
fi

cat >docs/reports/bench-db.md <<TEXT
# Stock clients on real servers

Made by \`make bench-db\` on $(date -u +%Y-%m-%d): $(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1), \
$(nproc) cores, PHP $("$PHP" -n -r 'echo PHP_VERSION;'), without opcache; load average before the end: $(cut -d' ' -f1-3 /proc/loadavg).
PostgreSQL 15, MariaDB, Redis and a slow HTTP server of the run's own work on the same cores, on Unix sockets or, for HTTP
and TLS, on the loopback.

## Waits side by side

100 coroutines, each with one wait of 50 ms on the server's side, over 20 connections that were open before
(\`file_get_contents\` and \`stream_socket_client\` open one for each request). The ideal is 250 ms, the bound 1.1 times that;
medians of 5. Blocking is the same beside it: ten waits in a row, times ten. Redis ends its own waits up to 2 ms late.

\`\`\`
$(cat "$rows/concurrency")
\`\`\`

## A request

Prepared selects by primary key over a Unix socket: CPU time of PHP per request, pinned to one core, medians of 7. Each
measurement is a process of its own, and blocking, lone coroutine and 64 coroutines on 8 connections take turns. A lone
coroutine makes the system calls that blocking code makes. Once a script catches signals there are two more for a sleep,
to miss none of them.

\`\`\`
$(cat "$rows/requests")
\`\`\`

## Prepare, execute, fetch

A request is prepare + execute + fetch of one row by its primary key, over a Unix socket or in an SQLite file in WAL mode. PHP
has one core, the servers the others: where they may share it, the ratios of two rounds differ by up to two times. In one
coroutine: "kept" executes a statement that was prepared once, on a plain PDO object; "cached" and "uncached" prepare for each
request on a pooled object, with \`ATTR_POOL_STMT_CACHE_SIZE\` at 64 and at 0. In 8 coroutines side by side, without cache:
"pooled" on one pooled object with 8 connections, "plain" on a PDO object for each coroutine. MariaDB with native prepares. Each
measurement is a process of its own, the ways take turns, and each ratio is the median of the ratios of 7 rounds.

\`\`\`
$(cat "$rows/cache")
\`\`\`

The instructions that PHP executes for such a request do not depend on what else the machine does; what the kernel and the
servers do is not in them. Of what "cached" has more than "kept", 1,100 to 1,450 are the driver's, PDO's and the engine's own: for
each \`prepare()\` a statement object is made, gets its \`queryString\` and is freed, and parts of the driver's begin anew.

\`\`\`
$(cat "$rows/cache-instructions")
\`\`\`

## The pace of a timer

A coroutine that sleeps 5 ms at a time, beside 20 that connect, query, fetch 2 MB and send 2 MB, ten times each. "Wait" is
the time for which PHP was ready to run but had no core, as the kernel tells; the first bound, 30 ms, is for the 99th
percentile of the gaps with it. A slice is the CPU time for which one coroutine ran without letting others run, as
\`Async\\measure_slices()\` tells; the second bound, 15 ms, is for the longest.

Here $pinning:

\`\`\`
$(cat "$rows/ticker")
\`\`\`

And with everybody on whatever core is free, which is not judged: twenty servers with work to do take PHP's core from it.

\`\`\`
$(cat "$rows/ticker-anywhere")
\`\`\`
TEXT
scripts/docs/plots.php
exit $status
