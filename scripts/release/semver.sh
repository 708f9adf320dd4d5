#!/usr/bin/env bash
# Whether the Rust crates' public API has changed in a way that their version does not say:
#   scripts/release/semver.sh [COMMIT]     beside that commit, or else beside the newest release (a tag vX.Y.Z)
# Two looks at each crate. The snapshots of the signatures (crates/NAME/public-api.txt, which scripts/rust-api/public-api.php keeps true): a line that is
# gone or reads otherwise breaks a user. And cargo-semver-checks, where it is installed, for what an addition can break: a trait's new method, a
# new variant, a field. It sees no types of parameters and results, and not whether a future is Send; those the snapshots show.
# A changed signature with which all users compile as before (a bound that asks for less) goes, as it was, into scripts/release/semver.compatible.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

base=${1:-$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || true)}
if [ -z "$base" ]; then
    printf 'SKIPPED: no release to compare with, and no commit was named\n'
    closing_line 0 0 1
    exit
fi
git rev-parse --quiet --verify "$base^{commit}" >/dev/null || die "$base is no commit here: name one that is, or fetch it (git fetch --tags --unshallow)."

# version_in Cargo.toml
version_in() { sed -n '/^\[workspace\.package\]/,/^$/s/^version = "\(.*\)"/\1/p'; }
# What two versions share as long as no user may break: before 1.0 the minor number too.
promise() { sed -E 's/^0\.([0-9]+).*/0.\1/; t; s/\..*//'; }
before=$(git show "$base:Cargo.toml" | version_in)
now=$(version_in <Cargo.toml)
breaks=
[ "$(promise <<<"$before")" = "$(promise <<<"$now")" ] || breaks=yes

# A snapshot without what breaks nobody: the names of parameters, and hints to the compiler.
essence() { sed -E '/(^| )fn /s/([(,] ?)[a-z_][a-z0-9_]*: /\1/g; s/#\[(must_use|deprecated)\] //g' | sort -u; }
# The same, and each trait's method that has a default also without it: getting one breaks nobody, losing it does.
kept() { sed '/^fn /{p; s/ { \.\. }$//}' | essence; }

# signatures CRATE: those of the base that are no more
signatures() {
    local file=crates/$1/public-api.txt gone
    gone=$(comm -23 <(git show "$base:$file" | grep -vxFf scripts/release/semver.compatible | essence) <(kept <"$file"))
    [ -n "$gone" ] || return 0
    sed "s/^/$1 at $base, no more so: /" <<<"$gone"
    [ -n "$breaks" ]
}

passed=0 failed=0 skipped=0
# counted COMMAND …
counted() {
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

crates=(cenote-core cenote-sql cenote cenote-postgres cenote-redis cenote-sqlite)
for crate in "${crates[@]}"; do
    if git cat-file -e "$base:crates/$crate/public-api.txt" 2>/dev/null; then
        counted signatures "$crate"
    else
        printf 'SKIPPED: %s has no snapshot of %s: its signatures are not compared\n' "$base" "$crate"
        skipped=$((skipped + 1))
    fi
done
if cargo semver-checks --version >/dev/null 2>&1; then
    for crate in "${crates[@]}"; do
        counted cargo semver-checks check-release --package "$crate" --baseline-rev "$base"
    done
else
    printf 'SKIPPED: no cargo-semver-checks (cargo install --locked cargo-semver-checks)\n'
    skipped=$((skipped + 1))
fi
[ "$failed" = 0 ] || printf 'from %s at %s to %s: what broke asks for a new major version, before 1.0 for a new minor one\n' "$before" "$base" "$now"
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
