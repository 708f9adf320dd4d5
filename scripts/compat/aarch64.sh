#!/usr/bin/env bash
# Builds the extension for aarch64 and runs its tests with Debian's PHP for aarch64 under qemu's user mode. PHP, its headers
# and the clients' libraries are Debian's packages, unpacked (not installed) below target/aarch64/; servers that tests need
# are those of this machine. Installed on the machine are a cross compiler, qemu-user-static and debootstrap, and Rust's
# target. Needs root for that only. It is slow: some fifteen minutes for everything on two cores.
#   scripts/compat/aarch64.sh [8.4] [PATH …]        tests; default: all areas but capi/, with PHP 8.2
#   scripts/compat/aarch64.sh [8.4] -- COMMAND …    anything else, with that PHP as $PHP and the extension as $CENOTE_EXTENSION
# Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

TARGET=aarch64-unknown-linux-gnu
GCC=aarch64-linux-gnu-gcc

case ${1:-} in
8.4) series=8.4 SUITE=trixie && shift ;;
8.2) series=8.2 SUITE=bookworm && shift ;;
*) series=8.2 SUITE=bookworm ;;
esac
PACKAGES=odbc-postgresql,odbc-mariadb,php-redis,libc6-dev
for package in cli dev sqlite3 opcache pgsql mysql curl odbc; do PACKAGES+=,php$series-$package; done

work=$ROOT/target/aarch64/php${series/./}
system=$work/system
headers=$system/usr/include/php
mkdir -p "$work"

install_tools() {
    local -a missing=()
    have $GCC || missing+=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross)
    have qemu-aarch64-static || missing+=(qemu-user-static)
    have debootstrap || missing+=(debootstrap)
    if [ ${#missing[@]} -gt 0 ]; then
        [ "$(id -u)" = 0 ] || die "not root, so please install first: apt-get install ${missing[*]}"
        say "installing ${missing[*]}"
        { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } \
            >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; die "apt-get failed."; }
    fi
    rustup target list --installed | grep -x $TARGET >/dev/null || rustup target add $TARGET
}

# What debootstrap would install, only unpacked: nothing of it has to run for that.
unpack_system() {
    local mirror folder package
    mirror=$(debian_mirror || true)
    [ -n "$mirror" ] || die "apt names no mirror of Debian (apt-get update first?): none to take PHP for aarch64 from."
    say "fetching PHP for aarch64"
    debootstrap --download-only --variant=minbase --arch=arm64 --include=$PACKAGES $SUITE "$work/packages" "$mirror" \
        >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; die "debootstrap failed."; }
    rm -rf "$system"
    for folder in bin sbin lib; do
        mkdir -p "$system/usr/$folder"
        ln -s usr/$folder "$system/$folder"
    done
    for package in "$work"/packages/var/cache/apt/archives/*.deb; do dpkg-deb --extract "$package" "$system"; done
    rm -rf "$work/packages"
    printf '%s\n' "$PACKAGES" >"$system/.unpacked"
}

# PHP as a program of this machine. It runs itself again under the name by which it was called. ODBC's drivers are found
# through the loader's cache, which unpacking does not make.
write_programs() {
    cat >"$work/php" <<SH
#!/bin/sh
here=\$(dirname "\$(readlink -f "\$0")")
exec qemu-aarch64-static -E LD_LIBRARY_PATH=/usr/lib/aarch64-linux-gnu/odbc -0 "\$here/php" -L "\$here/system" \\
    "\$here/system/usr/bin/php$series" "\$@"
SH
    cat >"$work/php-config" <<SH
#!/bin/bash
folder=\$(compgen -G "$headers/20*")
case \$1 in
--includes) echo "-I\$folder -I\$folder/main -I\$folder/TSRM -I\$folder/Zend -I\$folder/ext -I\$folder/ext/date/lib" ;;
--vernum) sed -n 's/^#define PHP_VERSION_ID //p' "\$folder/main/php_version.h" ;;
*) exec "$system/usr/bin/php-config$series" "\$@" ;;
esac
SH
    chmod 755 "$work/php" "$work/php-config"
}

build_extension() {
    say "building the extension for aarch64"
    PHP_CONFIG=$work/php-config BINDGEN_EXTRA_CLANG_ARGS=--sysroot=$system CARGO_TARGET_DIR=$ROOT/target/aarch64/build \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=$GCC \
        cargo build --quiet --release --locked --package cenote-php --target $TARGET
}

install_tools
[ "$(cat "$system/.unpacked" 2>/dev/null)" = "$PACKAGES" ] || unpack_system
write_programs
build_extension

export PHP=$work/php CENOTE_EXTENSION=$ROOT/target/aarch64/build/$TARGET/release/libcenote.so
if [ "${1:-}" = -- ]; then
    shift
    export PHP_CONFIG=$work/php-config CENOTE_CROSS=aarch64-linux-gnu-
    exec "$@"
fi
# Some tests look at what is the emulator's here, or compile for this machine.
export CENOTE_EMULATED=1
scripts=$ROOT/scripts
"$scripts/php.sh" -r 'echo "PHP ", PHP_VERSION, ", ", php_uname("m"), "\n";'
"$scripts/php.sh" --ri cenote
if [ $# = 0 ]; then
    mapfile -t areas < <(find "$PHPT_DIR" -mindepth 1 -maxdepth 1 -type d -not -name capi | sort)
    set -- "${areas[@]}"
fi
"$scripts/servers/run.sh" "$scripts/check/phpt.sh" "$@"
