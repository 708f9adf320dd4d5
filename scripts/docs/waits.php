#!/usr/bin/env -S php -n
<?php
// The tables of calls in docs/guide/waiting.md, made from the heads of the tests: each line `waits: CALLS | HOW | CANCELLED` in the
// section --DESCRIPTION-- of a .phpt in crates/cenote-php/tests/wait (or `// waits: …` in tests/frameworks/*.php and scripts/compat/programs/*.php) is a row, and says
// what that test shows. With "check": compares. Ends with "N passed, N failed, N skipped".

declare(strict_types=1);

chdir(dirname(__DIR__, 2));
const PAGE = 'docs/guide/waiting.md';
/** HOW begins with one of these; what follows stands beside it in the table. */
const KINDS = ['lets others run', 'in a helper thread', 'blocks'];
const BEGIN = '<!-- made by scripts/docs/waits.php from the heads of the tests -->';
const END = '<!-- end of what is made -->';

function fail(string $problem): never
{
    echo "$problem\n0 passed, 1 failed, 0 skipped\n";
    exit(1);
}

/** @return array<string, list<array{string, string, string, string}>> rows by kind: calls, how, cancelled, test */
function rows(): array
{
    $rows = array_fill_keys(KINDS, []);
    foreach ([...glob('crates/cenote-php/tests/wait/*.phpt'), ...glob('tests/frameworks/*.php'), ...glob('scripts/compat/programs/*.php')] as $path) {
        $text = file_get_contents($path);
        if (str_ends_with($path, '.phpt')) {
            $text = preg_match('/^--DESCRIPTION--\n(.*?)^--[A-Z]+--$/ms', $text, $section) ? $section[1] : '';
        }
        preg_match_all('~^(?:// )?waits: (.*)$~m', $text, $lines);
        foreach ($lines[1] as $line) {
            $cells = preg_split('/ \| /', $line);
            count($cells) === 3 or fail("$path: a row has three parts: waits: CALLS | HOW | CANCELLED");
            [$calls, $how, $cancelled] = array_map(trim(...), $cells);
            $kind = array_values(array_filter(KINDS, fn (string $kind): bool => preg_match("/^$kind(?![a-z])/", $how) === 1))[0]
                ?? fail("$path: HOW begins with one of: " . implode(', ', KINDS));
            $name = basename($path, '.phpt');
            $rows[$kind][] = [$calls, $how, $cancelled, str_ends_with($path, '.phpt') ? "`$name`" : "`$path`"];
        }
    }
    foreach ($rows as &$of_kind) {
        usort($of_kind, fn (array $a, array $b): int => strnatcasecmp(trim($a[0], '`'), trim($b[0], '`')));
    }
    return $rows;
}

function tables(): string
{
    $text = BEGIN . "\n\n| call | what it does to others | can be cancelled half-way | test |\n|---|---|---|---|\n";
    foreach (rows() as $of_kind) {
        foreach ($of_kind as $cells) {
            $text .= '| ' . implode(' | ', $cells) . " |\n";
        }
    }
    return "$text\n" . END;
}

$page = file_get_contents(PAGE);
$begin = strpos($page, BEGIN);
$end = strpos($page, END);
$begin !== false && $end !== false or fail(PAGE . ': the marks around the table are missing');
$made = substr($page, 0, $begin) . tables() . substr($page, $end + strlen(END));
$count = array_sum(array_map(count(...), rows()));
if (($argv[1] ?? '') !== 'check') {
    file_put_contents(PAGE, $made);
    echo "$count rows\n";
} elseif ($made === $page) {
    echo "$count passed, 0 failed, 0 skipped\n";
} else {
    fail(PAGE . ' is not what the heads of the tests say: run scripts/docs/waits.php');
}
