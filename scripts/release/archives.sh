#!/usr/bin/env bash
# What people install without a compiler, in target/dist: for each PHP an archive as PIE downloads it, the symbols for debuggers beside it,
# and a Debian package; the bill of materials (CycloneDX) and SHA256SUMS for all. Built on the oldest system that is supported, Debian 12,
# whose glibc is the oldest that the module may need.
#   scripts/release/archives.sh [8.2|8.4|8.5|8.2-arm64|8.4-arm64|8.2-zts …]
# -zts: for thread-safe builds of this machine's version, which no Debian has: an archive and no package (scripts/check/zts.sh makes that PHP).
# Default: this machine's PHP. Others: with the headers of a Debian of their own (scripts/compat/debian-php.sh and aarch64.sh make it; as root).
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

GLIBC_MAXIMUM=2.36 # Debian 12's
CYCLONEDX_VERSION=0.5.7

have zip || die "zip is not installed: apt-get install zip"
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
own=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
dist=$ROOT/target/dist
mkdir -p "$dist"
# The same commit gives the same files, wherever the checkout is: neither the time nor the place gets into them. The place would by the symbols,
# which the module names by their checksum.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
CARGO_ENCODED_RUSTFLAGS=--remap-path-prefix=$ROOT=.$'\x1f'--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo
CFLAGS=-ffile-prefix-map=$ROOT=.
export SOURCE_DATE_EPOCH CARGO_ENCODED_RUSTFLAGS CFLAGS

# A php-config for the headers of another PHP: the build asks it for nothing else.
config_for() {
    local series=$1 system=$ROOT/target/php${1/./}/root folder
    compgen -G "$system/usr/include/php/2*/main/php_version.h" >/dev/null || scripts/compat/debian-php.sh "$series" -- scripts/setup.sh build >&2
    folder=$(for folder in "$system"/usr/include/php/2*; do
        grep -q "PHP_VERSION \"$series\." "$folder/main/php_version.h" && printf '%s\n' "$folder"
    done)
    [ -n "$folder" ] || die "there are no headers of PHP $series in ${system#"$ROOT/"}."
    cat >"$dist/php-config-$series" <<SH
#!/bin/sh
[ "\$1" = --includes ] || { echo "only --includes is known here" >&2; exit 1; }
echo "-I$folder -I$folder/main -I$folder/TSRM -I$folder/Zend -I$folder/ext -I$folder/ext/date/lib"
SH
    chmod 755 "$dist/php-config-$series"
    printf '%s\n' "$dist/php-config-$series"
}

# As PIE names them.
architecture() {
    case $1 in
    *-arm64) printf 'arm64\n' ;;
    *) uname -m | sed 's/^aarch64$/arm64/' ;;
    esac
}

# build SERIES[-arm64]: the module as it comes from cargo; prints its path
build() {
    if [[ $1 == *-arm64 ]]; then
        # shellcheck disable=SC2016  # for the inner shell
        scripts/compat/aarch64.sh "${1%-*}" -- sh -c 'printf "%s\n" "$CENOTE_EXTENSION"' | tail -n 1
        return
    fi
    if [[ $1 == *-zts ]]; then
        [ "$1" = "$own-zts" ] || die "a thread-safe PHP can be made of this machine's version only: $own-zts"
        # shellcheck disable=SC2016  # for the inner shell
        scripts/check/zts.sh -- sh -c 'printf "%s\n" "$CENOTE_EXTENSION"' | tail -n 1
        return
    fi
    # Not where scripts/build.sh builds, which would have to begin anew afterwards.
    local config=$PHP_CONFIG
    if [ "$1" = "$own" ]; then scripts/setup.sh >&2; else config=$(config_for "$1") || exit; fi
    PHP_CONFIG=$config CARGO_TARGET_DIR=$dist/build cargo build --quiet --release --locked --package cenote-php >&2
    printf '%s\n' "$dist/build/release/libcenote.so"
}

# needs MODULE CROSS: what it may need of a system, and nothing newer
needs() {
    local glibc library
    glibc=$("${2}objdump" -T "$1" | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -V | tail -n 1)
    version_at_least "$GLIBC_MAXIMUM" "$glibc" || die "$1 needs glibc $glibc, and Debian 12 has $GLIBC_MAXIMUM."
    for library in $("${2}objdump" -p "$1" | awk '$1 == "NEEDED" {print $2}'); do
        case $library in
        libc.so.6 | libgcc_s.so.1 | libm.so.6 | ld-linux-*) ;;
        *) die "$1 needs $library, which a PHP need not have." ;;
        esac
    done
}

