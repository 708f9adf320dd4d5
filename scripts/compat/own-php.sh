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
    --with-pgsql=shared,/usr --with-pdo-pgsql=shared,/usr --with-curl=shared "--with-pdo-odbc=shared,unixODBC,$UNPACKED/usr"
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

# own_php NAME CFLAGS OPTION …: PHP with these options of its configure, which go before those above, in target/compat/NAME, built once. From then on the calling
# script has it as its PHP, and builds the extension for it, in target/compat/NAME-target.
own_php() {
    local name=$1 flags=$2 folder source_folder asked
    shift 2
    folder=$COMPAT/$name
    source_folder=$COMPAT/$name-source
    asked="$flags ${OWN_PHP_EXTENSIONS[*]} $*"
    if [ ! -x "$folder/bin/php" ] || [ "$(cat "$folder/.asked" 2>/dev/null)" != "$asked" ]; then
        say "building PHP with $* in ${folder#"$ROOT/"} (takes minutes)"
        unpacked libsqlite3-dev libxml2-dev libonig-dev libpq-dev libssl-dev libcurl4-openssl-dev unixodbc-dev
        point_links_at_the_machine
        php_source "$source_folder"
        (
            cd "$source_folder"
            export CPPFLAGS="-I$UNPACKED/usr/include -I$UNPACKED/usr/include/$(cc -print-multiarch) -I$UNPACKED/usr/include/libxml2 -I$UNPACKED/usr/include/postgresql"
            export LDFLAGS="-L$UNPACKED_LIBRARIES -Wl,-rpath,$UNPACKED_LIBRARIES" CFLAGS=$flags
            export SQLITE_CFLAGS=" " SQLITE_LIBS=-lsqlite3 LIBXML_CFLAGS=" " LIBXML_LIBS=-lxml2 ONIG_CFLAGS=" " ONIG_LIBS=-lonig
            export PGSQL_CFLAGS=" " PGSQL_LIBS=-lpq OPENSSL_CFLAGS=" " OPENSSL_LIBS="-lssl -lcrypto"
            export CURL_CFLAGS=" " CURL_LIBS=-lcurl CURL_FEATURES=SSL
            [ ! -f Makefile ] || make distclean
            ./configure --prefix="$folder" --disable-all --disable-cgi --disable-phpdbg "${OWN_PHP_EXTENSIONS[@]}" "$@"
            make -j"$(nproc)"
            make install
        ) >"$COMPAT/$name.log" 2>&1 || { tail -n 20 "$COMPAT/$name.log" >&2; die "PHP could not be built: $COMPAT/$name.log"; }
        printf '%s\n' "$asked" >"$folder/.asked"
    fi
    export PATH=$folder/bin:$PATH PHP=$folder/bin/php PHP_CONFIG=$folder/bin/php-config
    export CARGO_TARGET_DIR=$COMPAT/$name-target
    export CENOTE_EXTENSION=$CARGO_TARGET_DIR/release/libcenote.so EXTENSION=$CARGO_TARGET_DIR/release/libcenote.so
}

# own_apache_module NAME: PHP as a module for Apache's threads, $APACHE_PHP from then on, from the tree of an own_php NAME that was built with
# the embed SAPI: configure takes one library at a time.
own_apache_module() {
    local folder=$COMPAT/$1
    export APACHE_PHP=$folder/mod_php.so
    [ ! "$APACHE_PHP" -nt "$folder/bin/php" ] || return 0
    unpacked apache2-dev
    (
        cd "$folder-source"
        make -f "$ROOT/scripts/compat/sources/apache-module.mk" mod_php.la LDFLAGS="-L$UNPACKED_LIBRARIES -Wl,-rpath,$UNPACKED_LIBRARIES" \
            APACHE_INCLUDES="-I$UNPACKED/usr/include/apache2 -I$UNPACKED/usr/include/apr-1.0"
        cp .libs/mod_php.so "$APACHE_PHP"
    ) >"$COMPAT/$1-apache.log" 2>&1 || { tail -n 20 "$COMPAT/$1-apache.log" >&2; die "Apache's module could not be built: $COMPAT/$1-apache.log"; }
}
