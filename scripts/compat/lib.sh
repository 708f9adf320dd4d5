# shellcheck shell=bash
# What the compatibility runs share. To be sourced. What they fetch goes below target/compat/ and is kept there; nothing
# is installed on the machine and no configuration of the machine is touched.
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

COMPAT=$ROOT/target/compat
ARCHIVES=$COMPAT/archives
UNPACKED=$COMPAT/root
UNPACKED_LIBRARIES=$UNPACKED/usr/lib/$(cc -print-multiarch)
mkdir -p "$ARCHIVES/partial"

# private_apt COMMAND …: apt with lists and archives of our own. It knows Debian's source packages, which most machines'
# apt does not, and needs no root.
private_apt() {
    local apt=$COMPAT/apt
    "$1" -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$apt/lists" -o Dir::Cache="$apt/cache" -o Dir::Cache::Archives="$ARCHIVES" \
        -o Debug::NoLocking=1 -o Acquire::Retries=3 -o APT::Sandbox::User= -o Acquire::Languages=none \
        -qq "${@:2}"
}

# Refreshed once a day, so that cached runs need no network.
refresh_private_apt() {
    local apt=$COMPAT/apt suite signed mirror security
    if [ -n "$(find "$apt/fresh" -mmin -1440 2>/dev/null)" ]; then
        return
    fi
    have apt-get || die "the compatibility runs fetch packages with apt: they need a Debian."
    # shellcheck source=/dev/null
    suite=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    mirror=$(debian_mirror || true)
    security=$(debian_mirror security || true)
    [ -n "$mirror" ] || die "apt names no mirror of Debian: run apt-get update and see what it says."
    signed='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
    mkdir -p "$apt/lists/partial" "$apt/cache"
    {
        for kind in deb deb-src; do
            printf '%s\n' "$kind $signed $mirror $suite main" "$kind $signed $mirror $suite-updates main"
            [ -z "$security" ] || printf '%s\n' "$kind $signed $security $suite-security main"
            # What is not in the suite itself, where apt was told of it (scripts/compat/debian-php.sh).
            if grep -qs "^deb .* experimental main" /etc/apt/sources.list.d/*.list; then
                printf '%s\n' "$kind $signed $mirror experimental main"
            fi
        done
    } >"$apt/sources.list"
    private_apt apt-get update >"$apt/log" 2>&1 || { cat "$apt/log" >&2; die "apt could not read Debian's lists."; }
    touch "$apt/fresh"
}

# What this machine has installed, without its libraries in PHP: a private copy has to be whole, because the includes
# of a library look beside it, and because what the machine has may be another version.
write_private_status() {
    local libraries
    libraries=$(cd /var/lib/dpkg/info && { grep -ls '^/usr/share/php/.*\.php$' ./*.list || true; } | sed 's|^\./||; s|\.list$||; s|:.*||')
    awk -v libraries="$libraries" 'BEGIN {
        RS = ""; ORS = "\n\n"
        count = split(libraries, names, "\n")
        for (i = 1; i <= count; i++) dropped["Package: " names[i]]
    } {
        split($0, lines, "\n")
        if (!(lines[1] in dropped)) print
    }' /var/lib/dpkg/status >"$COMPAT/apt/status"
}

# unpacked PACKAGE …: the packages and those of their dependencies that this machine lacks, below target/compat/root; with all of
# their dependencies that are libraries in PHP.
unpacked() {
    local package missing=()
    for package in "$@"; do
        [ -f "$UNPACKED/.have/$package" ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    refresh_private_apt
    mkdir -p "$UNPACKED/.have"
    write_private_status
    private_apt apt-get -o Dir::State::status="$COMPAT/apt/status" install --download-only --reinstall --no-install-recommends -y "${missing[@]}" \
        >"$COMPAT/apt/log" 2>&1 || { cat "$COMPAT/apt/log" >&2; die "apt could not fetch ${missing[*]}."; }
    for package in "$ARCHIVES"/*.deb; do
        dpkg-deb --extract "$package" "$UNPACKED"
        rm "$package"
    done
    for package in "${missing[@]}"; do
        touch "$UNPACKED/.have/$package"
    done
}

# php_source FOLDER [PATTERN]: unpacks Debian's source package of the PHP in use, or what of it fits the pattern, into the folder. If the
# archive does not have this version, the nearest that it has; its number is in FOLDER/.version.
php_source() {
    local folder=$1 pattern=${2:-*} wanted package versions version
    wanted=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, ".", PHP_RELEASE_VERSION;')
    [ "$(cat "$folder/.for" 2>/dev/null)" != "$wanted" ] || return 0
    package=php$(php_branch)
    refresh_private_apt
    versions=$(private_apt apt-cache showsrc "$package" | sed -n 's/^Version: //p' | sort -rV | uniq)
    versions="$(grep -F "$wanted-" <<<"$versions" || true) $versions"
    [ -n "${versions// /}" ] || die "Debian's archive has no source package $package."
    rm -rf "$folder"
    mkdir -p "$folder"
    (
        cd "$folder"
        # The lists may name a version that the archive does not serve (any more); then the next older one is taken.
        for version in $versions; do
            ! private_apt apt-get source --download-only "$package=$version" >"$COMPAT/apt/log" 2>&1 || break
            version=
        done
        [ -n "$version" ] || { cat "$COMPAT/apt/log" >&2; die "apt could not fetch the source of $package."; }
        printf '%s\n' "$version" >.version
        tar --extract --strip-components=1 --wildcards --file "$package"_*.orig.tar.xz "$pattern"
        rm "$package"_*
    )
    printf '%s\n' "$wanted" >"$folder/.for"
}

# The PHP in use, as Debian names its packages: 8.2
php_branch() { "$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'; }

run_tests_program() {
    local found
    found=$(php-config --prefix)/lib/php/build/run-tests.php
    [ -f "$found" ] || found=$(compgen -G "$(php-config --prefix)/lib/php/*/build/run-tests.php" | tail -n 1)
    [ -f "$found" ] || die "run-tests.php was not found below $(php-config --prefix)/lib/php."
    printf '%s\n' "$found"
}

# built_extension NAME: compiles sources/NAME.c, a test extension of ours, and prints where it is.
built_extension() {
    local source=$ROOT/scripts/compat/sources/$1.c built=$COMPAT/extensions/$1.so includes
    read -r -a includes <<<"$(php-config --includes)"
    mkdir -p "$COMPAT/extensions"
    [ "$built" -nt "$source" ] ||
        cc -Wall -Wextra -Werror -Wno-unused-parameter -DCOMPILE_DL -shared -fPIC "${includes[@]}" -o "$built" "$source"
    printf '%s\n' "$built"
}

# run_php_tests FILE PATH … -- OPTION …: runs tests of PHP itself with these options for PHP. The results, "STATUS path",
# go to FILE, sorted. To be called in the folder that scripts/compat/php-source.sh prints.
run_php_tests() {
    local file=$1 paths=() here=$PWD
    shift
    while [ "$1" != -- ]; do
        paths+=("$1")
        shift
    done
    shift
    # Tests that redirect to others look for them beside run-tests.php.
    cp "$(run_tests_program)" run-tests.php
    mkdir -p "$(dirname "$file")"
    rm -f "$file.raw"
    TEST_PHP_EXECUTABLE=$(command -v "$PHP") NO_INTERACTION=1 TEST_PHP_SRCDIR=$here \
        "$PHP" -n run-tests.php "$@" -q -j2 -g FAIL,BORK --no-color --no-progress --set-timeout 60 \
        -W "$file.raw" "${paths[@]}" >"$file.log" 2>&1 </dev/null || true
    # A worker that breaks down takes the remaining tests with it.
    if [ ! -s "$file.raw" ] || grep -q '^ERROR: ' "$file.log" || ! grep -q '^Number of tests' "$file.log"; then
        tail -n 50 "$file.log"
        die "run-tests.php did not come to its end."
    fi
    # Tests that another one redirects to are written as "STATUS # redirecting test: path"; ext/pdo's run once for each
    # driver, so that its name is kept: "STATUS path@pdo_mysql".
    awk -v root="$here/" '{
        path = $NF; sub(root, "", path)
        if ($2 == "#" && match($3, /[^\/]*\/tests\/common\.phpt/)) {split(substr($3, RSTART), part, "/"); path = path "@" part[1]}
        print $1, path
    }' "$file.raw" | sort -u >"$file"
}

