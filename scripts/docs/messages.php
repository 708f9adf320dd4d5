#!/usr/bin/env -S php -n
<?php
// docs/reference/messages.md: every message of the extension, made from the doc comments in the files messages.rs of its source. With "check":
// compares the two, looks for messages that are made elsewhere, and for those that no test sees from the first word to the last. Ends
// with "N passed, N failed, N skipped".

declare(strict_types=1);

const SOURCE = __DIR__ . '/../../crates/cenote-php/src';
const TESTS = __DIR__ . '/../../crates/cenote-php/tests';
const PAGE = __DIR__ . '/../../docs/reference/messages.md';
const AREAS = [
    'runtime' => 'Coroutines',
    'runtime/php' => 'Channels, futures, scopes, groups',
    'runtime/php/files' => 'Watching files',
    'pool' => 'Pools and circuit breakers',
    'pdo' => 'The pooled PDO',
    'wait' => 'When PHP starts: waiting',
    '.' => 'When PHP starts: other extensions',
    'zend' => 'Everywhere',
    'capi' => 'Extensions in C',
];

// Where the engine's raising functions may be called: each of these takes a Message.
const RAISES = ['zend/control/exception.rs', 'zend/control/fatal.rs', 'runtime/life/report.rs', 'pdo/stock/errors.rs', 'pdo/stock/handle.rs'];
const RAISING = '/sys::(zend_throw\w*_exception\w*|zend_throw_error|zend_error\w*|php_error_docref\w*|zend_argument_\w*error|zend_value_error|zend_type_error|cenote_fatal|cenote_pdo_raise\w*)\(/';
// These pass on what is an exception already.
const PASSES_ON = '/sys::(zend_throw_exception_internal|zend_throw_exception_object|zend_exception_error)\(/';

// Where tests say what they expect, besides the .phpt files.
const OTHER_TESTS = ['compat/extensions.sh'];
// What no test can bring about, by the name of its item.
const UNSEEN = [
    'class_of_no_driver' => 'a driver from elsewhere, without a class of its own, would be needed',
    'CONNECTION_LOST' => 'the collector would have to close a connection of a pool that somebody still uses',
    'function_refused' => 'a connection would have to refuse what another one took',
    'FAILED_WITHOUT_ERROR' => 'a driver would have to fail without saying why',
    'NOTHING_TO_REPLACE' => 'a php binary without dynamic imports would be needed',
    'internal_error' => 'a fault of ours would be needed',
];

function fail(string $problem): never
{
    echo "$problem\n0 passed, 1 failed, 0 skipped\n";
    exit(1);
}

/** The text in the source of an item, with ‹name› for what differs each time. */
function text(string $item): ?string
{
    if (!preg_match('/Message::(?:fixed|made)\((?:format!\()?\s*"((?:[^"\\\\]|\\\\.)*)"/s', $item, $literal)) {
        return null;
    }
    $text = preg_replace('/\\\\\n\s*/', '', $literal[1]);
    return preg_replace('/\{(\w+)\}/', '‹$1›', strtr($text, ['\\\\' => '\\', '\\"' => '"', '\\n' => "\n"]));
}

/** @return array<string, array{string, list<string>}> the messages of one file, by name: text, and the three paragraphs of its comment */
function messages(string $path): array
{
    $source = file_get_contents($path);
    preg_match_all('~((?:^/// ?[^\n]*\n)*)^pub\(\w+\) (?:const (\w+).*?;|fn (\w+).*?\n\})$~ms', $source, $items, PREG_SET_ORDER);
    $found = [];
    foreach ($items as $item) {
        [$body, $comment] = $item;
        $name = $item[3] ?? $item[2];
        $comment = preg_replace('~^/// ?~m', '', $comment);
        $paragraphs = array_map(fn (string $text): string => strtr(trim($text), "\n", ' '), preg_split('/\n\n/', trim($comment)));
        $given = str_starts_with($paragraphs[0], '"') ? trim(array_shift($paragraphs), '"') : null;
        count($paragraphs) === 3 or fail("$path: the comment of $name must have three paragraphs: raised as, what has happened, what to do");
        $found[$name] = [$given ?? text($body) ?? fail("$path: $name has no text that starts with a literal"), $paragraphs];
    }
    preg_match_all('/Message::(fixed|made)\(/', $source, $made);
    count($made[0]) === count($found) or fail("$path: a message there is no item of its own");
    return $found;
}

