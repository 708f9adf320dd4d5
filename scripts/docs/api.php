#!/usr/bin/env -S php -n
<?php
// Writes docs/reference/api.md, the page of all classes, functions, constants and ini settings, from stubs/cenote.php and from what
// `php --ri cenote` says of the settings, which is read from the standard input. scripts/check/stubs.sh calls it.
//   … | scripts/docs/api.php          writes the page anew
//   … | scripts/docs/api.php check    fails if that would change it

declare(strict_types=1);

chdir(dirname(__DIR__, 2));
require 'stubs/load.php';
$loaded = load_stubs('stubs/cenote.php');

const PAGE = 'docs/reference/api.md';
const PREFACE = <<<'MD'
# API reference

Everything that cenote declares: [functions](#functions), [interfaces, classes and enums](#classes), [constants of PDO](#pdo),
[`Fiber::getCoroutine()`](#fiber), [ini settings](#ini-settings). Times are in **milliseconds** in `Async`, and in **seconds** in the attributes
of PDO. All of it is there since 0.1.0 unless it says otherwise. The guide explains how the pieces fit: [coroutines](../guide/coroutines.md),
[`Async\Pool`](../guide/pool.md), [the pooled PDO](../guide/pdo-pool.md).

This page is made from `stubs/cenote.php` by `make stubs`.


MD;

/** Text of a comment as Markdown: what could be taken for HTML is escaped outside of code. */
function prose(string $text): string
{
    return preg_replace_callback('/(`[^`]*`)|[<]/', fn (array $found): string => isset($found[1]) && $found[1] !== '' ? $found[1] : '&lt;', $text);
}

/**
 * The text of a doc comment, and its tags in their order, each with all of its lines.
 *
 * @return array{string, list<array{string, string}>}
 */
function parts(string|false $comment): array
{
    $lines = preg_replace('~^\s*(/\*\*|\*/|\*)? ?~', '', explode("\n", preg_replace('~\*/$~', '', (string) $comment)));
    $text = '';
    $tags = [];
    foreach ($lines as $line) {
        if (preg_match('/^@([\w-]+)\s*(.*)$/', $line, $found)) {
            $tags[] = [$found[1], trim($found[2])];
        } elseif ($tags) {
            $tags[array_key_last($tags)][1] .= rtrim(' ' . trim($line));
        } else {
            $text .= "$line\n";
        }
    }
    return [trim($text), $tags];
}

/** The type at the beginning of a tag's text, in which spaces stand inside of brackets only; and the rest. */
function type_and_rest(string $text): array
{
    for ($i = $depth = 0; $i < strlen($text) && ($depth > 0 || $text[$i] !== ' '); $i++) {
        $depth += match ($text[$i]) { '<', '(', '{' => 1, '>', ')', '}' => -1, default => 0 };
    }
    // "callable(): string" goes on behind its bracket.
    if (str_ends_with(substr($text, 0, $i), ':')) {
        [$type, $rest] = type_and_rest(ltrim(substr($text, $i)));
        return [substr($text, 0, $i) . " $type", $rest];
    }
    return [substr($text, 0, $i), trim(substr($text, $i))];
}

/** A comment as Markdown: the text, then what goes in, comes back and is thrown. */
function described(string|false $comment): string
{
    [$text, $tags] = parts($comment);
    $items = [];
    foreach ($tags as [$tag, $rest]) {
        [$type, $more] = type_and_rest($rest);
        if ($tag === 'param' && preg_match('/^(?:\.\.\.)?\$\w+/', $more, $name)) {
            $words = trim(substr($more, strlen($name[0])));
            $items[] = "- `{$name[0]}`: `$type`" . ($words === '' ? '' : ', ' . prose($words));
        } elseif ($tag === 'return' || $tag === 'throws') {
            $items[] = ($tag === 'return' ? '- returns ' : '- throws ') . "`$type`" . ($more === '' ? '' : ' ' . prose($more));
        } elseif ($tag === 'since' || $tag === 'deprecated') {
            $items[] = "- $tag " . prose($rest);
        }
    }
    return implode("\n\n", array_filter([prose($text), implode("\n", $items)])) . "\n";
}

function value(mixed $value): string
{
    return match (true) {
        $value === null => 'null',
        $value === [] => '[]',
        is_object($value) => '\\' . $value::class . '::' . $value->name,
        default => var_export($value, true),
    };
}

/** Types of the same namespace are said without it. */
function short(?ReflectionType $type): string
{
    return str_replace('Async\\', '', (string) $type);
}

function signature(ReflectionFunctionAbstract $function): string
{
    $parameters = array_map(
        fn (ReflectionParameter $parameter): string => trim(
            short($parameter->getType()) . ' ' . ($parameter->isPassedByReference() ? '&' : '') . ($parameter->isVariadic() ? '...' : '')
            . '$' . $parameter->getName() . ($parameter->isDefaultValueAvailable() ? ' = ' . value($parameter->getDefaultValue()) : ''),
        ),
        $function->getParameters(),
    );
    $returns = short($function->getReturnType());
    return $function->getShortName() . '(' . implode(', ', $parameters) . ')' . ($returns === '' ? '' : ": $returns");
}

function method(ReflectionMethod $method): string
{
    $kinds = implode(' ', Reflection::getModifierNames($method->getModifiers() & ~ReflectionMethod::IS_PUBLIC & ~ReflectionMethod::IS_ABSTRACT));
    return "#### `" . ltrim("$kinds ") . signature($method) . "`\n\n" . described($method->getDocComment());
}

function type(ReflectionClass $class): string
{
    $kind = match (true) {
        $class->isEnum() => 'enum',
        $class->isInterface() => 'interface',
        $class->isFinal() => $class->isReadOnly() ? 'final readonly class' : 'final class',
        $class->isAbstract() => 'abstract class',
        default => 'class',
    };
    $parent = $class->getParentClass();
    $all = $class->getInterfaceNames();
    // Those that come with another are not said.
    $own = array_filter($all, fn (string $name): bool => !array_filter(
        [...array_diff($all, [$name]), ...($parent ? [$parent->getName()] : [])],
        fn (string $other): bool => is_subclass_of($other, $name),
    ) && !in_array($name, ['UnitEnum', 'BackedEnum'], true));
    sort($own);
    $line = "$kind {$class->getShortName()}" . ($parent ? ' extends ' . str_replace('Async\\', '', $parent->getName()) : '')
        . ($own ? ($class->isInterface() ? ' extends ' : ' implements ') . str_replace('Async\\', '', implode(', ', $own)) : '');
    $text = "### {$class->getName()}\n\n`$line`\n\n" . described($class->getDocComment());
    foreach ($class->getReflectionConstants() as $constant) {
        $name = $constant->isEnumCase() ? 'case ' . $constant->getName() : "const {$constant->getName()} = " . value($constant->getValue());
        if ($constant->getDeclaringClass()->getName() === $class->getName()) {
            $text .= "\n- `$name`" . (parts($constant->getDocComment())[0] === '' ? '' : ': ' . prose(str_replace("\n", ' ', parts($constant->getDocComment())[0])));
        }
    }
    foreach ($class->isEnum() ? [] : $class->getProperties(ReflectionProperty::IS_PUBLIC) as $property) {
        if ($property->getDeclaringClass()->getName() === $class->getName()) {
            $readOnly = $property->isReadOnly() && !$class->isReadOnly() ? 'readonly ' : '';
            $says = prose(preg_replace('/\s+/', ' ', parts($property->getDocComment())[0]));
            $text .= "\n- `$readOnly" . short($property->getType()) . " \${$property->getName()}`" . ($says === '' ? '' : ": $says");
        }
    }
    $text = rtrim($text) . "\n";
    foreach ($class->getMethods() as $method) {
        if ($method->getDeclaringClass()->getName() === $class->getName() && $method->getDocComment() !== false) {
            $text .= "\n" . method($method);
        }
    }
    return $text;
}

/**
 * Links to the headings of a part, in one paragraph; the parts in their order. A name that differs only in case from an earlier one has a
 * number behind it in its place.
 *
 * @param list<string> $headings
 */
function contents(array $headings): string
{
    static $seen = [];
    $place = function (string $heading) use (&$seen): string {
        $place = strtolower(preg_replace('/[^\w-]/', '', $heading));
        $seen[$place] = ($seen[$place] ?? -1) + 1;
        return $place . ($seen[$place] === 0 ? '' : "-{$seen[$place]}");
    };
    $shown = fn (string $heading): string => preg_replace('/^Async\\\\|^PDO::/', '', $heading);
    return implode(" ·\n", array_map(fn (string $heading): string => "[`{$shown($heading)}`](#{$place($heading)})", $headings)) . "\n\n";
}

$own = fn (Reflector $reflector): bool => $reflector->getFileName() === $loaded;
$functions = array_filter(array_map(fn (string $name): Reflector => new ReflectionFunction($name), get_defined_functions()['user']),
    fn (ReflectionFunction $function): bool => $own($function) && $function->getNamespaceName() === 'Async');
$types = array_filter(array_map(fn (string $name): Reflector => new ReflectionClass($name), [...get_declared_interfaces(), ...get_declared_classes()]), $own);
$byName = fn (Reflector $a, Reflector $b): int => strcasecmp($a->getName(), $b->getName());
usort($functions, $byName);
usort($types, $byName);

$nameOf = fn (Reflector $reflector): string => $reflector->getName();
$page = PREFACE . "## Functions\n\n" . contents(array_map($nameOf, $functions));
foreach ($functions as $function) {
    $page .= "### {$function->getName()}\n\n`" . signature($function) . "`\n\n" . described($function->getDocComment()) . "\n";
}
$classes = array_filter($types, fn (ReflectionClass $type): bool => !in_array($type->getName(), [PDO::class, FIBER_IN_STUBS], true));
$page .= "## Classes\n\n" . contents(array_map($nameOf, array_values($classes)));
foreach ($classes as $type) {
    $page .= type($type) . "\n";
}
$pdo = new ReflectionClass(PDO::class);
$page .= "## PDO\n\n" . described($pdo->getDocComment()) . "\n"
    . contents(array_map(fn (Reflector $member): string => "PDO::{$member->getName()}", [...$pdo->getReflectionConstants(), ...$pdo->getMethods()]));
foreach ($pdo->getReflectionConstants() as $constant) {
    $page .= "### PDO::{$constant->getName()}\n\n" . described($constant->getDocComment()) . "\n";
}
foreach ($pdo->getMethods() as $method) {
    $page .= "### PDO::{$method->getName()}\n\n`" . signature($method) . "`\n\n" . described($method->getDocComment()) . "\n";
}
$fiber = new ReflectionClass(FIBER_IN_STUBS);
$page .= "## Fiber\n\n" . described($fiber->getDocComment()) . "\n";
foreach ($fiber->getMethods() as $method) {
    $page .= "### Fiber::{$method->getName()}\n\n`" . signature($method) . "`\n\n" . described($method->getDocComment()) . "\n";
}
$page .= "## Ini settings\n\nThey are read when PHP starts, unless the text says otherwise. `php --ri cenote` shows their values.\n\n";
// "name => what it does" stands above the table of values, "name => local => master" in it.
$report = stream_get_contents(STDIN);
preg_match_all('/^((?:cenote|async)\.\w+) => (.*) => .*$/m', $report, $values, PREG_SET_ORDER);
foreach ($values as [, $name, $default]) {
    preg_match('/^' . preg_quote($name) . ' => (?!.* => )(.+)$/m', $report, $says) || throw new Exception("php --ri cenote does not say what $name does");
    $page .= "### $name\n\nDefault: `" . ($default === 'no value' ? '' : $default) . '`. ' . ucfirst(prose($says[1])) . ".\n\n";
}
$values || throw new Exception('php --ri cenote, on the standard input, names no setting');
$page = rtrim($page) . "\n";

if (($argv[1] ?? '') !== 'check') {
    file_put_contents(PAGE, $page);
} elseif ($page !== (string) @file_get_contents(PAGE)) {
    echo PAGE, " is not what stubs/cenote.php says: make stubs\n";
    exit(1);
}
