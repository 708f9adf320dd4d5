#!/usr/bin/env bash
# Builds the extension and runs its tests with another PHP than this machine's, in a Debian of its own below target/:
# made with debootstrap from the mirror that this machine's apt uses, kept for the next run, with PHP, Rust, the clients
# and the servers from its packages. Nothing is installed on the machine but debootstrap. Needs root.
#   scripts/compat/debian-php.sh 8.4|8.5 [PART …]       parts of scripts/check/test.sh; default: those that depend on PHP
#   scripts/compat/debian-php.sh 8.4|8.5 -- COMMAND …   anything else in there, from the project's folder
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

PACKAGES=(cargo rustfmt rust-clippy ca-certificates make)
PARTS=(build phpt phpt-opcache wait wait-opcache pdo-servers io-examples examples demo valgrind modes servers extensions capi c-example)
CERTIFICATES=/etc/ssl/certs/ca-certificates.crt

# What differs from one PHP to the next: the suite, one that packages may come from besides, packages that scripts/setup.sh
# would not find by the names of Debian's default PHP, and packages of its list that this PHP has none of.
version=${1:-}
more_suite='' lacks=''
case $version in
8.4) SUITE=trixie ;;
8.5)
    SUITE=sid more_suite=experimental lacks='php-redis'
    # modes and servers want packages of the suite's default PHP.
    PARTS=(build phpt phpt-opcache wait wait-opcache pdo-servers session-state io-examples examples demo valgrind extensions capi c-example)
    for package in cli dev sqlite3 pgsql mysql odbc curl interbase; do PACKAGES+=("php8.5-$package"); done
    ;;
*) die "no Debian with PHP ${version:-(which?)} is known here: scripts/compat/debian-php.sh 8.4|8.5 [PART …]" ;;
esac
shift

work=$ROOT/target/php${version/./}
system=$work/root

make_system() {
    local mirror
    if ! have debootstrap; then
        say "installing debootstrap"
        { apt-get update && apt-get install -y --no-install-recommends debootstrap; } >"$work/log" 2>&1 ||
            { tail -n 20 "$work/log" >&2; die "apt-get could not install debootstrap."; }
    fi
    mirror=$(debian_mirror || true)
    [ -n "$mirror" ] || die "apt names no mirror of Debian (apt-get update first?): none to take $SUITE from."
    say "making a Debian $SUITE in ${system#"$ROOT/"}"
    rm -rf "$system"
    debootstrap --variant=minbase "$SUITE" "$system" "$mirror" >"$work/log" 2>&1 ||
        { tail -n 20 "$work/log" >&2; die "debootstrap failed."; }
    # A mirror may stand still, and the lists of development suites soon say that they are out of date.
    echo 'Acquire::Check-Valid-Until "false";' >"$system/etc/apt/apt.conf.d/standing"
    # apt takes from it only what is asked for by name, or is in no other suite.
    [ -z "$more_suite" ] || echo "deb $mirror $more_suite main" >"$system/etc/apt/sources.list.d/more.list"
    # No package may start its servers.
    printf '#!/bin/sh\nexit 101\n' >"$system/usr/sbin/policy-rc.d"
    chmod 755 "$system/usr/sbin/policy-rc.d"
    touch "$system/.made"
}

# Mounts go into a namespace of this run, and vanish with it whatever happens. The build folder of the system lies over
# that of the machine.
enter() {
    mount --bind "$system" "$system" # a root that can have namespaces of its own
    mount --rbind /proc "$system/proc"
    mount --rbind /dev "$system/dev"
    mkdir -p "$system/project" "$work/build"
    mount --bind "$ROOT" "$system/project"
    mount --bind "$work/build" "$system/project/target"
    # What this machine needs to reach the registries.
    cp /etc/resolv.conf "$system/etc/resolv.conf"
    if [ -f $CERTIFICATES ]; then
        mkdir -p "$system${CERTIFICATES%/*}"
        cp $CERTIFICATES "$system$CERTIFICATES"
    fi
    # shellcheck disable=SC2016  # for the inner shell
    exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive CENOTE_LACKS="$lacks" chroot "$system" sh -c 'cd /project && exec "$@"' sh "$@"
}

if [ "${1:-}" = --enter ]; then
    shift
    enter "$@"
fi

[ "$(id -u)" = 0 ] || die "only root can make and enter a Debian $SUITE below target/."
mkdir -p "$work"
[ -f "$system/.made" ] || make_system
inside() { unshare --mount --propagation private "$0" "$version" --enter "$@"; }

if [ ! -f "$system/.packages" ] || [ "$(cat "$system/.packages")" != "${PACKAGES[*]}" ]; then
    say "installing ${PACKAGES[*]} in it"
    inside sh -ec 'apt-get update -qq; apt-get install -y -qq --no-install-recommends "$@"' sh "${PACKAGES[@]}" \
        >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; die "apt-get failed in there."; }
    printf '%s\n' "${PACKAGES[*]}" >"$system/.packages"
fi

if [ "${1:-}" = -- ]; then
    shift
    inside "$@"
    exit
fi
inside scripts/setup.sh test
inside php -n -r 'echo "PHP ", PHP_VERSION, "\n";'
[ $# -gt 0 ] || set -- "${PARTS[@]}"
inside scripts/check/test.sh "$@"