# use_pdo_servers: tells PHP's own tests of PDO's drivers where the servers of scripts/servers/run.sh are
use_pdo_servers() {
    [ -n "${CENOTE_POSTGRES:-}${CENOTE_MARIADB:-}" ] || die "these tests need servers: scripts/servers/run.sh $0 …"
    export PDO_PGSQL_TEST_DSN=pgsql:${CENOTE_POSTGRES:-} PDO_ODBC_TEST_DSN=odbc:${CENOTE_ODBC:-}
    [ -n "${CENOTE_MARIADB:-}" ] || return 0
    mariadb --no-defaults --socket="$CENOTE_MARIADB" --user=root --execute 'CREATE DATABASE IF NOT EXISTS test'
    export PDO_MYSQL_TEST_DSN="mysql:unix_socket=$CENOTE_MARIADB;dbname=test" PDO_MYSQL_TEST_USER=root PDO_MYSQL_TEST_PASS=
}

# worse_than FILE FILE: what passes in the first run and not in the second, "path: what became of it".
worse_than() {
    awk 'NR == FNR {now[$2] = $1; next}
        $1 == "PASSED" && now[$2] != "PASSED" {print $2 ": " ($2 in now ? now[$2] : "not run")}' "$2" "$1"
}

# count_results FILE PATTERN: how many tests of a run came out so
count_results() { awk -v want="$2" '$1 ~ want {n++} END {print n + 0}' "$1"; }

# stop: ends the server whose id is in $server
stop() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ -z "$server" ] || wait "$server" 2>/dev/null || true
    server=
}

