#!/usr/bin/env bash
# The extension in a thread-safe PHP (ZTS), which is built from Debian's source package below target/compat/. The extension's tests run
# with it, one thread each, alone and with opcache; then a program serves requests on several threads (tests/threads).
#   scripts/check/zts.sh [phpt | opcache | threads | servers | apache | valgrind | helgrind | long] …      default: all but the last
# long: 160,000 requests on eight threads, of which each hundredth is on a PostgreSQL that is killed every few seconds (half an hour).
#   scripts/check/zts.sh -- COMMAND …                                 anything else with that PHP, such as scripts/check/phpt.sh PATH
# THREADS=8, REQUESTS=250 on each, in ROUNDS=4. Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/compat/own-php.sh
source "$(dirname "$0")/../compat/own-php.sh"

own_php zts-php "-O2 -g" --enable-zts --enable-embed=shared
"$ROOT/scripts/build.sh"
if [ "${1:-}" = -- ]; then
    shift
    exec "$@"
fi
say "PHP $("$PHP" -n -r 'echo PHP_VERSION, PHP_ZTS ? " for threads" : "";')"

parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(phpt opcache threads servers apache valgrind helgrind)
threads=${THREADS:-8}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
host=$COMPAT/zts-php/host
passed=0 failed=0 skipped=0

build_host() {
    local includes libraries
    read -r -a includes <<<"$("$PHP_CONFIG" --includes)"
    libraries=$("$PHP_CONFIG" --prefix)/lib
    [ "$host" -nt "$ROOT/tests/threads/host.c" ] ||
        cc -Wall -Wextra -Werror -Wno-unused-parameter -g "${includes[@]}" -o "$host" "$ROOT/tests/threads/host.c" \
            -L"$libraries" -Wl,-rpath,"$libraries" -lphp -pthread
}

# host THREADS REQUESTS REQUESTS_PER_THREAD SCRIPT [INI] …: the lines of php.ini besides those that every run has
host() {
    local ini folder line
    folder=$(mktemp -d "$work/XXXX")
    ini="extension=$EXTENSION"$'\n'"html_errors=0"$'\n'"display_errors=1"$'\n'"error_reporting=32767"$'\n'"register_argc_argv=1"
    for line in "${@:5}"; do ini+=$'\n'$line; done
    "${under[@]}" "$host" "$1" "$2" "$3" "$ini" "$ROOT/tests/threads/$4" "$folder"
}

# one NAME COMMAND …: a command that is one test
one() {
    local name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        say "FAILED: $name"
        head -n 40 "$work/log"
    fi
    say "$name: $(tail -n 1 "$work/log")"
}

# many REQUESTS SCRIPT [INI] …: from the second round on there are no more descriptors, and next to no memory, than after the first
many() {
    ROUNDS=${ROUNDS:-4} host "$threads" "${REQUESTS:-$1}" 25 "${@:2}" 2>&1 | tee "$work/rounds" || return 1
    awk '$1 == "round" {
        if ($2 == "1:") next
        if ($2 == "2:") {descriptors = $7; memory = $9}
        last = $9
        if ($7 != descriptors) {print "descriptors: " descriptors " and then " $7; bad = 1}
    } END {
        if (last > memory * 1.1 + 1024) {print "memory: " memory " kB and then " last; bad = 1}
        exit bad
    }' "$work/rounds"
}

mapfile -t with_opcache < <(printf '%s\n' "zend_extension=opcache" opcache.enable_cli=1 opcache.enable=1 opcache.jit=tracing opcache.jit_buffer_size=64M)

# What valgrind finds is a failure; the engine's own memory is asked for piece by piece, so that each wrong access is seen.
under_valgrind() {
    local under=(env LATEST_MS=10000 USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 valgrind --quiet --error-exitcode=9 --num-callers=40 "--suppressions=$ROOT/tests/threads/valgrind.supp")
    host 3 2 1 "$1" pcre.jit=0
}

