#!/usr/bin/env bash
# The Rust crates that are published, all in one go: cargo finds the order in which they need each other, and builds each from its own package.
#   scripts/release/crates.sh            packs and builds them in target/package, from what is committed; uploads nothing
#   scripts/release/crates.sh publish    and uploads them (CARGO_REGISTRY_TOKEN)
#   scripts/release/crates.sh licences   whether everything they and the extension use may be used and passed on
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

# Licences that ask for no more than their text, which the bill of materials names.
ALLOWED='MIT|Apache-2.0|Apache-2.0 WITH LLVM-exception|BSD-2-Clause|BSD-3-Clause|ISC|Zlib|Unicode-3.0|Unlicense|CC0-1.0|0BSD|MIT-0|BSL-1.0|CDLA-Permissive-2.0'

selected() {
    # shellcheck disable=SC2016  # for PHP
    cargo metadata --format-version 1 --no-deps | "$PHP" -n -r '
        foreach (json_decode(stream_get_contents(STDIN))->packages as $package) {
            // Null: to any registry.
            if ($package->publish === null) {
                echo "--package\n$package->name\n";
            }
        }'
}

# What is built in: not what only tests and build scripts use.
licences() {
    # shellcheck disable=SC2016  # for PHP
    cargo metadata --format-version 1 --locked --all-features | "$PHP" -n -r '
        [, $allowed] = $argv;
        $allowed = array_flip(explode("|", $allowed));
        $metadata = json_decode(stream_get_contents(STDIN));
        $nodes = array_column($metadata->resolve->nodes, null, "id");
        $reached = [];
        for ($left = $metadata->workspace_members; $left;) {
            $id = array_pop($left);
            if (isset($reached[$id])) {
                continue;
            }
            $reached[$id] = true;
            foreach ($nodes[$id]->deps as $dependency) {
                // A kind of null is a normal dependency.
                if (in_array(null, array_column($dependency->dep_kinds, "kind"), true)) {
                    $left[] = $dependency->pkg;
                }
            }
        }
        $may = function (string $licence) use (&$may, $allowed): bool {
            $licence = trim($licence);
            foreach ([["/ OR | ?\/ ?/", true], ["/ AND /", false]] as [$between, $one]) {
                // What stands in brackets is one word.
                preg_match_all("/\((?:[^()]|(?R))*\)|[^()]+/", $licence, $found);
                $bare = preg_replace_callback("/\([^()]*\)/", fn (array $match): string => strtr($match[0], " /", "\1\2"), $licence);
                $words = preg_split($between, $bare);
                if (count($words) > 1) {
                    $answers = array_map(fn (string $word): bool => $may(trim(strtr($word, "\1\2", " /"))), $words);
                    return $one ? in_array(true, $answers, true) : !in_array(false, $answers, true);
                }
            }
            return $licence !== "" && $licence[0] === "(" ? $may(substr($licence, 1, -1)) : isset($allowed[$licence]);
        };
        $passed = $failed = 0;
        foreach ($metadata->packages as $package) {
            if (!isset($reached[$package->id])) {
                continue;
            }
            $holds = $may($package->license ?? "");
            $holds ? $passed++ : $failed++;
            echo $holds ? "" : "$package->name $package->version: " . ($package->license ?? "no licence is named") . "\n";
        }
        printf("%d passed, %d failed, 0 skipped\n", $passed, $failed);
        exit($failed ? 1 : 0);' -- "$ALLOWED"
}

mapfile -t crates < <(selected)
case "${1:-}" in
'') cargo package --locked "${crates[@]}" ;;
publish) cargo publish --locked "${crates[@]}" ;;
licences) licences ;;
*) die "scripts/release/crates.sh [publish|licences]" ;;
esac
