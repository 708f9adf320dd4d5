#!/usr/bin/env -S php -n
<?php
// Looks at the manual as scripts/release/manual.sh has built it, in target/manual: every file and every place that its pages refer to is there, each
// page of docs/SUMMARY.md has become one, and what is for readers has no trace of Markdown left. Addresses of other hosts are not asked.
// Ends with "N passed, N failed, N skipped".

declare(strict_types=1);

const SITE = __DIR__ . '/../../target/manual';
// Made for one page of their own: no place in the manual's order.
const NOT_READ = ['print.html', 'toc.html', '404.html'];
$passed = $failed = 0;

function result(bool $holds, string $problem): void
{
    global $passed, $failed;
    $holds ? $passed++ : $failed++;
    echo $holds ? '' : "$problem\n";
}

/** @return array<string, true> the places of a page that a link can point to */
function places(string $page): array
{
    static $known = [];
    if (!isset($known[$page])) {
        preg_match_all('/\sid="([^"]*)"/', file_get_contents($page), $found);
        $known[$page] = array_fill_keys(array_map(html_entity_decode(...), $found[1]), true);
    }
    return $known[$page];
}

function problem(string $page, string $target): string
{
    [$path, $place] = explode('#', $target, 2) + [1 => ''];
    $path = rawurldecode(explode('?', $path)[0]);
    $file = $path === '' ? $page : realpath(dirname($page) . "/$path");
    if ($file === false || !str_starts_with($file, realpath(SITE))) {
        return 'is not on the site';
    }
    if (is_dir($file)) {
        $file .= '/index.html';
    }
    $place = rawurldecode($place);
    return $place === '' || isset(places($file)[$place]) ? '' : 'has no such place';
}

is_file(SITE . '/index.html') || exit("there is no site in target/manual: make docs\n0 passed, 1 failed, 0 skipped\n");
$pages = new RecursiveIteratorIterator(new RecursiveDirectoryIterator(SITE, FilesystemIterator::SKIP_DOTS));
foreach ($pages as $found) {
    $page = realpath((string) $found);
    $name = substr($page, strlen(realpath(SITE)) + 1);
    if ($found->getExtension() !== 'html' || in_array($name, NOT_READ, true)) {
        continue;
    }
    $html = preg_replace('~<!--.*?-->|<script\b.*?</script>~s', '', file_get_contents($page));
    preg_match_all('/\s(?:href|src|data)="([^"]*)"/', $html, $found);
    foreach (array_unique($found[1]) as $target) {
        $target = html_entity_decode($target);
        if (!preg_match('~^([a-z]+:|//)~', $target)) {
            $problem = problem($page, $target);
            result($problem === '', "$name: $target $problem");
        }
    }
    $text = preg_replace('~<(pre|code)\b.*?</\1>~s', '', substr($html, (int) strpos($html, '<main')));
    preg_match('~\]\([^)]*\)|^\s*\|[-: |]+\|$|```|&lt;(img|a) ~m', strip_tags($text), $left);
    result($left === [], "$name: Markdown is left: " . ($left[0] ?? ''));
}
preg_match_all('/\]\(([^)]+)\.md\)/', file_get_contents(__DIR__ . '/../../docs/SUMMARY.md'), $entries);
foreach ($entries[1] as $entry) {
    result(is_file(SITE . "/$entry.html"), "docs/$entry.md has not become a page");
}
printf("%d passed, %d failed, 0 skipped\n", $passed, $failed);
exit($failed ? 1 : 0);
