#!/usr/bin/env bash
# Fetches the tests of PHP itself, from Debian's source package of the PHP in use (or the nearest version that the
# archive has), into target/compat/. Prints the folder.
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"

php_source "$COMPAT/php-source" '*/tests/*'
printf '%s\n' "$COMPAT/php-source"
