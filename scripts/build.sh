#!/usr/bin/env bash
# Builds the extension in release mode, after installing what is missing.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

"$ROOT/scripts/setup.sh"
cd "$ROOT"
if [ ! -f "$EXTENSION" ]; then
    say "building the extension in release mode (the first time takes a minute or two)"
fi
quiet=()
[ -t 2 ] || quiet=(--quiet)
cargo build --release --locked --package cenote-php "${quiet[@]}"
