#!/usr/bin/env bash
# The manual as a site, in target/manual, by mdBook, which is fetched and built into target/tools if it is not installed: some
# three minutes of CPU time on the first run. Then scripts/docs/site.php looks at it.
#   scripts/release/manual.sh          builds it
#   scripts/release/manual.sh check    where mdBook is at hand: the same as a test, a matter of a second. Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

MDBOOK_VERSION=0.4.52
mdbook=mdbook
if ! have mdbook; then
    mdbook=$ROOT/target/tools/bin/mdbook
    if [ ! -x "$mdbook" ] && [ "${1:-}" = check ]; then
        say "SKIPPED: no mdbook, which takes minutes to build (make docs does)"
        closing_line 0 0 1
        exit
    fi
    [ -x "$mdbook" ] || cargo install mdbook --version "=$MDBOOK_VERSION" --locked --no-default-features --features search --root target/tools
fi
rm -rf target/manual
"$mdbook" build
[ "${1:-}" = check ] || say "the manual: target/manual/index.html"
scripts/docs/site.php
