#!/usr/bin/env bash
# The extension's own tests and random programs with a debug build of PHP: the engine checks by assertions what it takes for granted
# elsewhere, and tells of memory that nobody has freed. PHP is built from Debian's source package, below target/compat/.
#   scripts/compat/debug-php.sh [PROGRAMS [FIRST]]      default: 100 programs from a seed made of the time
#   scripts/compat/debug-php.sh -- COMMAND …            anything else with that PHP, such as scripts/check/phpt.sh PATH
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"

folder=$COMPAT/debug-php
source_folder=$COMPAT/debug-php-source
# What the tests and programs use, and extensions that call user code in the middle of their work.
EXTENSIONS=(
    --enable-pcntl --enable-posix --enable-sockets --enable-session --enable-ctype --enable-tokenizer --enable-filter
    --with-sqlite3 --enable-pdo --with-pdo-sqlite --with-pdo-mysql=mysqlnd --with-mysqli=mysqlnd
    --with-libxml --enable-dom --enable-xml --enable-simplexml --enable-xmlreader --enable-xmlwriter
    --enable-mbstring --enable-phar --enable-opcache
)

# A package for developers has links to a library that the machine may have already: then that is not unpacked beside it.
point_links_at_the_machine() {
    local link
    for link in "$UNPACKED_LIBRARIES"/*.so; do
        [ -e "$link" ] || ln -sf "/usr/lib/$(cc -print-multiarch)/$(readlink "$link")" "$link"
    done
}

build_php() {
    unpacked libsqlite3-dev libxml2-dev libonig-dev
    point_links_at_the_machine
    php_source "$source_folder"
    (
        cd "$source_folder"
        export CPPFLAGS="-I$UNPACKED/usr/include -I$UNPACKED/usr/include/$(cc -print-multiarch) -I$UNPACKED/usr/include/libxml2"
        export LDFLAGS="-L$UNPACKED_LIBRARIES -Wl,-rpath,$UNPACKED_LIBRARIES" CFLAGS="-O1 -g"
        export SQLITE_CFLAGS=" " SQLITE_LIBS=-lsqlite3 LIBXML_CFLAGS=" " LIBXML_LIBS=-lxml2 ONIG_CFLAGS=" " ONIG_LIBS=-lonig
        ./configure --prefix="$folder" --enable-debug --disable-all --disable-cgi --disable-phpdbg "${EXTENSIONS[@]}"
        make -j"$(nproc)"
        make install
    ) >"$COMPAT/debug-php.log" 2>&1 || { tail -n 20 "$COMPAT/debug-php.log" >&2; die "PHP could not be built with assertions: $COMPAT/debug-php.log"; }
}

if [ ! -x "$folder/bin/php" ] || [ "$(cat "$folder/.extensions" 2>/dev/null)" != "${EXTENSIONS[*]}" ]; then
    say "building PHP with assertions in ${folder#"$ROOT/"} (takes minutes)"
    build_php
    printf '%s\n' "${EXTENSIONS[*]}" >"$folder/.extensions"
fi

export PATH=$folder/bin:$PATH PHP=$folder/bin/php PHP_CONFIG=$folder/bin/php-config
export CARGO_TARGET_DIR=$COMPAT/debug-php-target
export CENOTE_EXTENSION=$CARGO_TARGET_DIR/release/libcenote.so
# Our own assertions as well.
export CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true
"$ROOT/scripts/build.sh"
if [ "${1:-}" = -- ]; then
    shift
    exec "$@"
fi

say "PHP $("$PHP" -n -r 'echo PHP_VERSION, PHP_DEBUG ? " with assertions" : "";')"
status=0
for run in check/phpt.sh "stress/fuzz.sh ${1:-100} ${2:-}"; do
    # shellcheck disable=SC2086  # a script and its arguments
    "$ROOT"/scripts/$run | tee "$COMPAT/debug-php.run" || status=1
    say "$run: $(tail -n 1 "$COMPAT/debug-php.run")"
done
exit "$status"
