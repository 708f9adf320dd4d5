#!/usr/bin/env bash
# Servers are restarted, reloaded and stopped while clients send requests in which coroutines wait (SPEC 29.8, 29.9): no request
# is aborted but those that the server program itself ends, and no log tells of a panic or a crash.
#   scripts/compat/restarts.sh [CASE …]      default: graceful reload worker-quit max-requests terminate finish stop
#   TIMES=20                              how often a server is restarted; default: 5
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"

here=$ROOT/scripts/compat/pages/restarts
times=${TIMES:-5}
clients=4
mapfile -t stock < <(stock_options)
passed=0 failed=0
server=
trap 'touch "${work:-/dev}/stop" 2>/dev/null; stop' EXIT

# load QUERY: clients begin to send requests
load() {
    local client
    : >"$work/started" && : >"$work/finished" && : >"$work/results"
    rm -f "$work/stop"
    senders=()
    for ((client = 0; client < clients; client++)); do
        "$PHP" -n "$here/load.php" "$address" "$here/page.php" "$work" "$client" "$1" &
        senders+=($!)
    done
    sleep 0.5
}
unload() {
    touch "$work/stop"
    wait "${senders[@]}"
}

check() { # WHAT COMMAND …: fails if the command prints something
    local output
    output=$("${@:2}" || true)
    if [ -z "$output" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s: %s; the first of %d lines:\n%s\n' "$case" "$1" "$(wc -l <<<"$output")" "$(head -n 10 <<<"$output")"
    fi
}
# Every connection that was made has brought the answer.
not_answered() { grep -vE ' (ok|refused)$' "$work/results"; }
# What has begun has brought the answer.
begun_not_answered() { sort "$work/started" | comm -23 - <(sed -n 's/ ok$//p' "$work/results" | sort); }
begun_not_finished() { sort "$work/started" | comm -23 - <(sort "$work/finished"); }
few_answers() { [ "$(grep -c ' ok$' "$work/results")" -ge 50 ] || wc -l <"$work/results"; }
crashes() { cat "$work"/*.log "$work/log" 2>/dev/null | grep -aE "panick|BUG|core dumped|SIGSEGV|SIGABRT|Segmentation|Aborted|signal (6|11)|PHP Fatal|${1:-signal 15}"; }

begin() { # CASE
    case=$1
    work=$COMPAT/restarts/$case
    rm -rf "$work"
    mkdir -p "$work"
}
begin_fpm() { # CASE LINE …
    begin "$1"
    fpm_global='process_control_timeout = 20s' fpm_pool=$(printf '%s\n' "${@:2}") \
        serve_fpm "$work" 3 "${stock[@]}" -d "extension=$EXTENSION"
    address=unix://$work/fpm.sock
}
workers() { pgrep -P "$server"; }
end() { # SUMMARY
    stop
    printf '%-14s %s: %d answers\n' "$case" "$1" "$(grep -c ' ok$' "$work/results")"
}

case_graceful() {
    local ini time port
    begin graceful
    port=$(free_port)
    mapfile -t ini < <(printf '%s\n' "${stock[@]}" | grep '^extension=')
    serve_apache "$work" "$here" 3 "$port" "${ini[@]}" "extension=$EXTENSION"
    address=tcp://127.0.0.1:$port
    load ''
    for ((time = 0; time < times; time++)); do
        kill -USR1 "$server" || true
        sleep 0.4
    done
    unload
    check 'the server runs' not "kill -0 $server"
    if [ -z "${APACHE_PHP:-}" ]; then
        check 'each connection is answered' not_answered
    else
        # Apache's event closes connections, also of requests that have begun, with and without cenote.
        check 'no answer is wrong' grep -vE ' (ok|refused|nothing)$' "$work/results"
    fi
    check 'no connection is refused' grep ' refused$' "$work/results"
    check 'there was load' few_answers
    # restart, in which Apache ends requests itself
    kill -HUP "$server" || true
    # Event's children do not always end when they are told to, and what Apache is told meanwhile is lost.
    for _ in $(seq 100); do
        ! sed -n '/SIGHUP received/,$p' "$work/apache.log" | grep 'resuming normal' >/dev/null || break
        sleep 0.2
    done
    check 'it listens after a restart' not "listens $port"
    end "$times graceful restarts of Apache, and a restart"
    check 'no crash' crashes
}
not() { bash -c "$(declare -f listens); $1" >/dev/null 2>&1 || echo 'it does not'; }

case_reload() {
    local time
    begin_fpm reload
    load ''
    for ((time = 0; time < times; time++)); do
        kill -USR2 "$server" || true
        sleep 0.7
    done
    unload
    check 'the server runs' not "kill -0 $server"
    check 'each connection is answered' not_answered
    check 'there was load' few_answers
    end "$times reloads of php-fpm"
    check 'no crash' crashes
}

case_worker-quit() {
    local time worker
    begin_fpm worker-quit
    load ''
    for ((time = 0; time < 2 * times; time++)); do
        worker=$(workers | shuf -n 1)
        [ -z "$worker" ] || kill -QUIT "$worker" || true
        sleep 0.2
    done
    unload
    check 'each connection is answered' not_answered
    check 'there was load' few_answers
    end "$((2 * times)) workers told to quit"
    check 'no crash' crashes
}

case_max-requests() {
    begin_fpm max-requests 'pm.max_requests = 5'
    load ''
    sleep "$times"
    unload
    check 'each connection is answered' not_answered
    check 'there was load' few_answers
    end 'pm.max_requests = 5'
    check 'no crash' crashes
}

# What takes too long is ended by FPM, and nothing else is.
case_terminate() {
    begin_fpm terminate 'request_terminate_timeout = 1s'
    load 'slow=60000'
    sleep $((2 * times))
    unload
    check 'what is short is answered' not_answered_but_slow
    [ "$(grep -c nothing "$work/results")" -gt 0 ] || check 'what is long is ended' echo 'none was'
    end 'request_terminate_timeout'
    check 'no crash' crashes 'signal 9'
}
not_answered_but_slow() { not_answered | awk '{split($1, part, "-")} part[2] % 4 != 3'; }

# What goes on after the answer is brought to its end.
case_finish() {
    local time
    begin_fpm finish 'pm.max_requests = 20'
    load 'finish=1'
    for ((time = 0; time < times; time++)); do
        kill -USR2 "$server" || true
        sleep 0.7
    done
    unload
    check 'each connection is answered' not_answered
    check 'there was load' few_answers
    kill -QUIT "$server" || true
    wait "$server" || true
    check 'what has begun is finished' begun_not_finished
    end 'fastcgi_finish_request() and reloads'
    check 'no crash' crashes
}

case_stop() {
    local time
    for ((time = 0; time < (times + 4) / 5; time++)); do
        begin_fpm stop
        load ''
        kill -QUIT "$server" || true
        wait "$server" || true
        unload
        check 'what has begun is answered' begun_not_answered
        check 'what has begun is finished' begun_not_finished
        end 'php-fpm stopped'
        check 'no crash' crashes
    done
}

[ $# -gt 0 ] || set -- graceful reload worker-quit max-requests terminate finish stop
for name in "$@"; do
    "case_$name"
done
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
