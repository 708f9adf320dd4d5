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
# The same options as a php.ini, for Apache.
printf '%s\n' "${stock[@]}" | sed -n 's/^extension=/&/p' >"$work/php.ini"
printf 'extension=%s\n' "$EXTENSION" >>"$work/php.ini"

server=
trap stop EXIT
listens() { (: <"/dev/tcp/127.0.0.1/$port"); }

start_cli-server() {
    (cd "$here" && exec "$PHP" "${stock[@]}" -d "extension=$EXTENSION" -S "127.0.0.1:$port" -t "$here") >"$work/log" 2>&1 &
    server=$!
    ready "$work" listens
    address=http://127.0.0.1:$port
}

start_fpm() {
    serve_fpm "$work" 2 "${stock[@]}" -d "extension=$EXTENSION"
    address=$work/fpm.sock
}

start_apache() {
    unpacked "libapache2-mod-php$branch" apache2-bin
    local modules=$UNPACKED/usr/lib/apache2/modules module
    {
        for module in mpm_prefork authz_core mime dir; do
            printf 'LoadModule %s_module %s/mod_%s.so\n' "$module" "$modules" "$module"
        done
        cat <<TEXT
LoadModule php_module $modules/libphp$branch.so
ServerRoot "$work"
ServerName localhost
PidFile "$work/apache.pid"
ErrorLog "$work/apache.log"
Listen 127.0.0.1:$port
DocumentRoot "$here"
StartServers 2
MinSpareServers 2
MaxSpareServers 2
MaxRequestWorkers 2
KeepAlive Off
PHPIniDir "$work"
TypesConfig /dev/null
<FilesMatch "\.php$">
    SetHandler application/x-httpd-php
</FilesMatch>
<Directory "$here">
    Require all granted
</Directory>
TEXT
    } >"$work/apache.conf"
    # PHP's scanned ini files are the machine's; only our own are wanted. It stops by a signal to its whole process group,
    # so it gets one of its own. Started by root and told no user, it stays root, as the test needs it.
    PHP_INI_SCAN_DIR='' LD_LIBRARY_PATH=$UNPACKED_LIBRARIES setsid "$UNPACKED/usr/sbin/apache2" -D FOREGROUND -f "$work/apache.conf" \
        >"$work/log" 2>&1 &
    server=$!
    ready "$work" listens
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
    cc -D_GNU_SOURCE "-I$(php-config --include-dir)" "${includes[@]}" -o "$programs/embed" "$here/embed.c" -L"$programs" -lphp
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
