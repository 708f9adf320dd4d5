#!/usr/bin/env bash
# What one request leaves must not reach the next: the extension's own tests as pages of one process of php -S, each asked for
# three times. What they print is for their own runs; here the process has to live and to answer.
#   scripts/compat/requests.sh [FOLDER …]        folders below crates/cenote-php/tests
# Tests that need something of the machine, settings or an input of their own are left out.
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"
cd "$PHPT_DIR"

folders=("$@")
[ $# -gt 0 ] || folders=(awaiting channel context coroutine coroutine_class fibers future group pool scope)
work=$(mktemp -d "${TMPDIR:-/tmp}/cenote-requests.XXXXXX")
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT
mapfile -t stock < <(stock_options)

start() {
    port=$(free_port)
    "$PHP" "${stock[@]}" -d "extension=$EXTENSION" -d max_execution_time=10 -d error_log="$work/log" -S "127.0.0.1:$port" -t "$work/pages" >"$work/out" 2>&1 &
    server=$!
    for _ in $(seq 100); do
        ! { exec 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null || return 0
        sleep 0.05
    done
    die "php -S does not listen: $(tail -n 3 "$work/out")"
}

# Pages stand beside copies of what they require.
for folder in "${folders[@]}"; do
    mkdir -p "$work/pages/$folder"
    for file in "$folder"/*.phpt "$folder"/*.inc; do
        case $file in
        *.inc) [ ! -f "$file" ] || cp "$file" "$work/pages/$file" ;;
        *) grep -qE '^--(SKIPIF|INI|STDIN|ARGS|ENV|EXTENSIONS|CAPTURE_STDIO)--$' "$file" ||
            sed -n '/^--FILE--$/,/^--EXPECT/p' "$file" | sed '1d;$d' >"$work/pages/${file%.phpt}.php" ;;
        esac
    done
done
# Helpers of other folders than those asked for.
for helpers in */*.inc; do
    [ -f "$work/pages/$helpers" ] || { mkdir -p "$work/pages/${helpers%/*}" && cp "$helpers" "$work/pages/$helpers"; }
done

# The status of three answers; 000: there was none.
# shellcheck disable=SC2016  # for PHP
ask='$context = stream_context_create(["http" => ["timeout" => 30, "ignore_errors" => true]]);
for ($n = 0; $n < 3; $n++) {
    $http_response_header = [];
    @file_get_contents($argv[1], false, $context);
    echo preg_match("~ (\d+)~", $http_response_header[0] ?? "", $status) ? $status[1] : "000", " ";
}'
passed=0 failed=0
start
cd "$work/pages"
for page in */*.php; do
    answers=$("$PHP" -n -r "$ask" "http://127.0.0.1:$port/$page")
    # The next page may be the one that meets what this one has left, so the name is that of the request that failed.
    if [[ " $answers" =~ ^(\ (200|500))+\ $ ]] && kill -0 "$server" 2>/dev/null; then
        passed=$((passed + 1))
        continue
    fi
    failed=$((failed + 1))
    status=running
    kill -0 "$server" 2>/dev/null || { status=0; wait "$server" || status=$?; }
    printf 'FAILED: %s was answered with %s; the server: %s\n' "$page" "$answers" "$status"
    kill -9 "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    start
done
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
