#!/usr/bin/env bash
# Fetches the tests of PHP itself, from Debian's source package of the PHP in use (or the nearest version that the
# archive has), into target/compat/. Prints the folder.
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"

source_folder=$COMPAT/php-source
wanted=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, ".", PHP_RELEASE_VERSION;')
if [ "$(cat "$source_folder/.for" 2>/dev/null)" != "$wanted" ]; then
    package=php$(php_branch)
    refresh_private_apt
    versions=$(private_apt apt-cache showsrc "$package" | sed -n 's/^Version: //p' | sort -rV | uniq)
    versions="$(grep -F "$wanted-" <<<"$versions" || true) $versions"
    [ -n "${versions// /}" ] || die "Debian's archive has no source package $package."
    rm -rf "$source_folder"
    mkdir -p "$source_folder"
    (
        cd "$source_folder"
        # The lists may name a version that the archive does not serve (any more); then the next older one is taken.
        for version in $versions; do
            ! private_apt apt-get source --download-only "$package=$version" >"$COMPAT/apt/log" 2>&1 || break
            version=
        done
        [ -n "$version" ] || { cat "$COMPAT/apt/log" >&2; die "apt could not fetch the source of $package."; }
        printf '%s\n' "$version" >.version
        tar --extract --strip-components=1 --wildcards --file "$package"_*.orig.tar.xz \
            '*/tests/*'
        rm "$package"_*
    )
    printf '%s\n' "$wanted" >"$source_folder/.for"
fi
printf '%s\n' "$source_folder"