# ready FOLDER TEST …: waits until the test succeeds, at most a minute; FOLDER/log is what $server prints
ready() {
    local folder=$1 tries
    shift
    for ((tries = 0; tries < 600; tries++)); do
        ! "$@" 2>/dev/null || return 0
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    cat "$folder/log" >&2
    die "the server did not start."
}

# serve_fpm FOLDER PROCESSES OPTION …: starts Debian's php-fpm with these options for PHP, on the socket FOLDER/fpm.sock. Lines
# for its configuration's two sections may be in fpm_global and fpm_pool.
serve_fpm() {
    local folder=$1 processes=$2 branch root=()
    shift 2
    branch=$(php_branch)
    unpacked "php$branch-fpm"
    mkdir -p "$folder"
    cat >"$folder/fpm.conf" <<TEXT
[global]
daemonize = no
error_log = $folder/fpm.log
${fpm_global:-}
[www]
listen = $folder/fpm.sock
pm = static
pm.max_children = $processes
clear_env = no
user = $(id -un)
group = $(id -gn)
${fpm_pool:-}
TEXT
    [ "$(id -u)" != 0 ] || root=(--allow-to-run-as-root)
    LD_LIBRARY_PATH=$UNPACKED_LIBRARIES "$UNPACKED/usr/sbin/php-fpm$branch" "$@" "${root[@]}" -y "$folder/fpm.conf" \
        >"$folder/log" 2>&1 &
    server=$!
    ready "$folder" test -S "$folder/fpm.sock"
}

# serve_cgi FOLDER OPTION …: Debian's php-cgi under valgrind, one process that serves all requests, on the socket FOLDER/cgi.sock. What
# valgrind finds goes to FOLDER/valgrind.
serve_cgi() {
    local folder=$1 branch
    shift
    branch=$(php_branch)
    unpacked "php$branch-cgi"
    mkdir -p "$folder"
    PHP_FCGI_MAX_REQUESTS=1000000 PHP_FCGI_CHILDREN=0 USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 LD_LIBRARY_PATH=$UNPACKED_LIBRARIES \
        valgrind --num-callers=40 --log-file="$folder/valgrind" --suppressions="$ROOT/scripts/compat/sources/cgi.supp" \
        "$UNPACKED/usr/bin/php-cgi$branch" "$@" -d pcre.jit=0 -b "$folder/cgi.sock" >"$folder/log" 2>&1 &
    server=$!
    ready "$folder" test -S "$folder/cgi.sock"
}

# serve_apache FOLDER DOCUMENTS PROCESSES PORT LINE …: starts Debian's Apache with PHP inside its processes (prefork), with
# these lines in its php.ini. With $APACHE_PHP set to a module of a thread-safe PHP, each process has four threads (event).
serve_apache() {
    local folder=$1 documents=$2 processes=$3 port=$4 branch modules module mpm=prefork php workers
    shift 4
    branch=$(php_branch)
    unpacked "libapache2-mod-php$branch" apache2-bin
    modules=$UNPACKED/usr/lib/apache2/modules
    mkdir -p "$folder"
    printf '%s\n' "$@" >"$folder/php.ini"
    php=$modules/libphp$branch.so
    workers=$(printf '%s\n' "MaxRequestWorkers $processes" "MinSpareServers $processes" "MaxSpareServers $processes")
    if [ -n "${APACHE_PHP:-}" ]; then
        mpm=event php=$APACHE_PHP
        workers=$(printf '%s\n' 'ThreadsPerChild 4' "MaxRequestWorkers $((4 * processes))" "MinSpareThreads $processes" "MaxSpareThreads $((4 * processes))")
    fi
    {
        for module in "mpm_$mpm" authz_core mime dir; do
            printf 'LoadModule %s_module %s/mod_%s.so\n' "$module" "$modules" "$module"
        done
        cat <<TEXT
LoadModule php_module $php
ServerRoot "$folder"
ServerName localhost
PidFile "$folder/apache.pid"
ErrorLog "$folder/apache.log"
Listen 127.0.0.1:$port
DocumentRoot "$documents"
StartServers $processes
$workers
KeepAlive Off
LimitRequestLine 65536
PHPIniDir "$folder"
TypesConfig /dev/null
<FilesMatch "\.php$">
    SetHandler application/x-httpd-php
</FilesMatch>
<Directory "$documents">
    Require all granted
</Directory>
TEXT
    } >"$folder/apache.conf"
    # PHP's scanned ini files are the machine's; only our own are wanted. It stops by a signal to its whole process group,
    # so it gets one of its own. Started by root and told no user, it stays root, as the tests need it.
    PHP_INI_SCAN_DIR='' LD_LIBRARY_PATH=$UNPACKED_LIBRARIES setsid "$UNPACKED/usr/sbin/apache2" -D FOREGROUND -f "$folder/apache.conf" \
        >"$folder/log" 2>&1 &
    server=$!
    ready "$folder" listens "$port"
}

# listens PORT
listens() { (: <"/dev/tcp/127.0.0.1/$1"); }
