#!/usr/bin/env bash
# Laravel's, Doctrine's and Symfony Messenger's own code, from Debian's packages, in 64 coroutines on one pooled PDO: SQLite, and beside
# scripts/servers/run.sh PostgreSQL and MariaDB; workers of queues, and a connection for each tenant; and Predis clients and php-amqplib's connections in an Async\Pool. The packages are
# fetched below target/compat, not installed. What cannot be had is skipped, with a line that says so.
# Our own packages come from Composer, by the commands in their READMEs.
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"
cd "$ROOT"

passed=0 failed=0 skipped=0
options=(-d "include_path=$UNPACKED/usr/share/php:/usr/share/php" -d error_reporting=8191)

fetched() { (unpacked "$1" php-mbstring) >"$COMPAT/$1.log" 2>&1; }

load_extensions() {
    local name directory builtin
    builtin=$("$PHP" -n -m)
    directory=$("$PHP" -n -r 'echo ini_get("extension_dir");')
    for name in "$@"; do
        if ! grep -qix "$name" <<<"$builtin"; then
            [ -f "$directory/$name.so" ] || name=$UNPACKED$directory/$name.so
            options+=(-d "extension=$name")
        fi
    done
}

# The server that a driver needs, if it is there.
has_server() {
    case $1 in
        pgsql) [ -n "${CENOTE_POSTGRES:-}" ] ;;
        mysql) [ -n "${CENOTE_MARIADB:-}" ] ;;
        redis) [ -n "${CENOTE_REDIS:-}" ] ;;
        rabbitmq) [ -n "${CENOTE_RABBITMQ:-}" ] ;;
    esac
}

# check SCRIPT PACKAGE DRIVER …
check() {
    local script=$1 package=$2 driver output version
    shift 2
    if ! fetched "$package"; then
        say "skipped: $script, Debian's $package could not be fetched: $(tail -n 1 "$COMPAT/$package.log")"
        skipped=$((skipped + $#))
        return
    fi
    version=$(private_apt apt-cache show "$package" | sed -n 's/^Version: //p' | head -n 1)
    [ ${#options[@]} -gt 4 ] || load_extensions ctype mbstring tokenizer
    for driver in "$@"; do
        if ! has_server "$driver"; then
            say "skipped: $script on $driver, no server (scripts/servers/run.sh)"
            skipped=$((skipped + 1))
        elif output=$(timeout 120 scripts/php.sh "${options[@]}" "tests/frameworks/$script.php" "$driver" 2>&1) && [ "$output" = ok ]; then
            say "passed: $script on $driver, $package $version"
            passed=$((passed + 1))
        else
            say "failed: $script on $driver"
            say "$output"
            failed=$((failed + 1))
        fi
    done
}

# A project that has the frameworks already, and nobody to ask for more.
composer_project() {
    local project=$COMPAT/composer
    CENOTE_VENDOR=$project/vendor
    rm -rf "$project"
    mkdir "$project"
    cat >"$project/composer.json" <<'JSON'
{
    "name": "cenote/application",
    "replace": { "illuminate/database": "8.83.26", "doctrine/dbal": "3.6.1" },
    "repositories": { "packagist.org": false }
}
JSON
    composer_in "$project" config repositories.cenote path "$ROOT/packages/*" &&
        composer_in "$project" require cenote/laravel:@dev cenote/doctrine:@dev cenote/coroutine-local:@dev
}

composer_in() {
    local project=$1
    shift
    # Its terminal output wants intl, whose libraries come with it.
    (
        load_extensions ctype iconv intl mbstring phar tokenizer
        LD_LIBRARY_PATH=$UNPACKED_LIBRARIES COMPOSER_HOME=$project/home COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_DISABLE_NETWORK=1 \
            timeout 120 scripts/php.sh "${options[@]}" "$UNPACKED/usr/bin/composer" --no-interaction --working-dir="$project" "$@"
    )
}

if ! (unpacked composer php-intl php-mbstring) >"$COMPAT/composer.log" 2>&1; then
    say "skipped: our packages by Composer, which could not be fetched: $(tail -n 1 "$COMPAT/composer.log")"
    skipped=$((skipped + 1))
elif composer_project >"$COMPAT/composer.log" 2>&1; then
    export CENOTE_VENDOR
else
    unset CENOTE_VENDOR
    say "failed: our packages by Composer"
    cat "$COMPAT/composer.log"
    failed=$((failed + 1))
fi
if output=$(timeout 60 scripts/php.sh tests/frameworks/coroutine_local.php 2>&1) && [ "$output" = ok ]; then
    passed=$((passed + 1))
else
    say "failed: coroutine_local: $output"
    failed=$((failed + 1))
fi
if [ -n "${CENOTE_VENDOR:-}" ] && fetched php-doctrine-orm; then check composer php-illuminate-database sqlite; fi
check eloquent php-illuminate-database sqlite pgsql mysql
check eloquent_flags php-illuminate-events sqlite pgsql mysql
check tenants php-illuminate-database sqlite pgsql
if ! fetched php-illuminate-events || ! fetched php-illuminate-database; then
    say "skipped: queue, Debian's php-illuminate-events and php-illuminate-database could not be fetched"
    skipped=$((skipped + 1))
else
    check queue php-illuminate-queue pgsql mysql
    # scripts/servers/run.sh has phpredis loaded, if it is there.
    if ! scripts/php.sh -r 'exit(extension_loaded("redis") ? 0 : 1);' || ! fetched php-illuminate-redis; then
        say "skipped: queue on redis, no phpredis (apt-get install php-redis) or no php-illuminate-redis"
        skipped=$((skipped + 1))
    else
        check queue php-illuminate-queue redis
    fi
fi
if ! fetched php-doctrine-dbal || ! fetched php-symfony-messenger; then
    say "skipped: messenger, Debian's php-doctrine-dbal and php-symfony-messenger could not be fetched"
    skipped=$((skipped + 1))
else
    check messenger php-symfony-doctrine-messenger pgsql mysql
fi
check doctrine php-doctrine-orm sqlite pgsql mysql
check predis php-predis redis
check amqplib php-amqplib rabbitmq
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
