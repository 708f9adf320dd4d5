# shellcheck shell=bash
# Builds a PHP of another kind than the machine's, from Debian's source package. To be sourced.
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# What the tests and programs use, and extensions that call user code in the middle of their work. Those that Debian has as files of
# their own are built so here, as the wait layer knows them by their names.
OWN_PHP_EXTENSIONS=(
    --enable-pcntl --enable-posix --enable-sockets=shared --enable-session --enable-ctype --enable-tokenizer --enable-filter
    --enable-shmop=shared --enable-sysvmsg=shared --enable-sysvsem=shared --enable-sysvshm=shared
    --with-sqlite3 --enable-pdo --with-pdo-sqlite --with-pdo-mysql=mysqlnd --with-mysqli=mysqlnd
    --with-pgsql=shared,/usr --with-pdo-pgsql=shared,/usr
    --with-libxml --enable-dom --enable-xml --enable-simplexml --enable-xmlreader --enable-xmlwriter
    --enable-mbstring --enable-phar --with-openssl --enable-opcache
)

# A package for developers has links to a library that the machine may have already: then that is not unpacked beside it.
point_links_at_the_machine() {
    local link
    for link in "$UNPACKED_LIBRARIES"/*.so; do
        [ -e "$link" ] || ln -sf "/usr/lib/$(cc -print-multiarch)/$(readlink "$link")" "$link"
    done
}

# own_php NAME CFLAGS OPTION …: PHP with these options of its configure, in target/compat/NAME, built once. From then on the calling
# script has it as its PHP, and builds the extension for it, in target/compat/NAME-target.
own_php() {
    local name=$1 flags=$2 folder source_folder asked
    shift 2
    folder=$COMPAT/$name
    source_folder=$COMPAT/$name-source
    asked="$flags $* ${OWN_PHP_EXTENSIONS[*]}"
    if [ ! -x "$folder/bin/php" ] || [ "$(cat "$folder/.asked" 2>/dev/null)" != "$asked" ]; then
        say "building PHP with $* in ${folder#"$ROOT/"} (takes minutes)"
        unpacked libsqlite3-dev libxml2-dev libonig-dev libpq-dev libssl-dev
        point_links_at_the_machine
        php_source "$source_folder"
        (
            cd "$source_folder"
            export CPPFLAGS="-I$UNPACKED/usr/include -I$UNPACKED/usr/include/$(cc -print-multiarch) -I$UNPACKED/usr/include/libxml2 -I$UNPACKED/usr/include/postgresql"
            export LDFLAGS="-L$UNPACKED_LIBRARIES -Wl,-rpath,$UNPACKED_LIBRARIES" CFLAGS=$flags
            export SQLITE_CFLAGS=" " SQLITE_LIBS=-lsqlite3 LIBXML_CFLAGS=" " LIBXML_LIBS=-lxml2 ONIG_CFLAGS=" " ONIG_LIBS=-lonig
            export PGSQL_CFLAGS=" " PGSQL_LIBS=-lpq OPENSSL_CFLAGS=" " OPENSSL_LIBS="-lssl -lcrypto"
            [ ! -f Makefile ] || make distclean
            ./configure --prefix="$folder" --disable-all --disable-cgi --disable-phpdbg "$@" "${OWN_PHP_EXTENSIONS[@]}"
            make -j"$(nproc)"
            make install
        ) >"$COMPAT/$name.log" 2>&1 || { tail -n 20 "$COMPAT/$name.log" >&2; die "PHP could not be built: $COMPAT/$name.log"; }
        printf '%s\n' "$asked" >"$folder/.asked"
    fi
    export PATH=$folder/bin:$PATH PHP=$folder/bin/php PHP_CONFIG=$folder/bin/php-config
    export CARGO_TARGET_DIR=$COMPAT/$name-target
    export CENOTE_EXTENSION=$CARGO_TARGET_DIR/release/libcenote.so EXTENSION=$CARGO_TARGET_DIR/release/libcenote.so
}
