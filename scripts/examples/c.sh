#!/usr/bin/env bash
# Builds examples/c-extension as its users would, and runs it: scripts/servers/run.sh scripts/examples/c.sh
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

built=$ROOT/target/c-example
rm -rf "$built"
cp -r "$ROOT/examples/c-extension" "$built"
cd "$built"
log=$built/build.log
# The header is taken from where `make install` puts it.
root=$built/root
DESTDIR=$root "$ROOT/scripts/release/install.sh" >"$built/install.log"
{ phpize && ./configure --with-cenote-headers="$root$(php-config --include-dir)/ext/cenote" CFLAGS='-O2 -Wall -Wextra -Werror -Wno-unused-parameter' &&
    make; } >"$log" 2>&1 || { tail -n 30 "$log" && die "examples/c-extension could not be built."; }

passed=0 failed=0
result() { if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && say "FAILED: $1"; fi; }

mapfile -t stock < <(stock_options)
for order in "$EXTENSION $built/modules/kv.so" "$built/modules/kv.so $EXTENSION"; do
    read -r first second <<<"$order"
    status=0
    CENOTE_KV=unix://$CENOTE_REDIS "$PHP" "${stock[@]}" -d "extension=$first" -d "extension=$second" kv.php || status=$?
    result "kv.php, $(basename "$first") loaded first" $status
done

# The pool's own errors, and the server's.
output=$("$PHP" "${stock[@]}" -d "extension=$EXTENSION" -d "extension=$built/modules/kv.so" -r '
    $nobody = new Kv\Client("tcp://127.0.0.1:1", max: 1);
    for ($i = 0; $i < 4; $i++) {
        try { $nobody->get("x"); } catch (Exception $e) { echo get_class($e), "\n"; }
    }
    $client = new Kv\Client("unix://'"$CENOTE_REDIS"'");
    try { $client->call("NO", "COMMAND"); } catch (Exception $e) { echo strtok($e->getMessage(), ","), "\n"; }
    var_dump($client->get("never set"));
    $client->call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no");
    try { $client->get("x"); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
    var_dump($client->get("never set"), $client->pool()->stats()["created"]);' 2>&1) || true
expected="Exception
Exception
Exception
Async\ServiceUnavailableException
kv: the server refuses: ERR unknown command 'NO'
NULL
kv: the connection was lost before the answer was complete
NULL
int(2)"
if [ "$output" = "$expected" ]; then result errors 0; else say "$output" && result errors 1; fi

# Which of two pools has a connection first.
output=$("$PHP" "${stock[@]}" -d "extension=$EXTENSION" -d "extension=$built/modules/kv.so" -r '
    [$one, $other] = [new Kv\Client("unix://'"$CENOTE_REDIS"'", max: 1), new Kv\Client("unix://'"$CENOTE_REDIS"'", max: 1)];
    $use = fn (Kv\Client $client, string $seconds) => Async\spawn(fn () => $client->call("BLPOP", "cenote:nothing", $seconds));
    $long = $use($one, "0.6");
    $short = $use($other, "0.2");
    Async\suspend();
    var_dump(Kv\Client::firstReady($one, $other, 10), Kv\Client::firstReady($one, $other, 5000) === $other);
    Async\await($long);
    var_dump(Kv\Client::firstReady($one, $other, 10) === $one);' 2>&1) || true
expected="NULL
bool(true)
bool(true)"
if [ "$output" = "$expected" ]; then result 'the first of two' 0; else say "$output" && result 'the first of two' 1; fi

DESTDIR=$root "$ROOT/scripts/release/install.sh" uninstall >>"$built/install.log"
result 'nothing is left after uninstall' "$([ -z "$(find "$root" -type f)" ] && echo 0 || echo 1)"

closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
