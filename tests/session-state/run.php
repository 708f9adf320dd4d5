<?php
// The rules for session state against real servers: scripts/check/session-state.sh.
//
// Each text is run on a connection of its own, one after the other, so that a later text finds what an earlier one made.

declare(strict_types=1);

require __DIR__ . '/corpus.php';
require __DIR__ . '/looks.php';

/** @param list<Text> $texts */
function judge(string $dialect, array $texts): void
{
    $input = tempnam(sys_get_temp_dir(), 'cenote-texts');
    file_put_contents($input, implode('', array_map(fn($text) => $text->sql . "\0", $texts)));
    exec(escapeshellarg(getenv('CENOTE_VERDICTS')) . " $dialect < " . escapeshellarg($input), $lines, $status);
    unlink($input);
    if ($status !== 0 || count($lines) !== count($texts)) {
        throw new RuntimeException("the judge of $dialect answered " . count($lines) . ' of ' . count($texts) . ' texts');
    }
    foreach ($texts as $at => $text) {
        [$text->effect, $text->effectIfFailed] = explode(' ', $lines[$at]);
    }
}

/** What is wrong with one text, or null. $changed is set to what it changed. */
function fault(Look $look, Text $text, ?array &$changed): ?string
{
    $pdo = $look->connect();
    foreach ($text->before as $sql) {
        $look->run($pdo, $sql);
    }
    $before = $look->at($pdo, $text->sql, $text->before === []);
    $error = null;
    try {
        $look->run($pdo, $text->sql);
    } catch (PDOException $exception) {
        $error = $exception->getMessage();
        // It holds the connection.
        unset($exception);
    }
    $after = $look->at($pdo, $text->sql, true);
    unset($pdo);
    $changed = array_keys(array_diff_assoc($after, $before) + array_diff_assoc($before, $after));
    if (($error !== null) !== $text->mustFail) {
        return $error ?? 'it did not fail';
    }
    if ($text->mustChange && $changed === []) {
        return 'nobody saw it change anything';
    }
    $effect = $error === null ? $text->effect : $text->effectIfFailed;
    if ($effect === 'Restores' && ($left = array_keys(array_diff_assoc($after, $look->fresh($text->sql)))) !== []) {
        return 'it was said to restore the session, but left ' . implode(', ', $left);
    }
    // What is as on a new connection again was undone by it.
    $left = array_diff_assoc($after, $look->fresh($text->sql)) + array_diff_key($look->fresh($text->sql), $after);
    $hard = array_filter($changed, fn($name) => isset($left[$name]) && !$look->isSoft($name));
    return $effect === 'Harmless' && $hard !== [] ? 'judged harmless, but it changed ' . implode(', ', $hard) : null;
}

$list = in_array('--list', $argv, true);
$names = array_diff(array_slice($argv, 1), ['--list']) ?: ['postgresql', 'mariadb', 'sqlite'];
$passed = $failed = $skipped = 0;
foreach ($names as $name) {
    $texts = corpus(__DIR__ . "/$name.sql");
    $look = match ($name) {
        'postgresql' => getenv('CENOTE_POSTGRES') ? Look::on($name) : null,
        'mariadb' => getenv('CENOTE_MARIADB') ? Look::on($name) : null,
        'sqlite' => Look::on($name),
    };
    if ($look === null) {
        echo "$name: no server, its ", count($texts), " texts are skipped\n";
        $skipped += count($texts);
        continue;
    }
    judge($name === 'mariadb' ? 'mysql' : $name, $texts);
    $needless = $changing = 0;
    foreach ($texts as $text) {
        $fault = fault($look, $text, $changed);
        if ($fault !== null) {
            echo "$name: $text->sql\n    $fault\n";
            $failed++;
            continue;
        }
        $passed++;
        $changing += $changed !== [] ? 1 : 0;
        if ($changed === [] && !$text->mustFail && in_array($text->effect, ['Dirty', 'Setting'], true)) {
            $needless++;
            if ($list) {
                echo "$name, $text->effect without need: $text->sql\n";
            }
        }
    }
    $still = count($texts) - $changing;
    printf(
        "%s: %d texts; %d changed the session; of the %d others %d (%.0f %%) were judged to change it\n",
        $name, count($texts), $changing, $still, $needless, 100 * $needless / max(1, $still),
    );
}
echo "$passed passed, $failed failed, $skipped skipped\n";
exit($failed === 0 ? 0 : 1);
