#!/usr/bin/env bash
# PHP with the freshly built extension and without the machine's ini files: scripts/php.sh FILE [ARGUMENT …]
# OPCACHE=1 adds opcache with the tracing JIT.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

mapfile -t options < <(stock_options)
if [ -n "${OPCACHE:-}" ]; then
    mapfile -t -O ${#options[@]} options < <(opcache_options)
fi
options+=(-d "extension=$EXTENSION")
[ -z "${CENOTE_TEST_EXTENSION:-}" ] || options+=(-d "extension=$CENOTE_TEST_EXTENSION")
exec "$PHP" "${options[@]}" "$@"
