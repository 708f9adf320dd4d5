#!/usr/bin/env bash
# Tries what scripts/release/archives.sh has made, as somebody would who has no compiler: in a clean Debian with PHP and nothing of Rust, the
# archive and the Debian package are installed, used, and taken away. Prints how long each took. Needs root and debootstrap.
#   scripts/release/try.sh [bookworm|trixie|bookworm-arm64|trixie-arm64|zts …]       default: bookworm, trixie, zts
# arm64 is tried under qemu, of which the kernel is told for the time of the run (binfmt_misc), unless it knows one already.
# zts: no Debian has a thread-safe PHP, so that archive is used by the one which scripts/check/zts.sh has made, from a folder of its own, and
# refused by this machine's PHP, as the archive for that one is by the other.
# Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

dist=$ROOT/target/dist
seconds() { date +%s.%N; }
since() { awk "BEGIN {printf \"%.1f s\", $(seconds) - $1}"; }

# try_suite runs below; what is run inside:
if [ "${1:-}" = --inside ]; then
    series=$2
    cd /try
    php() { command "php$series" "$@"; }
    # No grep -q after a pipe: it leaves early, and PHP could die of that.
    used() {
        [ "$(php use.php)" = '110 by 2' ] && php --ri cenote | grep '^non-blocking I/O => on' >/dev/null && ! command -v rustc >/dev/null && ! command -v cc >/dev/null
    }
    # What an installer does with an archive.
    by_archive() {
        local extensions
        extensions=$(php -n -r 'echo PHP_EXTENSION_DIR;')
        sha256sum --check --ignore-missing --quiet SHA256SUMS &&
            unzip -q -o ./*_php"$series"-*.zip cenote.so -d "$extensions" &&
            echo extension=cenote >"/etc/php/$series/cli/conf.d/20-cenote.ini" && used
        local status=$?
        rm -f "$extensions/cenote.so" "/etc/php/$series/cli/conf.d/20-cenote.ini"
        return $status
    }
    by_package() {
        dpkg --install ./php"$series"-cenote_*.deb >/dev/null && used && quick_start
        local status=$?
        dpkg --purge "php$series-cenote" >/dev/null && return $status
    }
    # The first block of README, and what it prints.
    quick_start() {
        rm -f shop.db
        [ "$(php readme.php)" = 'basket, home' ]
    }
    passed=0 failed=0
    for way in archive package; do
        begin=$(seconds)
        if "by_$way" && ! php -m | grep -x cenote >/dev/null; then
            passed=$((passed + 1))
            say "passed: PHP $series, $way: $(since "$begin")"
        else
            failed=$((failed + 1))
            say "FAILED: PHP $series, $way"
        fi
    done
    closing_line "$passed" "$failed" 0
    exit
fi

# Programs for arm64 start by themselves. F: the interpreter is opened now, so that it need not be in the root.
BINFMT=/proc/sys/fs/binfmt_misc
know_arm64() {
    local magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
    local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
    [ -e $BINFMT/register ] || mount -t binfmt_misc none $BINFMT
    ! grep -qs '^magic .*b700$' $BINFMT/* || return 0
    have qemu-aarch64-static || die "qemu-aarch64-static is not installed: apt-get install qemu-user-static"
    trap 'echo -1 >$BINFMT/cenote-arm64' EXIT
    printf '%s' ":cenote-arm64:M::$magic:$mask:$(command -v qemu-aarch64-static):F" >$BINFMT/register
}

# The first PHP block of README.
first_example() { awk '/^```php$/ {if (!seen++) {inside = 1; next}} /^```$/ {inside = 0} inside' README.md; }

# nothing_to_try ARCHIVE COUNT REASON: says why, unless there is such an archive
nothing_to_try() {
    ! compgen -G "$dist/*$1" >/dev/null || return 1
    say "skipped: $3"
    skipped=$((skipped + $2))
}

try_suite() {
    local suite=$1 series=$2 root=$dist/root-$1$3 architecture=${3#-} debian=amd64 archives mirror
    case ${architecture:-$(uname -m)} in
    arm64 | aarch64) architecture=arm64 debian=arm64 ;;
    esac
    archives=_php$series-${architecture:-x86_64}-linux-glibc.zip
    ! nothing_to_try "$archives" 2 "no archive for PHP $series$3: scripts/release/archives.sh $series$3" || return 0
    [ "$(id -u)" = 0 ] || die "only root can make and enter a clean Debian."
    [ "$3" = '' ] || know_arm64
    if [ ! -f "$root/.made" ]; then
        have debootstrap || die "debootstrap is not installed: apt-get install debootstrap"
        mirror=$(debian_mirror || true)
        [ -n "$mirror" ] || die "apt names no mirror of Debian."
        rm -rf "$root"
        debootstrap --arch=$debian --variant=minbase --include="php$series-cli,php$series-sqlite3,unzip" "$suite" "$root" "$mirror" >"$dist/log" 2>&1 ||
            { tail -n 20 "$dist/log"; die "debootstrap failed."; }
        touch "$root/.made"
    fi
    rm -rf "$root/try"
    mkdir -p "$root/try/scripts/release"
    cp "$dist"/*"$archives" "$dist"/php"$series"-cenote_*_$debian.deb "$dist/SHA256SUMS" tests/install/use.php "$root/try/"
    cp scripts/lib.sh "$root/try/scripts/"
    cp scripts/release/try.sh "$root/try/scripts/release/"
    first_example >"$root/try/readme.php"
    local status=0
    unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        /try/scripts/release/try.sh --inside "$series" >"$dist/log" 2>&1 || status=$?
    cat "$dist/log"
    if [[ "$(tail -n 1 "$dist/log")" =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
        passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    else
        failed=$((failed + 1))
        say "FAILED: $suite ended with $status"
    fi
}

try_threads() {
    local threaded=$ROOT/target/compat/zts-php/bin/php series machine way begin
    series=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
    machine=$(uname -m | sed 's/^aarch64$/arm64/')
    ! nothing_to_try "_php$series-$machine-linux-glibc-zts.zip" 2 "no archive for a thread-safe PHP $series: scripts/release/archives.sh $series-zts" || return 0
    if [ ! -x "$threaded" ]; then
        say "skipped: there is no thread-safe PHP to try its archive with: scripts/check/zts.sh makes it"
        skipped=$((skipped + 2))
        return
    fi
    work=$(mktemp -d)
    used_by_threads() {
        (cd "$dist" && sha256sum --check --ignore-missing --quiet SHA256SUMS) || return 1
        unzip -q "$dist"/*_php"$series-$machine"-linux-glibc-zts.zip cenote.so -d "$work/threads" || return 1
        local -a php=("$threaded" -n -d "extension_dir=$work/threads" -d extension=cenote)
        first_example >"$work/readme.php"
        [ "$("${php[@]}" tests/install/use.php)" = '110 by 2' ] && "${php[@]}" --ri cenote | grep '^non-blocking I/O => on' >/dev/null &&
            [ "$(cd "$work" && "${php[@]}" readme.php)" = 'basket, home' ]
    }
    # refused PHP FOLDER: that PHP says that the module is another build's, and goes on without it
    refused() {
        local answer
        answer=$("$1" -n -d display_errors=1 -d "extension_dir=$2" -d extension=cenote -r 'echo extension_loaded("cenote") ? "loaded" : "not loaded";' 2>&1) || true
        say "$answer"
        [[ "$answer" == *'Warning: '*cenote*'not loaded' ]]
    }
    refused_by_others() {
        refused "$PHP" "$work/threads" || return 1
        unzip -q "$dist"/*_php"$series-$machine"-linux-glibc.zip cenote.so -d "$work/alone" 2>/dev/null || return 0
        refused "$threaded" "$work/alone"
    }
    for way in used_by_threads refused_by_others; do
        begin=$(seconds)
        if "$way" >"$work/log" 2>&1; then
            passed=$((passed + 1))
            say "passed: PHP $series for threads, archive ${way//_/ }: $(since "$begin")"
        else
            failed=$((failed + 1))
            say "FAILED: PHP $series for threads, archive ${way//_/ }"
            cat "$work/log"
        fi
    done
    rm -rf "$work"
}

passed=0 failed=0 skipped=0
[ $# -gt 0 ] || set -- bookworm trixie zts
for suite in "$@"; do
    case $suite in
    bookworm) try_suite bookworm 8.2 '' ;;
    trixie) try_suite trixie 8.4 '' ;;
    bookworm-arm64) try_suite bookworm 8.2 -arm64 ;;
    trixie-arm64) try_suite trixie 8.4 -arm64 ;;
    zts) try_threads ;;
    *) die "$suite is not known here: bookworm or trixie, or one of them with -arm64, or zts" ;;
    esac
done
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
