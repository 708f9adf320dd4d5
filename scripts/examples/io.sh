#!/usr/bin/env bash
# The examples that need servers, each compared with what it must print: scripts/servers/run.sh scripts/examples/io.sh
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

passed=0 failed=0 skipped=0

# phpredis is not packaged for every PHP.
mapfile -t options < <(stock_options)
has_redis=$("$PHP" "${options[@]}" -r 'echo class_exists("Redis") ? "yes" : "";')

# compare EXAMPLE COMMAND …: what the command prints must be what the example has to print. They look at the clock, so that a machine
# which stands still for half a second makes them print something else: up to three times.
compare() {
    local example=$1 try output
    shift
    if [ -z "$has_redis" ] && grep -qE '\bRedis\b' "$ROOT/examples/$example.php"; then
        say "SKIPPED: $example: this PHP has no phpredis"
        skipped=$((skipped + 1))
        return
    fi
    for try in 1 2 3; do
        output=$("$@" 2>&1) || output+=$'\n'"ended with $?"
        if diff <(printf '%s\n' "$output") "$ROOT/examples/$example.expected"; then
            passed=$((passed + 1))
            return
        fi
        say "$example differs, try $try"
    done
    failed=$((failed + 1))
}

for example in redis http; do
    compare "$example" "$ROOT/scripts/php.sh" "$ROOT/examples/$example.php"
done

# Three requests, and SIGTERM while Redis is at work on them.
graceful_stop() {
    local log server address clients status=0
    log=$(mktemp)
    "$ROOT/scripts/php.sh" "$ROOT/examples/graceful_stop.php" >"$log" 2>&1 &
    server=$!
    for ((tries = 0; tries < 100; tries++)); do
        address=$(sed -n 's/^listening on //p' "$log")
        [ -z "$address" ] || break
        sleep 0.1
    done
    # shellcheck disable=SC2016  # for PHP
    "$PHP" -n -r '
        $clients = array_map(fn () => stream_socket_client("tcp://$argv[1]"), [1, 2, 3]);
        foreach ($clients as $client) fwrite($client, "GET / HTTP/1.0\r\n\r\n");
        foreach ($clients as $client) echo explode("\r\n\r\n", stream_get_contents($client))[1] ?? "no answer\n";
    ' "$address" &
    clients=$!
    for ((tries = 0; tries < 500; tries++)); do
        ! redis-cli -s "$CENOTE_REDIS" info clients | grep '^blocked_clients:3' >/dev/null || break
        sleep 0.02
    done
    kill -TERM $server
    wait "$clients"
    wait $server || status=$?
    sed 's/^\(listening on .*\):[0-9]*$/\1/' "$log"
    printf 'ended with %d\n' "$status"
    rm -f "$log"
}
compare graceful_stop graceful_stop

# 120 short jobs, one that is too slow each time, and SIGTERM when 30 that take a while have been taken: worker DSN [USER]
worker() {
    local log worker status=0
    log=$(mktemp)
    run_sql() { CENOTE_DSN=$1 DB_USER=${2:-} "$ROOT/scripts/php.sh" -r '
        $pdo = new PDO(getenv("CENOTE_DSN"), getenv("DB_USER") ?: null);
        foreach (explode(";", $argv[1]) as $sql) { echo implode(" ", $pdo->query($sql)->fetch(PDO::FETCH_NUM) ?: []); }' "$3"; }
    run_sql "$1" "${2:-}" 'DROP TABLE IF EXISTS pages;DROP TABLE IF EXISTS visits;CREATE TABLE pages (url VARCHAR(200) PRIMARY KEY, body TEXT);CREATE TABLE visits (url VARCHAR(200))'
    redis() { redis-cli -s "$CENOTE_REDIS" "$@"; }
    redis del jobs jobs:failed >/dev/null
    # shellcheck disable=SC2046  # words
    redis rpush jobs /delay/60000 $(seq -f '/answer/%g/5' 1 120) >/dev/null
    CENOTE_DSN=$1 DB_USER=${2:-} "$ROOT/scripts/php.sh" "$ROOT/examples/worker.php" >"$log" 2>&1 &
    worker=$!
    for ((tries = 0; tries < 500; tries++)); do
        [ "$(redis llen jobs:failed)" = 0 ] || break
        sleep 0.02
    done
    # shellcheck disable=SC2046
    redis rpush jobs $(seq -f '/answer/%g/400' 121 150) >/dev/null
    for ((tries = 0; tries < 500; tries++)); do
        [ "$(redis llen jobs)" != 0 ] || break
        sleep 0.02
    done
    kill -TERM $worker
    wait $worker || status=$?
    cat "$log"
    printf 'stored: %s, visits: %s, failed: %s, ended with %d\n' "$(run_sql "$1" "${2:-}" 'SELECT COUNT(*) FROM pages')" \
        "$(run_sql "$1" "${2:-}" 'SELECT COUNT(*) FROM visits')" "$(redis lrange jobs:failed 0 -1)" $status
    run_sql "$1" "${2:-}" 'DROP TABLE pages;DROP TABLE visits'
    redis del jobs jobs:failed >/dev/null
    rm -f "$log"
}
compare worker worker "pgsql:${CENOTE_POSTGRES// /;}"
compare worker worker "mysql:unix_socket=$CENOTE_MARIADB;dbname=mysql" root

closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