archive() {
    local series=$1 name stage module cross= threads=
    [[ $series != *-arm64 ]] || cross=aarch64-linux-gnu-
    # As PIE names them.
    [[ $series != *-zts ]] || threads=-zts
    name=php_cenote-${version}_php${series%-*}-$(architecture "$series")-linux-glibc$threads
    stage=$dist/stage/$series
    rm -rf "$stage" "$dist/$name".*
    mkdir -p "$stage"
    module=$(build "$series") || exit
    "${cross}objcopy" --only-keep-debug --compress-debug-sections "$module" "$dist/$name.debug"
    "${cross}objcopy" --strip-unneeded --add-gnu-debuglink="$dist/$name.debug" "$module" "$stage/cenote.so"
    needs "$stage/cenote.so" "$cross"
    cp LICENSE-APACHE LICENSE-MIT README.md CHANGELOG.md crates/cenote-php/include/zend_async_pool.h "$stage"
    find "$stage" -exec touch --date="@$SOURCE_DATE_EPOCH" {} +
    (cd "$stage" && zip -9 -X -q "$dist/$name.zip" cenote.so zend_async_pool.h README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT)
    say "target/dist/$name.zip"
}

# The package needs Debian's php-config, so it is made where that PHP is; the module is the archive's.
debian_package() {
    local series=$1 inside
    if [[ $series == *-arm64 ]]; then
        scripts/compat/aarch64.sh "${series%-*}" -- env CENOTE_EXTENSION="$dist/stage/$series/cenote.so" scripts/release/deb.sh >/dev/null
        cp "target/deb/php${series%-*}-cenote_${version}_arm64.deb" "$dist/"
    elif [ "$series" = "$own" ]; then
        CENOTE_EXTENSION=$dist/stage/$series/cenote.so scripts/release/deb.sh >/dev/null
        cp "target/deb/php$series-cenote_${version}_"*.deb "$dist/"
    else
        inside=target/php${series/./}/build
        mkdir -p "$inside"
        cp "$dist/stage/$series/cenote.so" "$inside/cenote.so"
        scripts/compat/debian-php.sh "$series" -- env CENOTE_EXTENSION=/project/target/cenote.so scripts/release/deb.sh >/dev/null
        cp "$inside/deb/php$series-cenote_${version}_"*.deb "$dist/"
    fi
    say "target/dist/php${series%-*}-cenote_${version}_*.deb"
}

bill_of_materials() {
    local tool=$ROOT/target/tools/bin/cargo-cyclonedx
    [ -x "$tool" ] || cargo install cargo-cyclonedx --version "=$CYCLONEDX_VERSION" --locked --quiet --root target/tools
    "$tool" cyclonedx --quiet --format json --manifest-path crates/cenote-php/Cargo.toml --override-filename cenote.cdx
    # Where the checkout was and when this ran is nobody's business. The number is that of the contents.
    local number
    sed -e "s|$ROOT/||g" -e '/^  "serialNumber": /d' -e "s|^\(    \"timestamp\": \"\)[^\"]*|\1$(date -u --date="@$SOURCE_DATE_EPOCH" +%FT%TZ)|" \
        crates/cenote-php/cenote.cdx.json >"$dist/cenote-$version.cdx.json"
    number=$(sha256sum "$dist/cenote-$version.cdx.json" | sed 's/^\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\).*/\1-\2-8\3-8\4-\5/')
    sed -i "s|^  \"metadata\": {|  \"serialNumber\": \"urn:uuid:$number\",\n&|" "$dist/cenote-$version.cdx.json"
    # It writes one beside each crate of the workspace.
    find crates examples -name cenote.cdx.json -not -path '*/target/*' -delete
    say "target/dist/cenote-$version.cdx.json"
}

[ $# -gt 0 ] || set -- "$own"
for series in "$@"; do
    archive "$series"
    [[ $series == *-zts ]] || debian_package "$series"
done
bill_of_materials
(cd "$dist" && shopt -s nullglob && sha256sum -- *.zip *.deb *.debug *.json >SHA256SUMS)
say "target/dist/SHA256SUMS"
