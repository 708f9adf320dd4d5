#!/usr/bin/env bash
# cenote beside other extensions, without PDO, and with a PHP that does not fit.
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"

here=$ROOT/scripts/compat
built=$COMPAT/extensions
for source in "$here"/sources/*.c; do
    built_extension "$(basename "$source" .c)" >/dev/null
done

mapfile -t stock < <(stock_options)
passed=0 failed=0

# expect WHAT STATUS TEXT COMMAND …: the command ends with the status and prints the text, nothing else.
expect() {
    local what=$1 status=$2 text=$3 got=0 output
    shift 3
    output=$("$@" 2>&1 </dev/null) || got=$?
    if [ "$got" = "$status" ] && [ "$output" = "$text" ]; then
        passed=$((passed + 1))
        printf 'passed: %s\n' "$what"
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n  ended with %s instead of %s and printed:\n%s\n  expected:\n%s\n' "$what" "$got" "$status" "$output" "$text"
    fi
}
with() { "$PHP" "${stock[@]}" "$@"; }
cenote="extension=$EXTENSION"

# The pool's own connection is a PDO object that PDO's constructor makes. An agent that was there first, whose handler is
# below ours, sees that one instead of the template; one that comes later sees the template alone.
expect 'handlers wrapped by an agent that is loaded before cenote' 0 \
    $'2 rows\n{"__construct":2,"query":3,"exec":2,"execute":2}\ndone' \
    with -d "extension=$built/watch_pdo.so" -d "$cenote" "$here/programs/pooled.php"
expect 'handlers wrapped by an agent that is loaded after cenote' 0 \
    $'2 rows\n{"__construct":2,"query":3,"exec":2,"execute":2}\ndone' \
    with -d "$cenote" -d "extension=$built/watch_pdo.so" "$here/programs/pooled.php"
for order in "$built/observer.so $EXTENSION" "$EXTENSION $built/observer.so"; do
    read -r first second <<<"$order"
    expect "an observer of every call, $(basename "$first") loaded first" 0 \
        $'2 rows\n2 observed calls without end\ndone' \
        php -d "extension=$first" -d "extension=$second" "$here/programs/pooled.php"
done
expect 'cenote loaded before PDO' 0 $'2 rows\ndone' \
    "$PHP" -n -d "$cenote" -d extension=pdo -d extension=pdo_sqlite "$here/programs/pooled.php"
expect 'without PDO, coroutines and Async\Pool work' 0 $'1\n2\ndone' "$PHP" -n -d "$cenote" "$here/programs/without_pdo.php"

refusal='cenote cannot work beside the extension other_owner, which has a class Async\Pool too: load only one of the two'
expect 'another owner of Async\Pool, loaded before' 254 "PHP Fatal error:  $refusal in Unknown on line 0" \
    with -d display_errors=0 -d log_errors=1 -d fatal_error_backtraces=0 -d "extension=$built/other_owner.so" -d "$cenote" -r 'echo 1;'
expect 'another owner of Async\Pool, loaded after' 1 "PHP Fatal error:  $refusal in Unknown on line 0
Could not startup." \
    with -d display_errors=0 -d log_errors=1 -d fatal_error_backtraces=0 -d "$cenote" -d "extension=$built/other_owner.so" -r 'echo 1;'

# Neither Debian nor the registries at hand have Swoole or parallel: a module with the name of one takes its part. Waits inside
# libraries block then, which is said once; coroutines work.
off='PHP Warning:  cenote.wait_hook is off because swoole is loaded, which schedules on its own: I/O blocks as on stock PHP. Load only one of the two in Unknown on line 0'
logged=(-d display_errors=0 -d log_errors=1)
for order in "$built/other_scheduler.so $EXTENSION" "$EXTENSION $built/other_scheduler.so"; do
    read -r first second <<<"$order"
    expect "another scheduler, $(basename "$first") loaded first" 0 "$off"$'\nnobody ran' \
        with "${logged[@]}" -d "extension=$first" -d "extension=$second" "$here/programs/sleeping.php"
done
expect 'another scheduler, with the wait hook off' 0 'nobody ran' \
    with "${logged[@]}" -d cenote.wait_hook=0 -d "extension=$built/other_scheduler.so" -d "$cenote" "$here/programs/sleeping.php"
expect 'no other scheduler' 0 'another one ran' with "${logged[@]}" -d "$cenote" "$here/programs/sleeping.php"

# Whoever compiles, PHP cannot do it for two coroutines at once. Since 8.5 the tokenizer warns as well.
tokens='[9,9]'
[ "$("$PHP" -n -r 'echo PHP_VERSION_ID;')" -lt 80500 ] || tokens="refused refused $tokens"
[ -f "$("$PHP" -n -r 'echo ini_get("extension_dir");')/tokenizer.so" ] && tokenizer=(-d extension=tokenizer) || tokenizer=()
for order in "$built/own_compiler.so $EXTENSION" "$EXTENSION $built/own_compiler.so"; do
    read -r first second <<<"$order"
    expect "another compiler in the place of PHP's, $(basename "$first") loaded first" 0 \
        "refused refused refused refused [\"onemore_one\",\"twomore_two\"]"$'\n'"$tokens" \
        with -d "extension=$first" -d "extension=$second" "${tokenizer[@]}" "$here/programs/compiling.php"
done

# What extensions keep in globals while user code of theirs waits.
(unpacked "php$(php_branch)-xml" "php$(php_branch)-intl" "php$(php_branch)-mbstring") >"$COMPAT/extensions.log" 2>&1 || cat "$COMPAT/extensions.log"
directory=$UNPACKED$("$PHP" -n -r 'echo ini_get("extension_dir");')
# They may be part of PHP, or installed.
more=()
for name in dom xsl intl mbstring; do
    "$PHP" -n -m | grep -ix "$name" >/dev/null || more+=(-d "extension=$directory/$name.so")
done
"$PHP" -n -m | grep -ix phar >/dev/null || more+=(-d extension=phar)
more+=(-d phar.readonly=0)
for order in after before; do
    options=("${more[@]}" -d "$cenote")
    [ "$order" = before ] || options=(-d "$cenote" "${more[@]}")
    expect "libxml, intl, mbstring and the session beside coroutines, loaded $order cenote" 0 \
        "$(cat "$here/programs/extension_globals.expected")" \
        env "LD_LIBRARY_PATH=$UNPACKED_LIBRARIES" "$PHP" -n "${options[@]}" "$here/programs/extension_globals.php"
done

# A PHP that does not fit is refused before anything is built. The stand-ins answer what setup asks and pass the rest on.
misfit=$built/misfit
rm -rf "$misfit"
mkdir -p "$misfit/headers"
real_config=$(command -v php-config)
cat >"$misfit/headers/php-config" <<TEXT
#!/bin/sh
case "\$1" in --vernum) echo 80499 ;; --version) echo 8.4.99 ;; *) exec "$real_config" "\$@" ;; esac
TEXT
chmod +x "$misfit"/*/*
version=$("$PHP" -n -r 'echo PHP_VERSION;')
expect 'headers of another PHP' 1 \
    "cenote: php is $version but php-config belongs to 8.4.99: install the headers of the same PHP." \
    env PATH="$misfit/headers:$PATH" "$ROOT/scripts/setup.sh"

closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
