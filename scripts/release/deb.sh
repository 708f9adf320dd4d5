#!/usr/bin/env bash
# Builds a Debian package of cenote for the PHP of this machine from what scripts/build.sh made: module, ini file, header, IDE
# stubs, documents, licences. Prints the package's path, in target/deb.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

have dpkg-deb || die "dpkg-deb is not installed: a Debian package can only be built on Debian."
[ -f "$EXTENSION" ] || die "$EXTENSION is not there: make build"
series=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
[[ $("$PHP_CONFIG" --ini-dir) == /etc/php/* ]] || die "this PHP is not Debian's: use make install."
name=php$series-cenote
extensions=$("$PHP_CONFIG" --extension-dir)
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
# That of this PHP, which need not be the machine's (scripts/compat/aarch64.sh).
machine=$("$PHP" -n -r 'echo php_uname("m");')
case $machine in
x86_64) architecture=amd64 ;;
aarch64) architecture=arm64 ;;
*) architecture=$(dpkg --print-architecture) ;;
esac

staging=$ROOT/target/deb/$name
package=$ROOT/target/deb/${name}_${version}_$architecture.deb
rm -rf "$staging"
mkdir -p "$staging/DEBIAN"
DESTDIR=$staging scripts/release/install.sh >/dev/null
"${CENOTE_CROSS:-}strip" --strip-debug "$staging$extensions/cenote.so"

documents=$staging/usr/share/doc/$name
install -D -m 644 -t "$documents" README.md ARCHITECTURE.md
cp -r docs "$documents/docs"
install -D -m 644 -t "$documents/stubs" stubs/cenote.php
gzip -9n <CHANGELOG.md >"$documents/changelog.gz"
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: cenote\n\n'
    printf 'Files: *\nCopyright: the authors of cenote\nLicense: MIT or Apache-2.0\n\nLicense: MIT\n'
    sed 's/^$/./; s/^/ /' LICENSE-MIT
    printf '\nLicense: Apache-2.0\n See /usr/share/common-licenses/Apache-2.0 on Debian systems.\n'
} >"$documents/copyright"
find "$staging" -type d -exec chmod 755 {} +
find "$staging" -type f -exec chmod 644 {} +

# What the module's symbols need, as dpkg-shlibdeps would say it; the engine's binary interface is a name of Debian's own.
api=phpapi-$(basename "$extensions")
libc=$("${CENOTE_CROSS:-}objdump" -T "$staging$extensions/cenote.so" | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -V | tail -n 1)
cat >"$staging/DEBIAN/control" <<TEXT
Package: $name
Version: $version
Architecture: $architecture
Section: php
Priority: optional
Maintainer: the authors of cenote <cenote@localhost>
Depends: $api, php-common, libc6 (>= $libc), libgcc-s1
Recommends: php$series-sqlite3 | php$series-pgsql | php$series-mysql
Installed-Size: $(du -sk --exclude=DEBIAN "$staging" | cut -f1)
Description: coroutines and resource pools for PHP
 Many coroutines share one PDO object, each with a connection and a transaction of
 its own; Async\\Pool does the same for anything that can be made, lent and given back.
 Database drivers and clients wait without blocking the others, unpatched.
TEXT
printf '/etc/php/%s/mods-available/cenote.ini\n' "$series" >"$staging/DEBIAN/conffiles"
# By Debian's helper, as a maintainer: what the administrator has enabled or disabled stays.
maintainer_script() {
    cat >"$staging/DEBIAN/$1" <<TEXT
#!/bin/sh
set -e
if [ "\$1" = $2 ] && [ -e /usr/lib/php/php-maintscript-helper ]; then
    . /usr/lib/php/php-maintscript-helper
    php_invoke $3 $series ALL cenote
fi
TEXT
}
maintainer_script postinst configure enmod
maintainer_script prerm remove dismod
# The helper's notes of who enabled what, and where. They are no files of the package.
cat >"$staging/DEBIAN/postrm" <<TEXT
#!/bin/sh
set -e
if [ "\$1" = purge ]; then
    rm -f /var/lib/php/modules/$series/registry/cenote /var/lib/php/modules/$series/*/*_by_*/cenote
fi
TEXT
chmod 755 "$staging"/DEBIAN/post* "$staging"/DEBIAN/prerm
(cd "$staging" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
dpkg-deb --root-owner-group --build "$staging" "$package" >/dev/null
rm -rf "$staging"
say "$package"
