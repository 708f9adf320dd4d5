<?php
// Keeps stubs/cenote.php true: the signatures are those that reflection shows of the loaded extension, the doc comments are
// those that the file has.
//   php -d extension=… stubs/generate.php          writes the file anew
//   php -d extension=… stubs/generate.php check    fails if that would change it, or if something is undocumented
//   php -n stubs/generate.php declared FILE        what reflection shows of a file of stubs, loaded without the extension
//   php -d extension=… stubs/generate.php loaded   the same of the extension, for comparison

declare(strict_types=1);

require __DIR__ . '/declarations.php';
require __DIR__ . '/load.php';
require __DIR__ . '/comments.php';


const STUBS = __DIR__ . '/cenote.php';
const PREFACE = <<<'TEXT'
<?php

/**
 * What the extension cenote declares, for editors and static analysers. Not to be loaded.
 *
 * The signatures are made from the extension's own by `make stubs`; the comments are written here.
 */


TEXT;

/** The whole file. */
function stubs(array $comments): string
{
    $parts = [];
    foreach (by_namespace(declarations(new LoadedExtension())) as $namespace => $declarations) {
        $body = array_map(fn (array $declaration): string => rendered($declaration, $comments), $declarations);
        $parts[] = rtrim("namespace $namespace") . "\n{\n" . implode("\n", $body) . "}\n";
    }
    return PREFACE . implode("\n", $parts);
}

/** A declaration with its comment, and its members with theirs. */
function rendered(array $declaration, array $comments, string $indent = '    '): string
{
    $comment = $comments[$declaration['name']] ?? '';
    $text = $comment === '' ? '' : $indent . str_replace("\n", "\n$indent", $comment) . "\n";
    if (!isset($declaration['members'])) {
        return "$text$indent{$declaration['text']}\n";
    }
    $members = array_map(fn (array $member): string => rendered($member, $comments, "$indent    "), $declaration['members']);
    return "$text$indent{$declaration['text']}\n$indent{\n" . implode("\n", $members) . "$indent}\n";
}

function by_namespace(array $declarations): array
{
    $spaces = [];
    foreach ($declarations as $declaration) {
        $spaces[$declaration['namespace']][] = $declaration;
    }
    return $spaces;
}

/** @return list<string> */
function names(array $declarations): array
{
    $names = [];
    foreach ($declarations as $declaration) {
        array_push($names, $declaration['name'], ...names($declaration['members'] ?? []));
    }
    return $names;
}

/** @return list<string> what is wrong with the file */
function complaints(): array
{
    $source = (string) file_get_contents(STUBS);
    $comments = comments($source);
    $names = names(declarations(new LoadedExtension()));
    $complaints = [
        ...array_map(fn (string $name): string => "$name has no comment", array_diff($names, array_keys($comments))),
        ...array_map(fn (string $name): string => "$name has a comment, but does not exist", array_diff(array_keys($comments), $names)),
    ];
    if (stubs($comments) !== $source) {
        $complaints[] = 'the file is not what make stubs would write';
    }
    return $complaints;
}

switch ($argv[1] ?? 'write') {
    case 'write':
        $comments = comments(is_file(STUBS) ? (string) file_get_contents(STUBS) : '');
        $lost = array_diff(array_keys($comments), names(declarations(new LoadedExtension())));
        if ($lost !== []) {
            fwrite(STDERR, 'These are documented but do not exist; take them out of the file first: ' . implode(', ', $lost) . "\n");
            exit(1);
        }
        file_put_contents(STUBS, stubs($comments));
        break;
    case 'check':
        $complaints = complaints();
        echo implode('', array_map(fn (string $complaint): string => "stubs/cenote.php: $complaint\n", $complaints));
        exit($complaints === [] ? 0 : 1);
    case 'declared':
        echo json_encode(declarations(new LoadedFile(load_stubs($argv[2]))), JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), "\n";
        break;
    case 'loaded':
        echo json_encode(declarations(new LoadedExtension()), JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), "\n";
        break;
}
