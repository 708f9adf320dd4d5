#!/usr/bin/env -S php -n
<?php
// Looks at every table of README, manual and the other pages, whether each row stands in one, and at every link: its file is there, so is its heading; a page of the manual links to nothing
// outside of the manual, which would be dead on its site; and each page of the manual is in its table of contents or is linked
// to. Addresses of other hosts are not asked. Ends with "N passed, N failed, N skipped".

declare(strict_types=1);

chdir(dirname(__DIR__, 2));
const NOT_IN_CONTENTS = ['docs/SUMMARY.md', 'docs/internals/spec-coverage-exceptions.md'];
$passed = $failed = 0;

/** The page without its code blocks. */
function prose(string $document): string
{
    return preg_replace('/^ *```.*?^ *```$/ms', '', file_get_contents($document));
}

/** @return array<string, true> the anchors of a page's headings, as mdBook and most hosts make them */
function anchors(string $document): array
{
    static $known = [];
    if (!isset($known[$document])) {
        preg_match_all('/^#{1,6} +(.*?) *#*$/m', prose($document), $headings);
        $anchors = $seen = [];
        foreach ($headings[1] as $heading) {
            $heading = preg_replace('/\[([^]]*)\]\([^)]*\)/', '$1', $heading);
            $anchor = preg_replace('/\s/', '-', preg_replace('/[^\p{L}\p{N}\s_-]/u', '', strtolower($heading)));
            $count = $seen[$anchor] = ($seen[$anchor] ?? -1) + 1;
            $anchors[$count ? "$anchor-$count" : $anchor] = true;
        }
        $known[$document] = $anchors;
    }
    return $known[$document];
}

function problem(string $document, string $target): string
{
    [$path, $anchor] = explode('#', $target, 2) + [1 => ''];
    $file = $path === '' ? $document : ltrim(preg_replace('~^\./~', '', dirname($document) . "/$path"), './');
    $real = realpath($path === '' ? $document : dirname($document) . "/$path");
    if ($real === false) {
        return "there is no $file";
    }
    $real = substr($real, strlen(getcwd()) + 1);
    if (str_starts_with($document, 'docs/') && !str_starts_with($real, 'docs/')) {
        return "$real is not part of the manual's site";
    }
    if ($anchor !== '' && !isset(anchors($real)[$anchor])) {
        return "$real has no heading for #$anchor";
    }
    global $linked;
    $linked[$real] = true;
    return '';
}

$documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...glob('docs/*.md'), ...glob('docs/*/*.md'), ...glob('docs/*/*/*.md'), ...glob('packages/*/README.md'), ...glob('crates/*/*.md')];
$linked = [];
foreach ($documents as $document) {
    // A table begins with its head and a line of dashes; after an empty line a row is text.
    preg_match_all('/(?<=\n\n)\|(.*)\n(?!\|[-:| ]+$)/m', prose($document), $strays);
    foreach ($strays[1] as $row) {
        $failed++;
        echo "$document: a row outside of its table: $row\n";
    }
    preg_match_all('/(?<!\\\\)\]\(([^)\s]+)\)/', preg_replace('/`[^`\n]*`/', '', prose($document)), $links);
    foreach ($links[1] as $target) {
        if (preg_match('~^(https?|mailto):~', $target) || (str_starts_with($document, 'crates/') && preg_match('~^(crate::|[\w:]+$)~', $target))) {
            continue;
        }
        $problem = problem($document, $target);
        if ($problem === '') {
            $passed++;
        } else {
            $failed++;
            echo "$document: ]($target): $problem\n";
        }
    }
}
foreach (array_diff([...glob('docs/*.md'), ...glob('docs/*/*.md'), ...glob('docs/img/*')], NOT_IN_CONTENTS) as $page) {
    if (!isset($linked[$page])) {
        $failed++;
        echo "$page: nothing links to it\n";
    }
}
printf("%d passed, %d failed, 0 skipped\n", $passed, $failed);
exit($failed ? 1 : 0);
