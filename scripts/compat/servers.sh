#!/usr/bin/env bash
# 200 requests over a pooled PDO and an Async\Pool in each server program: nothing may be left from request to request.
#   scripts/compat/servers.sh [NAME …]      default: cli-server fpm apache embed
# php-fpm and Apache come from Debian's packages and run with configuration of our own, as processes of this script.
# embed is a program that starts and ends PHP four times in one process (SPEC 29.8).
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"

here=$ROOT/scripts/compat/pages
work=$COMPAT/servers
rm -rf "$work"
mkdir -p "$work"
branch=$(php_branch)
port=$(free_port)
database=$work/test.db
mapfile -t stock < <(stock_options)

server=
trap stop EXIT

start_cli-server() {
    (cd "$here" && exec "$PHP" "${stock[@]}" -d "extension=$EXTENSION" -S "127.0.0.1:$port" -t "$here") >"$work/log" 2>&1 &
    server=$!
    ready "$work" listens "$port"
    address=http://127.0.0.1:$port
}

start_fpm() {
    serve_fpm "$work" 2 "${stock[@]}" -d "extension=$EXTENSION"
    address=$work/fpm.sock
}

start_apache() {
    local ini
    mapfile -t ini < <(printf '%s\n' "${stock[@]}" | grep '^extension=')
    serve_apache "$work" "$here" 2 "$port" "${ini[@]}" "extension=$EXTENSION"
    address=http://127.0.0.1:$port
}

# starts_again FIRST SECOND …: with the extensions in this order each of four starts does what the first did
starts_again() {
    local programs=$work/embed expected i
    expected=$(for i in 1 2 3 4; do
        printf '%s\n' '["hello","slept",42,1,true,"caught",42] Async\Pool pooled ACTIVE' unwound
    done && echo '4 starts')
    printf 'extension=%s\n' "$@" >"$programs/php.ini"
    PHPRC=$programs PHP_INI_SCAN_DIR='' LD_LIBRARY_PATH=$programs:$UNPACKED_LIBRARIES "$programs/embed" 4 "$here/one_start.php" \
        >"$programs/out" 2>&1 || echo "ended with $?" >>"$programs/out"
    diff <(printf '%s\n' "$expected") "$programs/out"
}

run_embed() {
    local programs=$work/embed includes
    unpacked "libphp$branch-embed"
    mkdir -p "$programs"
    # Its name for the loader is without the version.
    ln -s "$(readlink -f "$UNPACKED/usr/lib/libphp$branch.so")" "$programs/libphp.so"
    read -r -a includes <<<"$(php-config --includes)"
    cc -D_GNU_SOURCE "-I$(php-config --include-dir)" "${includes[@]}" -o "$programs/embed" "$ROOT/scripts/compat/sources/embed.c" -L"$programs" -lphp
    local order passed=0 failed=0
    for order in "pdo pdo_sqlite $EXTENSION" "$EXTENSION pdo pdo_sqlite"; do
        # shellcheck disable=SC2086  # a list of names
        if starts_again $order; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    done
    printf '%-14s %d starts in one process, twice\n' embed 4
    closing_line "$passed" "$failed" 0
}

declare -A sapis=([cli-server]=cli-server [fpm]=fpm-fcgi [apache]=apache2handler)
[ $# -gt 0 ] || set -- cli-server fpm apache embed
total_passed=0 total_failed=0
for name in "$@"; do
    rm -f "$database"*
    if [ "$name" = embed ]; then
        run_embed >"$work/$name.out" 2>&1 || true
    else
        "start_$name"
        "$PHP" -n "$here/client.php" "$name" "$address" "${sapis[$name]}" "$here/page.php" "$database" \
            >"$work/$name.out" 2>&1 || true
        stop
    fi
    counts=$(tail -n 1 "$work/$name.out" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, 0 skipped$/\1 \2/p')
    sed '$d' "$work/$name.out"
    read -r passed failed <<<"${counts:-0 1}"
    total_passed=$((total_passed + passed))
    total_failed=$((total_failed + failed))
    port=$((port + 1))
done
closing_line "$total_passed" "$total_failed" 0
[ "$total_failed" = 0 ]
