#!/usr/bin/env -S php -n
<?php
// Which test shows which numbered statement of the specification (docs/internals/spec/).
//
//   scripts/docs/spec-coverage.php                      prints each number with its tests and fails for a number without one,
//                                              unless docs/internals/spec-coverage-exceptions.md gives the reason
//   scripts/docs/spec-coverage.php --sample [END …]     prints .phpt paths that together touch every section that has any,
//                                              but none with one of these ends, and none that may be skipped
//
// A .phpt test cites numbers at the start of its title ("SPEC 6.2, 6.3: …"), a Rust test in a doc line above
// #[test] ("/// SPEC 6.2: …"). Tests that do not run (XFAIL, #[ignore]) count for nothing.

declare(strict_types=1);

/** The sections of this release; the others belong to later parts of cenote. */
const SECTIONS = [...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19], 23, 24, 26, 28, 29, 30, 31, 33, 34, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 50];
/** Sections whose content stands outside their numbered items: 30 has a table of symbols, 33 has algorithms. */
const CITED_WHOLE = ['30', '33', '37', '38', '39', '40'];
const CITATION = '/^SPEC\s+([0-9., ]+?(?:\s+and\s+[0-9.]+)?):/';

chdir(dirname(__DIR__, 2));

/** @return array<string, string> number => first words of the statement, in the order of their numbers */
function statements(): array
{
    $section = 0;
    $found = [];
    foreach (array_merge(...array_map(file(...), glob('docs/internals/spec/*.md'))) as $line) {
        if (preg_match('/^#+ (?:(\d+)\.)?\s*(.*)/', $line, $match)) {
            $section = (int) $match[1];
            if (in_array((string) $section, CITED_WHOLE, true)) {
                $found[(string) $section] = trim($match[2]);
            }
        } elseif (in_array($section, SECTIONS, true) && preg_match('/^(\d+)\. (.*)/', $line, $match)) {
            $found["$section.$match[1]"] = trim($match[2]);
        }
    }
    uksort($found, version_compare(...));
    return $found;
}

/** @return list<string> the numbers at the start of a title */
function cited(string $title): array
{
    if (!preg_match(CITATION, $title, $match)) {
        return [];
    }
    return preg_split('/[\s,]+|\band\b/', $match[1], -1, PREG_SPLIT_NO_EMPTY);
}

/** @return iterable<string> */
function files_below(string $directory, string $suffix): iterable
{
    if (!is_dir($directory)) {
        return;
    }
    $paths = [];
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($directory, FilesystemIterator::SKIP_DOTS)) as $file) {
        if (str_ends_with($file->getPathname(), $suffix)) {
            $paths[] = $file->getPathname();
        }
    }
    sort($paths);
    yield from $paths;
}

/** @return array<string, list<string>> path of a .phpt test => numbers it cites */
function phpt_tests(): array
{
    $tests = [];
    foreach (files_below('crates', '.phpt') as $path) {
        $text = file_get_contents($path);
        if (!preg_match('/^--XFAIL--/m', $text) && preg_match('/^--TEST--\R(.*)/', $text, $match)) {
            $tests[$path] = cited($match[1]);
        }
    }
    return $tests;
}

/** @return array<string, list<string>> "path::function" of a Rust test => numbers it cites */
function rust_tests(): array
{
    $tests = [];
    foreach (files_below('crates', '.rs') as $path) {
        $numbers = [];
        $is_test = false;
        foreach (file($path) as $line) {
            $line = trim($line);
            if (str_starts_with($line, '///')) {
                $numbers = [...$numbers, ...cited(trim(substr($line, 3)))];
            } elseif ($line === '#[ignore]' || str_starts_with($line, '#[ignore ')) {
                $numbers = [];
            } elseif (preg_match('/^#\[(\w+::)?test\b/', $line)) {
                $is_test = true;
            } elseif (!str_starts_with($line, '#')) {
                if ($is_test && $numbers && preg_match('/\bfn (\w+)/', $line, $match)) {
                    $tests["$path::$match[1]"] = $numbers;
                }
                $numbers = [];
                $is_test = false;
            }
        }
    }
    return $tests;
}

/** @return array<string, string> number => reason */
function exceptions(): array
{
    $found = [];
    foreach (file('docs/internals/spec-coverage-exceptions.md') as $line) {
        if (preg_match('/^- ([0-9.]+): (.+)/', $line, $match)) {
            $found[$match[1]] = trim($match[2]);
        }
    }
    return $found;
}

/**
 * Prints paths of .phpt tests, as few as easily found, such that every section cited by any is cited by one of them. A test that may be
 * skipped is no candidate: where it is, its section would have none.
 *
 * @param list<string> $unsuitable ends of paths that are no candidates
 */
function print_sample(array $unsuitable): void
{
    $covered = [];
    foreach (phpt_tests() as $path => $numbers) {
        if (str_contains(file_get_contents($path), "\n--SKIPIF--\n")) {
            continue;
        }
        if (array_filter($unsuitable, fn (string $end): bool => str_ends_with($path, $end))) {
            continue;
        }
        $sections = array_fill_keys(array_map(fn (string $number): string => strtok($number, '.'), $numbers), true);
        if (array_diff_key($sections, $covered)) {
            $covered += $sections;
            echo $path, "\n";
        }
    }
}

function report(): int
{
    $statements = statements();
    $exceptions = exceptions();
    $tests_of = array_fill_keys(array_keys($statements), []);
    $faults = [];
    foreach (phpt_tests() + rust_tests() as $test => $numbers) {
        foreach ($numbers as $number) {
            if (isset($tests_of[$number])) {
                $tests_of[$number][] = $test;
            } elseif (in_array((int) $number, SECTIONS, true)) {
                $faults[] = "$test cites SPEC $number, which does not exist";
            }
        }
    }

    $shown = $missing = 0;
    foreach ($statements as $number => $words) {
        $number = (string) $number;
        printf("%-6s %s\n", $number, shortened($words, 100));
        foreach ($tests_of[$number] as $test) {
            echo "         $test\n";
        }
        if ($tests_of[$number]) {
            $shown++;
            if (isset($exceptions[$number])) {
                $faults[] = "$number has a test, so it no longer belongs into the list of exceptions";
            }
        } elseif (isset($exceptions[$number])) {
            echo "         no test: $exceptions[$number]\n";
        } else {
            $missing++;
            $faults[] = "$number has no test: $words";
        }
    }
    foreach (array_diff_key($exceptions, $statements) as $number => $reason) {
        $faults[] = "the exception $number names no statement of these sections";
    }
    if ($faults) {
        echo "\n", implode("\n", $faults), "\n";
    }
    $excepted = count($statements) - $shown - $missing;
    printf("%d passed, %d failed, %d skipped\n", $shown, count($faults), $excepted);
    return $faults ? 1 : 0;
}

/** The first $width bytes of a line, cut at a word. */
function shortened(string $text, int $width): string
{
    return strlen($text) <= $width ? $text : preg_replace('/\s+\S*$/', ' …', substr($text, 0, $width));
}

if (($argv[1] ?? '') === '--sample') {
    print_sample(array_slice($argv, 2));
} else {
    exit(report());
}
