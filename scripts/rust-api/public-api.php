#!/usr/bin/env -S php -n
<?php
// What the Rust crates show to their users, read from what rustdoc writes as JSON, which stable Rust gives out when it is told to:
// - From which crates the types come: only from those named here, so that a new major version of any other dependency, cenote-core above all,
//   is no break of ours.
// - All signatures, beside the snapshot in crates/NAME/public-api.txt, so that a review sees each change of them.
//   scripts/rust-api/public-api.php          compares; ends with "N passed, N failed, N skipped"
//   scripts/rust-api/public-api.php renew    writes the snapshots anew

declare(strict_types=1);

require __DIR__ . '/signatures.inc';

chdir(dirname(__DIR__, 2));

// The standard library may show everywhere.
const STANDARD = ['std', 'core', 'alloc'];
const SHOWN = [
    'cenote-core' => [],
    // serde's traits are version 1 for good.
    'cenote' => ['serde_core'],
    'cenote-sql' => [],
    'cenote-diesel' => ['cenote', 'diesel', 'diesel_async'],
    'cenote-mysql' => ['cenote', 'mysql_async'],
    'cenote-postgres' => ['cenote', 'postgres_types', 'tokio_postgres'],
    'cenote-redis' => ['cenote', 'redis'],
    'cenote-sqlite' => ['cenote', 'rusqlite'],
];
// A type of each crate that shows, so that a format of rustdoc's that is not understood is noticed.
const KNOWN = [
    'cenote-core' => 'cenote_core::pool::pool_core::Core',
    'cenote' => 'cenote::pool::Pool',
    'cenote-sql' => 'cenote_sql::effect::Effect',
    'cenote-diesel' => 'diesel::result::Error',
    'cenote-mysql' => 'mysql_async::conn::Conn',
    'cenote-postgres' => 'tokio_postgres::error::Error',
    'cenote-redis' => 'redis::errors::redis_error::RedisError',
    'cenote-sqlite' => 'rusqlite::error::Error',
];

/** What rustdoc knows of a crate, or null. */
function rustdoc(string $crate): ?array
{
    $folder = getenv('CARGO_TARGET_DIR') ?: getcwd() . '/target';
    $command = "RUSTC_BOOTSTRAP=1 cargo rustdoc --quiet --locked --all-features --package $crate --lib --target-dir "
        . escapeshellarg("$folder/public-api") . ' -- -Z unstable-options --output-format json --cap-lints allow';
    passthru($command, $status);
    $file = "$folder/public-api/doc/" . strtr($crate, '-', '_') . '.json';
    return $status === 0 ? json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR) : null;
}

/** The ids of all types and traits that are named somewhere in a description, with the words by which they are. */
function named(array $description): iterable
{
    if (isset($description['id']) && is_string($words = $description['path'] ?? $description['source'] ?? null)) {
        yield $description['id'] => $words;
    }
    foreach ($description as $part) {
        if (is_array($part)) {
            yield from named($part);
        }
    }
}

/** All that a crate shows: [crate => [path => where]]. */
function shown(array $docs): array
{
    $shown = [];
    foreach ($docs['index'] as $item) {
        // What some dependency implements for every type is none of ours.
        if ($item['crate_id'] !== 0 || isset($item['inner']['impl']['blanket_impl'])) {
            continue;
        }
        foreach (named($item['inner']) as $id => $words) {
            $path = $docs['paths'][$id] ?? null;
            // Not among the paths: a name of this crate's own that is written out elsewhere.
            if ($path === null) {
                continue;
            }
            $crate = $path['crate_id'] === 0 ? $path['path'][0] : $docs['external_crates'][$path['crate_id']]['name'];
            $where = $item['name'] ?? 'impl ' . json_encode($item['inner']['impl']['trait']['path'] ?? '');
            $shown[$crate][implode('::', $path['path'])] ??= "$where, " . ($item['span']['filename'] ?? 'made by the compiler');
        }
    }
    return $shown;
}

/** How the signatures differ from the snapshot; or it is written anew. `$paths` is what is known of the crates before this one. */
function changed(string $crate, array $docs, bool $renew, array &$paths): array
{
    $file = "crates/$crate/public-api.txt";
    $signatures = new Signatures($docs, $paths);
    $now = $signatures->lines();
    $paths += $signatures->paths();
    if ($renew) {
        file_put_contents($file, implode("\n", $now) . "\n");
        return [];
    }
    $known = file_exists($file) ? file($file, FILE_IGNORE_NEW_LINES) : [];
    return [
        ...array_map(fn (string $line) => "has no more: $line", array_values(array_diff($known, $now))),
        ...array_map(fn (string $line) => "has new: $line", array_values(array_diff($now, $known))),
    ];
}

/** What is wrong with the types that a crate shows. */
function strangers(string $crate, array $docs): array
{
    $shown = shown($docs);
    $faults = [];
    foreach (array_diff_key($shown, array_flip([...STANDARD, ...SHOWN[$crate], strtr($crate, '-', '_')])) as $foreign) {
        foreach ($foreign as $path => $where) {
            $faults[] = "shows $path: $where";
        }
    }
    if (!isset(array_merge(...array_values($shown))[KNOWN[$crate]])) {
        $faults[] = 'does not show ' . KNOWN[$crate] . ', which it does: has the format of rustdoc changed?';
    }
    return $faults;
}

$renew = ($argv[1] ?? '') === 'renew';
$passed = $failed = 0;
$paths = [];
foreach (array_keys(SHOWN) as $crate) {
    $docs = rustdoc($crate);
    $strangers = $docs === null ? ['has no documentation: see above'] : strangers($crate, $docs);
    $changed = $docs === null ? [] : changed($crate, $docs, $renew, $paths);
    foreach ([...$strangers, ...$changed] as $fault) {
        echo "$crate $fault\n";
    }
    if ($changed !== []) {
        echo "$crate: the public API is not that of crates/$crate/public-api.txt. If it is meant: scripts/rust-api/public-api.php renew, and commit the file.\n";
    }
    $strangers === [] && $changed === [] ? $passed++ : $failed++;
}
echo "$passed passed, $failed failed, 0 skipped\n";
exit($failed === 0 ? 0 : 1);