# A race is ours if its stack has a frame of ours, and it is in no function of the engine (which keeps the size of a page in a static) or of a library.
# Helgrind knows no atomic variables: it takes each for a race, and sees neither the lock that is made of one (wait/patching/turns.rs) nor what one publishes (PerStart).
without_races() {
    local under=(env LATEST_MS=20000 USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 valgrind --tool=helgrind --num-callers=40 "--log-file=$work/helgrind") status=0
    host 3 2 1 "$1" pcre.jit=0 || status=$?
    awk '/^==[0-9]+== Possible data race/ {inside = 1; text = first = ""}
        inside && first == "" && /   at 0x/ {first = $0}
        inside {text = text "\n" $0}
        inside && /^==[0-9]+== *$/ {if (text ~ /cenote/ && first !~ /atomic_|: _?(zend|php)_|[(]in / && text !~ /patching::patcher::rescan|started::PerStart/) {print text; found = 1} inside = 0} END {exit found}' "$work/helgrind" && return "$status"
}

# Kills the database server until it is told to stop; each time it starts again, half a second later.
kill_postgres() {
    local times=0
    while [ ! -e "$work/stop" ]; do
        sleep 5
        touch "$CENOTE_FOLDER/postgres.again" "$CENOTE_FOLDER/postgres.down"
        kill -QUIT "$(head -n 1 "$CENOTE_FOLDER/postgres/data/postmaster.pid")" && times=$((times + 1))
        sleep 0.5
        rm "$CENOTE_FOLDER/postgres.down"
        echo "$times" >"$work/kills"
    done
}

run_phpt() {
    "$ROOT/scripts/check/phpt.sh" "$@" >"$work/phpt" 2>&1 || true
    grep -E '^(FAILED|BORKED|LEAKED|WARNED): ' "$work/phpt" || true
    say "phpt ${*:-}: $(tail -n 1 "$work/phpt")"
    add_counts "$work/phpt"
}

# add_counts FILE: those in its last line
add_counts() {
    local counts
    counts=$(tail -n 1 "$1")
    [[ $counts =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]] || die "the tests did not come to their end: $counts"
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2])) skipped=$((skipped + BASH_REMATCH[3]))
}

under=()
for part in "${parts[@]}"; do
    case $part in
    phpt) run_phpt ;;
    opcache) run_phpt --opcache ;;
    threads)
        build_host
        one 'one thread after another' host 1 20 1 request.php
        one 'threads that begin and end' many 250 request.php
        one 'the same with opcache' many 250 request.php "${with_opcache[@]}"
        one 'signals' host 5 6 3 signals.php
        one 'signals, on threads that end' host 4 6 1 signals.php
        one 'listeners that come and go' host 4 6 3 listeners.php
        one 'no thread holds up another; forks' host 8 4 2 apart.php
        ;;
    servers)
        CENOTE_SERVERS="postgres pgbouncer mariadb http" "$ROOT/scripts/servers/run.sh" "$0" beside-servers | tee "$work/beside" || true
        add_counts "$work/beside"
        ;;
    beside-servers)
        build_host
        one 'a server that ends connections' host "$threads" 40 10 server.php extension=pdo_pgsql
        CENOTE_CLIENTS="pdo_pgsql pgsql pdo_odbc curl sockets" run_phpt "$PHPT_DIR/pdo/servers" "$PHPT_DIR/wait"
        ;;
    apache)
        own_apache_module zts-php
        "$ROOT/scripts/compat/restarts.sh" graceful | tee "$work/apache" || true
        add_counts "$work/apache"
        ;;
    long)
        CENOTE_SERVERS=postgres "$ROOT/scripts/servers/run.sh" "$0" beside-killed | tee "$work/beside" || true
        add_counts "$work/beside"
        ;;
    beside-killed)
        build_host
        kill_postgres 2>"$work/killer" &
        one 'threads that begin and end, beside a server that is killed' many 5000 mixed.php extension=pdo_pgsql
        touch "$work/stop"
        wait
        say "the server was killed $(cat "$work/kills") times"
        ;;
    helgrind)
        build_host
        for script in request.php signals.php apart.php; do one "helgrind: $script" without_races "$script"; done
        ;;
    valgrind)
        build_host
        for script in request.php signals.php apart.php; do one "valgrind: $script" under_valgrind "$script"; done
        ;;
    *) die "unknown part: $part" ;;
    esac
done
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
