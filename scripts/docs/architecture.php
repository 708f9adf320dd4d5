#!/usr/bin/env -S php -n
<?php
// Reads the `use` lines of the extension, and what it names by its path, and holds them against ARCHITECTURE.md: no room imports
// from one that stands above it, the rooms of pdo/ and of runtime/ neither, no circle of imports within a room has more files than is
// said here, no folder has more than a dozen, and each SAFETY line argues for itself. Ends with "N passed, N failed, N skipped".

declare(strict_types=1);

chdir(dirname(__DIR__, 2));
const SOURCE = 'crates/cenote-php/src';
// From the top down. Rooms in one line do not import each other.
const ROOMS = [['pdo', 'capi'], ['pool', 'wait'], ['runtime'], ['zend']];
const ROOMS_OF_PDO = [['intercept'], ['checkout'], ['connection'], ['settings'], ['statements'], ['drivers'], ['stock']];
const ROOMS_OF_RUNTIME = [
    ['php'], ['script_end'], ['user_fibers'], ['signalling'], ['life'], ['closing'], ['libraries'], ['scheduling'], ['measuring'], ['polling'], ['calls'],
    ['cancelling'], ['coroutines'], ['critical_sections'], ['engine'], ['errors'], ['process'],
];
// pdo waits with a limit of its own, in one place.
const EXCEPT = ['pdo' => ['wait'], 'capi' => [], 'pool' => [], 'wait' => []];
/** The largest circle that a room may have. */
const CIRCLES = ['pdo' => 4, 'wait' => 1, 'pool' => 8, 'zend' => 3, 'capi' => 3, 'runtime' => 7];
const FILES = 12;

$failed = $passed = 0;

function result(bool $holds, string $what): void
{
    global $passed, $failed;
    if ($holds) {
        $passed++;
    } else {
        $failed++;
        echo "$what\n";
    }
}

/** @return list<string> the paths that a use tree names */
function paths(string $tree, string $before = ''): array
{
    $tree = trim($tree);
    $open = strpos($tree, '{');
    if ($open === false) {
        return [$before . preg_replace('/\s+as\s+\w+$/', '', $tree)];
    }
    $before .= substr($tree, 0, $open);
    $paths = [];
    for ($i = $begin = $open + 1, $depth = 0, $end = strrpos($tree, '}'); $i <= $end; $i++) {
        if (($tree[$i] === ',' && $depth === 0) || $i === $end) {
            if (trim($part = substr($tree, $begin, $i - $begin)) !== '') {
                $paths = [...$paths, ...paths($part, $before)];
            }
            $begin = $i + 1;
        }
        $depth += ['{' => 1, '}' => -1][$tree[$i]] ?? 0;
    }
    return $paths;
}

/** @return array<string, string> the files by their module's path */
function modules(): array
{
    $modules = [];
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(SOURCE, FilesystemIterator::SKIP_DOTS)) as $file) {
        if ($file->getExtension() === 'rs') {
            $module = preg_replace('~(^|/)(mod|lib)$~', '', substr((string) $file, strlen(SOURCE) + 1, -3));
            $modules[$module] = (string) $file;
        }
    }
    return $modules;
}

/** @return array<string, list<string>> what each module imports */
function imports(array $modules): array
{
    $imports = [];
    foreach ($modules as $module => $file) {
        $code = preg_replace('~//.*~', '', file_get_contents($file));
        preg_match_all('/\buse\s+([^;]+);/', $code, $uses);
        // A visibility is no import.
        $rest = preg_replace(['/\buse\s+[^;]+;/', '/\bpub\(in [^)]*\)/'], '', $code);
        preg_match_all('/\b(?:crate|super)(?:::\w+)+/', $rest, $named);
        $imports[$module] = [];
        foreach ([...array_merge(...array_map(paths(...), $uses[1])), ...$named[0]] as $path) {
            $steps = array_map(trim(...), explode('::', $path));
            $here = $module === '' ? [] : explode('/', $module);
            if ($steps[0] === 'crate') {
                $here = array_slice($steps, 1);
            } elseif ($steps[0] === 'super' || $steps[0] === 'self') {
                for (; ($steps[0] ?? '') === 'super'; array_shift($steps)) {
                    array_pop($here);
                }
                $here = [...$here, ...array_diff($steps, ['self'])];
            } elseif (isset($modules[ltrim("$module/$steps[0]", '/')])) {
                $here = [...$here, ...$steps];
            } else {
                continue;
            }
            for (; $here && !isset($modules[implode('/', $here)]); array_pop($here));
            if (($target = implode('/', $here)) !== $module && $target !== '') {
                $imports[$module][$target] = $target;
            }
        }
    }
    return $imports;
}

