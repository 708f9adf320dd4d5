#!/usr/bin/env bash
# Clients of Debian's packages that no other test has, each on a server that accepts its connection and says nothing, beside a ticker:
# whether others run, whether the call ends by its own time limit, and whether it is cancelled. The packages are fetched below
# target/compat, not installed; what cannot be had is skipped, with a line that says so. Fails if one differs from the list below.
#   scripts/compat/clients.sh [NAME …]
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"
cd "$ROOT"

# Client, Debian's package, and what it does to others.
clients='memcached php-memcached fine
mongodb php-mongodb fine
amqp php-amqp fine
ldap php-ldap fine
soap php-soap fine
ssh2 php-ssh2 fine
gearman php-gearman fine
stomp php-stomp fine'

passed=0 failed=0 skipped=0
builtin=$("$PHP" -n -m)
directory=$("$PHP" -n -r 'echo ini_get("extension_dir");')
while read -r name package expected; do
    [ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
    if ! (unpacked "$package" php-msgpack php-igbinary) >"$COMPAT/$package.log" 2>&1; then
        say "skipped: $name, Debian's $package could not be fetched: $(tail -n 1 "$COMPAT/$package.log")"
        skipped=$((skipped + 1))
        continue
    fi
    version=$(private_apt apt-cache show "$package" | sed -n 's/^Version: //p' | head -n 1)
    options=()
    for extension in igbinary msgpack xml $name; do
        grep -qix "$extension" <<<"$builtin" || for folder in "$directory" "$UNPACKED$directory"; do
            [ ! -f "$folder/$extension.so" ] || { options+=(-d "extension=$folder/$extension.so") && break; }
        done
    done
    if output=$(LD_LIBRARY_PATH=$UNPACKED_LIBRARIES timeout 60 scripts/php.sh "${options[@]}" scripts/compat/programs/silent_server.php "$name" 2>&1) &&
        [ "$(head -n 1 <<<"$output")" = "$expected" ]; then
        say "passed: $name $version: ${output//$'\n'/, }"
        passed=$((passed + 1))
    else
        say "failed: $name $version: ${output//$'\n'/, }"
        failed=$((failed + 1))
    fi
done <<<"$clients"
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
