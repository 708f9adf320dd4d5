#!/usr/bin/env bash
# The crate against other pools, in one process, interleaved, medians of 5, and its PostgreSQL connections at work against those of others; writes
# docs/reports/bench-rust.md and its plot.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT/bench/rust"

# How many instructions a program of its own takes in user space, counted by valgrind: no load of the machine changes it.
count() {
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$@" 2>&1 |
        sed -n 's/.*I *refs: *//p' | tr -d ,
}

# Per operation: the difference of two numbers of them.
instructions() {
    local pool scenario few many
    printf '\n## Instructions\n\nIn user space per operation, on current_thread, counted by valgrind, whatever else the machine does; readings of the clock\n'
    printf 'are system calls there. Cost that is flat shows best here, since a larger crowd also has more memory than the caches hold.\n\n'
    printf '| pool | get + return, 8 idle | 1,000 idle | 64 tasks on 8 | 10 wait for 8 | 1,000 wait for 8 | cancelled after the first poll |\n'
    printf '|---|---|---|---|---|---|---|\n'
    for pool in cenote asyncband fastpool fast_pool deadpool bb8 mobc sqlx-core '(no pool)'; do
        printf '| %s |' "$pool"
        for scenario in one slots queue few many cancel; do
            # Without a pool nobody may go away.
            if [ "$pool $scenario" = '(no pool) cancel' ]; then
                printf ' – |'
                continue
            fi
            few=$(count "$programs/one" "$scenario" "$pool" 10080)
            many=$(count "$programs/one" "$scenario" "$pool" 20160)
            printf ' %d |' $(((many - few) / 10080))
        done
        printf '\n'
    done
}

# What a request takes with a server behind it. The counts of instructions are of the client alone, and differ by a few percent from run to
# run, as the answers arrive together or one by one.
database() {
    local pool statement few many
    cat <<'TEXT'

## At work on PostgreSQL

64 tasks share 8 connections of a local PostgreSQL by its socket. Each request takes a connection from the pool, asks `SELECT $1::int + 1` and
gives it back. *Kept*: the statement is prepared once for each connection. All have their defaults: cenote-postgres tests a connection after 30 s
of idle time, `Verified` and bb8 before each use, sqlx before each use and when it comes back; `Fast` sends nothing. bb8 keeps no statements.
CPU time is that of the client's process. Round trips are counted by a proxy, for one task on one connection. The instructions are the client's
in user space, on current_thread.

TEXT
    "$programs/database"
    if ! command -v valgrind >/dev/null; then return; fi
    printf '\n| instructions of the client per request | kept | prepared each time |\n|---|---|---|\n'
    for pool in cenote-postgres 'deadpool-postgres, Verified' 'deadpool-postgres, Fast' bb8-postgres sqlx; do
        printf '| %s |' "$pool"
        for statement in kept prepared; do
            if [ "$pool $statement" = 'bb8-postgres kept' ]; then
                printf ' – |'
                continue
            fi
            few=$(count "$programs/database" "$pool" "$statement" 3200)
            many=$(count "$programs/database" "$pool" "$statement" 6400)
            printf ' %d |' $(((many - few) / 3200))
        done
        printf '\n'
    done
}

export CARGO_TARGET_DIR=$ROOT/target/bench-rust
programs=$CARGO_TARGET_DIR/release
if [ "${1:-}" = --database ]; then
    database
    exit
fi
cargo build --quiet --release --locked --bins
{
    cat <<'TEXT'
# The crate cenote against other pools

Written by `make bench-rust`; versions as in `bench/rust/Cargo.lock`. All pools in one process, one after another in each of 5
rounds, medians of these; each with its check on every acquire switched on, which says yes. CPU time of the process (all
its threads, user and kernel) comes first, since others may use the machine too; compare within one table. "cenote's ÷ its" is cenote's CPU time through that
pool's: less than 1 is less.

![CPU time per operation of each pool](../img/rust-pools.svg)

* *2 tasks on 2* and all rows below: the tasks yield while they hold. Waits are measured in a second run, since to look at the
  clock has its cost.
* *drain*: so many tasks have queued for one resource; counted from its return until the last of them
  has given it back. The tasks are joined after that: to wake the thread that joins costs more than to hand over.
* *flat*: the cost of one acquire and return while so many wait for 8 resources, and with so many idle resources. It should
  not grow but for the memory of the tasks themselves: see "(no pool)".
* *(no pool)*: a mutex, a counter and a queue of wakers. Nothing is lent or checked, and no waiter may go away. It shows
  what the runtime takes alone.
* mobc and sqlx-core give back in a task of their own, which is in their numbers. sqlx-core runs over a database
  that does not exist, whose pings are ready at once; it pings on acquire and again on return.
* asyncband's pool was published as fastpool before; fastpool 1.1.2 names asyncband as its successor.
* fast_pool is another crate. It arms two timers for each acquire. It is not fair, and it makes more than `max` resources where many ask at once.
* r2d2 blocks: a caller that finds nothing idle waits in `spawn_blocking`. It is left out where that makes no sense.

TEXT
    printf 'Made on %s: %s, processors: %s. Load average at the start: %s.\n\n' "$(date -u +%Y-%m-%d)" \
        "$(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(cut -d ' ' -f 1 /proc/loadavg)"
    "$programs/bench-rust" --plot "$ROOT/docs/img/rust-pools.svg"
    printf '\n## Allocations\n\n'
    "$programs/allocations"
    if command -v valgrind >/dev/null; then instructions; fi
    CENOTE_SERVERS=postgres "$ROOT/scripts/servers/run.sh" "$ROOT/scripts/bench/rust.sh" --database
} | tee "$ROOT/docs/reports/bench-rust.md"
"$ROOT/scripts/docs/plots.php"
