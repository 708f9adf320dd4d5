#!/usr/bin/env bash
# Runs a command beside Oracle's MySQL server, which takes MariaDB's place: by default the tests of the pooled PDO on
# MariaDB. No stable Debian has the server; its package comes from the development branch, with all libraries that it
# needs, and runs where it is unpacked, below target/compat/mysql.
#   scripts/compat/mysql.sh [COMMAND [ARGUMENT …]]
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"
cd "$ROOT"

SUITE=sid
COMPAT=$COMPAT/mysql
ARCHIVES=$COMPAT/archives
place=$COMPAT/root

fetch() {
    local apt=$COMPAT/apt mirror archive
    have apt-get || die "Oracle's server is fetched with apt: that needs a Debian."
    mirror=$(debian_mirror || true)
    [ -n "$mirror" ] || die "apt names no mirror of Debian: run apt-get update and see what it says."
    rm -rf "$COMPAT"
    mkdir -p "$apt/lists/partial" "$apt/cache" "$ARCHIVES/partial" "$place"
    # An apt that believes in an empty machine fetches the C library, too.
    : >"$apt/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $SUITE main" >"$apt/sources.list"
    private_apt apt-get update >"$apt/log" 2>&1 || { cat "$apt/log" >&2; die "apt could not read Debian's lists."; }
    private_apt apt-get -o Dir::State::Status="$apt/status" install --download-only --no-install-recommends -y \
        mysql-server-core >"$apt/log" 2>&1 || { cat "$apt/log" >&2; die "apt could not fetch mysql-server-core."; }
    # Their folders bin, lib and so on belong below usr.
    mkdir -p "$place"/usr/{bin,lib,lib64,sbin}
    for folder in bin lib lib64 sbin; do ln -s "usr/$folder" "$place/$folder"; done
    for archive in "$ARCHIVES"/*.deb; do
        dpkg-deb --fsys-tarfile "$archive" | tar -C "$place" -x --keep-directory-symlink
        rm "$archive"
    done
    cat >"$COMPAT/mysqld" <<PROGRAM
#!/bin/sh
libraries=$place/usr/lib/$(cc -print-multiarch)
exec $place/usr/lib64/ld-linux-*.so.* --library-path "\$libraries:\$libraries/mysql/private" \\
    $place/usr/sbin/mysqld "\$@" --basedir=$place/usr
PROGRAM
    chmod +x "$COMPAT/mysqld"
}

[ -x "$COMPAT/mysqld" ] || fetch
"$COMPAT/mysqld" --no-defaults --version
[ $# -gt 0 ] || set -- scripts/check/phpt.sh crates/cenote-php/tests/pdo/servers/mariadb_*.phpt
export CENOTE_MYSQLD=$COMPAT/mysqld CENOTE_SERVERS=mysql
exec scripts/servers/run.sh "$@"
