#!/usr/bin/env bash
# PHP with the freshly built extension and without the machine's ini files: scripts/php.sh FILE [ARGUMENT …]
# OPCACHE=1 adds opcache with the tracing JIT; PLAIN=1 leaves the extension out; UNDER names a program that runs PHP, as valgrind does.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

mapfile -t options < <(stock_options)
if [ -n "${OPCACHE:-}" ]; then
    mapfile -t -O ${#options[@]} options < <(opcache_options)
fi
[ -n "${PLAIN:-}" ] || options+=(-d "extension=$EXTENSION")
[ -z "${CENOTE_TEST_EXTENSION:-}" ] || options+=(-d "extension=$CENOTE_TEST_EXTENSION")
# shellcheck disable=SC2086  # a command and its options
exec ${UNDER:-} "$PHP" "${options[@]}" "$@"