/** What all tests expect to be printed. */
function expectations(): string
{
    $texts = array_map(fn (string $script): string => file_get_contents(__DIR__ . "/../$script"), OTHER_TESTS);
    $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator(TESTS, FilesystemIterator::SKIP_DOTS));
    foreach ($files as $file) {
        if ($file->getExtension() === 'phpt') {
            $texts[] = preg_replace('/.*^--EXPECT(F|REGEX)?--$/ms', '', file_get_contents((string) $file));
        }
    }
    return implode("\0", $texts);
}

/** @return list<string> what no test sees in full, and what is said to be unseen and is not */
function untested(): array
{
    $expected = expectations();
    $problems = [];
    $unknown = UNSEEN;
    foreach (array_keys(AREAS) as $area) {
        foreach (messages(SOURCE . "/$area/messages.rs") as $name => [$text]) {
            $pattern = preg_replace('/‹[^›]*›/u', '[^\x00]*?', preg_quote($text, '/'));
            $seen = preg_match("/$pattern/u", $expected) === 1;
            if (!$seen && !isset(UNSEEN[$name])) {
                $problems[] = "$area/messages.rs: no test expects the whole text of $name: $text";
            } elseif ($seen && isset($unknown[$name])) {
                $problems[] = "$area/messages.rs: a test sees $name: take it off the list in scripts/docs/messages.php";
            }
            unset($unknown[$name]);
        }
    }
    foreach (array_keys($unknown) as $name) {
        $problems[] = "there is no message $name: take it off the list in scripts/docs/messages.php";
    }
    return $problems;
}

/** A paragraph in a table's cell. */
function cell(string $text): string
{
    return strtr($text, ['|' => '\\|']);
}

function page(): string
{
    $page = <<<'TEXT'
        # Every message

        What the extension itself can say, made from its source by `scripts/docs/messages.php`. What a server or a driver says passes as it is.
        Search this page for a part of the text that has no figures in it. ‹Names› stand for what differs each time; ‹report› is the state of the pool,
        `max=2 active=2 idle=0 creating=0 waiting=3 breaker=ACTIVE longest hold=8123 ms`.
        [When something goes wrong](../guide/troubleshooting.md) goes by symptoms, and says how to read the figures.

        Argument errors begin as PHP's own do, `Async\Pool::__construct(): Argument #7 ($max) …`; wrong types and counts of arguments are
        refused in PHP's own words. The texts for an extension in C that does not find cenote stand in its header:
        [The C API](c-api.md#finding-cenote).


        TEXT;
    foreach (AREAS as $area => $heading) {
        $page .= "## $heading\n\n| message | what has happened, and what to do |\n|---|---|\n";
        foreach (messages(SOURCE . "/$area/messages.rs") as [$text, [$class, $cause, $remedy]]) {
            $text = htmlspecialchars($text, ENT_NOQUOTES);
            $text = strtr($text, ["\n" => '<br>', '|' => '&#124;', '*' => '&#42;', '_' => '&#95;', '`' => '&#96;', '[' => '&#91;', '\\' => '&#92;', '$' => '&#36;']);
            $page .= "| **$text**<br>" . cell($class) . ' | ' . cell($cause) . '<br>→ ' . cell($remedy) . " |\n";
        }
        $page .= "\n";
    }
    return rtrim($page) . "\n";
}

/** @return list<string> what is made or raised where it must not be */
function strays(): array
{
    $strays = [];
    $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator(SOURCE, FilesystemIterator::SKIP_DOTS));
    foreach ($files as $file) {
        $name = substr((string) $file, strlen(SOURCE) + 1);
        if (!str_ends_with($name, '.rs')) {
            continue;
        }
        $area = dirname($name);
        $isList = basename($name) === 'messages.rs';
        if ($isList && !isset(AREAS[$area])) {
            $strays[] = "$name: scripts/docs/messages.php knows no such area";
        }
        foreach (file((string) $file) as $number => $line) {
            $at = "$name:" . ($number + 1);
            if (!$isList && preg_match('/Message::(fixed|made)\(/', $line)) {
                $strays[] = "$at makes a message: it belongs into a file messages.rs, with its explanation";
            }
            if (!in_array($name, RAISES, true) && preg_match(RAISING, $line) && !preg_match(PASSES_ON, $line)) {
                $strays[] = "$at raises by itself: use what takes a Message";
            }
        }
    }
    return $strays;
}

if (($argv[1] ?? '') !== 'check') {
    file_put_contents(PAGE, page());
    exit;
}
$problems = [...strays(), ...untested()];
if ($problems) {
    fail(implode("\n", $problems));
}
if (!is_file(PAGE) || file_get_contents(PAGE) !== page()) {
    fail('docs/reference/messages.md differs from the source: scripts/docs/messages.php writes it anew');
}
echo "1 passed, 0 failed, 0 skipped\n";