/** @return list<string> the modules that `from` reaches, within those that are given */
function reach(string $from, array $imports, array $within): array
{
    $seen = [];
    for ($open = [$from]; $open;) {
        foreach ($imports[array_pop($open)] ?? [] as $next) {
            if (isset($within[$next]) && !isset($seen[$next])) {
                $seen[$next] = $next;
                $open[] = $next;
            }
        }
    }
    return $seen;
}

function level(array $rooms, string $room): ?int
{
    foreach ($rooms as $level => $names) {
        if (in_array($room, $names, true)) {
            return $level;
        }
    }
    return null;
}

/** Whether no arrow runs up between the rooms, which stand at one place of the paths. */
function arrows(array $imports, array $rooms, int $at, string $below): void
{
    foreach ($imports as $module => $targets) {
        $from = explode('/', $module)[$at] ?? '';
        $level = level($rooms, $from);
        if ($level === null || !str_starts_with($module, $below)) {
            continue;
        }
        $up = [];
        foreach ($targets as $target) {
            $to = explode('/', $target)[$at] ?? '';
            $other = str_starts_with($target, $below) ? level($rooms, $to) : null;
            if ($other !== null && $to !== $from && $other <= $level && !in_array($to, EXCEPT[$from] ?? [], true)) {
                $up[] = $target;
            }
        }
        result(!$up, "$module imports from above: " . implode(', ', $up));
    }
}

$modules = modules();
$imports = imports($modules);
arrows($imports, ROOMS, 0, '');
arrows($imports, ROOMS_OF_PDO, 1, 'pdo/');
arrows($imports, ROOMS_OF_RUNTIME, 1, 'runtime/');
// The head of the runtime gives what its rooms have to others. They themselves say where they have it from.
foreach ($imports as $module => $targets) {
    result(!str_starts_with($module, 'runtime/') || !isset($targets['runtime']), "$module imports the head of its room");
}
foreach (CIRCLES as $room => $most) {
    // A room's own head only lists its files.
    $within = array_filter($modules, fn (string $module): bool => str_starts_with($module, "$room/"), ARRAY_FILTER_USE_KEY);
    $largest = [];
    foreach ($within as $module => $_) {
        $circle = array_filter(reach($module, $imports, $within), fn (string $other): bool => in_array($module, reach($other, $imports, $within), true));
        $largest = count($circle) > count($largest) ? $circle : $largest;
    }
    result(max(1, count($largest)) <= $most, "$room has a circle of " . count($largest) . ' files: ' . implode(', ', $largest));
}
// Who changes an unsafe block reads its argument, and not what once stood above it.
foreach ($modules as $module => $file) {
    result(!preg_match('/SAFETY:.*\bas (above|before|there)\b/i', file_get_contents($file)), "$module has a SAFETY line without an argument of its own");
}
$folders = [];
foreach ($modules as $module => $file) {
    $folders[dirname($file)][] = basename($file);
}
foreach ($folders as $folder => $files) {
    $files = array_diff($files, ['mod.rs', 'lib.rs']);
    result(count($files) <= FILES, "$folder has " . count($files) . ' files');
}
$picture = file_get_contents('ARCHITECTURE.md');
$rooms = [
    ...array_merge(...ROOMS),
    ...array_map(fn (array $names): string => "pdo/$names[0]", ROOMS_OF_PDO),
    ...array_map(fn (array $names): string => "runtime/$names[0]", ROOMS_OF_RUNTIME),
];
foreach ($rooms as $room) {
    result(str_contains($picture, "src/$room/") || str_contains($picture, basename($room) . '/'), "ARCHITECTURE.md does not show $room");
}
printf("%d passed, %d failed, 0 skipped\n", $passed, $failed);
exit($failed ? 1 : 0);
