#!/usr/bin/env -S php -n
<?php
// Looks at every code block of README, manual and packages that scripts/docs/examples.php does not run, so that none is left out:
//   rust     the page is part of a crate's documentation, whose blocks `cargo test` runs
//   sh       is run
//   console  what is typed behind "$ ", and each indented line that begins with make or scripts/: its targets and scripts exist
//   c        stands in a file of examples/c-extension, or in the header
//   json, ini  can be read
//   text     stands right below a PHP block, as what that prints
//   (none)   in what a benchmark wrote
// Ends with "N passed, N failed, N skipped".

declare(strict_types=1);

chdir(dirname(__DIR__, 2));
$passed = $failed = 0;

function result(string $document, int $line, string $problem): void
{
    global $passed, $failed;
    if ($problem === '') {
        $passed++;
    } else {
        $failed++;
        echo "$document:$line: $problem\n";
    }
}

/** What is wrong with a line that somebody types; '' if nothing is seen. */
function typed(string $command): string
{
    static $targets = null;
    $targets ??= preg_match_all('/^([a-z0-9-]+):.*## /m', file_get_contents('Makefile'), $found) ? array_flip($found[1]) : [];
    $command = preg_replace('/ +#.*/', '', $command);
    foreach (preg_split('/ *(?:&&|;|\|) */', $command) as $part) {
        $words = preg_split('/\s+/', trim(preg_replace('/^(?:\w+=(?:"[^"]*"|\'[^\']*\'|\S*)\s+)+/', '', $part)));
        if ($words[0] === 'make') {
            foreach (array_slice($words, 1) as $target) {
                if (preg_match('/^[a-z0-9-]+$/', $target) && !isset($targets[$target])) {
                    return "there is no target $target";
                }
            }
        } elseif (str_starts_with($words[0], 'scripts/') && !is_executable($words[0])) {
            return "there is no $words[0]";
        }
        foreach ($words as $word) {
            if (preg_match('~^(scripts|tests|bench|examples|crates|packages)/[\w./-]+$~', $word) && !file_exists($word)) {
                return "there is no $word";
            }
        }
        if ($words[0] === 'cd' && !is_dir($words[1] ?? '')) {
            return "there is no folder $words[1]";
        }
    }
    return '';
}

/** Whether the blocks of a page are among the documentation tests of a crate. */
function is_doctested(string $document): bool
{
    foreach (glob('crates/*/src/*.rs') as $source) {
        preg_match_all('/include_str!\("([^"]+)"\)/', file_get_contents($source), $included);
        foreach ($included[1] as $path) {
            if (realpath(dirname($source) . "/$path") === realpath($document)) {
                return true;
            }
        }
    }
    return false;
}

function is_in_c_example(string $code): bool
{
    $plain = fn (string $text): string => preg_replace('/\s+/', ' ', trim($text));
    foreach ([...glob('examples/c-extension/*.[ch]'), 'crates/cenote-php/include/zend_async_pool.h'] as $file) {
        if (str_contains($plain(file_get_contents($file)), $plain($code))) {
            return true;
        }
    }
    return false;
}

function problem(string $document, string $language, string $code, bool $isBelowPhp): string
{
    switch (explode(',', $language)[0]) {
        case 'php':
            return str_starts_with($document, 'packages/') || preg_match('~^(README|docs/\w+/[\w-]+)\.md$~', $document) ? '' : 'scripts/docs/examples.php does not run this page';
        case 'text':
            return $isBelowPhp ? '' : 'text belongs right below the PHP block that prints it';
        case 'rust':
        case 'no_run':
            return is_doctested($document) ? '' : 'no crate includes this page, so nobody runs the block';
        case 'sh':
            exec('bash -euc ' . escapeshellarg($code) . ' 2>&1', $output, $status);
            return $status === 0 ? '' : "ended with $status: " . implode(' ', $output);
        case 'console':
            $problems = [];
            foreach (preg_grep('/^\$ /', explode("\n", $code)) as $line) {
                $problems[] = typed(substr($line, 2));
            }
            return $problems ? implode('', $problems) : 'nothing is typed here';
        case 'c':
            return is_in_c_example($code) ? '' : 'stands in no file of examples/c-extension';
        case 'json':
            json_decode($code);
            return json_last_error() === JSON_ERROR_NONE ? '' : json_last_error_msg();
        case 'ini':
            return parse_ini_string($code, scanner_mode: INI_SCANNER_RAW) === false ? 'cannot be read' : '';
        case '':
            return preg_match('~^docs/reports/bench-~', $document) || is_doctested($document) ? '' : 'no language is given';
        default:
            return "nobody runs blocks in \"$language\"";
    }
}


foreach (['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...glob('docs/*/*.md'), ...glob('packages/*/README.md'), ...glob('crates/*/*.md')] as $document) {
    $lines = explode("\n", file_get_contents($document));
    for ($i = 0, $last = ''; $i < count($lines); $i++) {
        if (preg_match('/^( *)```(.*)$/', $lines[$i], $fence)) {
            for ($begin = ++$i; !preg_match('/^ *```$/', $lines[$i] ?? '```'); $i++);
            $isBelowPhp = $last === 'php' && $begin >= 2 && ($lines[$begin - 2] ?? '') === '';
            result($document, $begin, problem($document, trim($fence[2]), implode("\n", array_slice($lines, $begin, $i - $begin)), $isBelowPhp));
            $last = trim($fence[2]);
            continue;
        }
        if (preg_match('~^    ((?:make|scripts/|cargo ).*)$~', $lines[$i], $command)) {
            result($document, $i + 1, typed($command[1]));
        }
        if (trim($lines[$i]) !== '') {
            $last = '';
        }
    }
}
printf("%d passed, %d failed, 0 skipped\n", $passed, $failed);
exit($failed ? 1 : 0);
