#!/usr/bin/env bash
# What CHANGELOG.md says of a version, for its release: scripts/release/notes.sh VERSION
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

[ -n "${1:-}" ] || die "scripts/release/notes.sh VERSION"
notes=$(awk -v version="$1" '/^## / {inside = index($0, "## " version) == 1 || index($0, "## [" version "]") == 1; next} inside' CHANGELOG.md)
[ -n "$notes" ] || die "CHANGELOG.md has no section for version $1."
printf '%s\n' "$notes"
