#!/usr/bin/env bash
# The manual as a site, in target/manual, by mdBook, which is fetched and built into target/tools if it is not installed: some
# three minutes of CPU time on the first run. Then scripts/docs/site.php looks at it, and scripts/docs/search.mjs asks its search.
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
# The version and the day of the last change, in the title of each page.
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
day=$(git log -1 --format=%cs 2>/dev/null || date +%F)
MDBOOK_BOOK__TITLE="cenote $version ($day)" "$mdbook" build
[ "${1:-}" = check ] || say "the manual: target/manual/index.html"
scripts/docs/site.php | tee target/manual/site.out || true
passed=0 failed=0 skipped=0
add() { if [[ "$1" =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2])); else failed=$((failed + 1)); fi; }
add "$(tail -n 1 target/manual/site.out)"
if have node; then
    node scripts/docs/search.mjs | tee target/manual/search.out || true
    add "$(tail -n 1 target/manual/search.out)"
else
    say "SKIPPED: the questions to the search: no node"
    skipped=1
fi
rm -f target/manual/*.out
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
