#!/usr/bin/env -S php -n
<?php
// docs/reports/performance.md and its plots docs/img/bench-*.svg, made from the tables in docs/reports/bench-*.md, which the benchmarks write; so each
// figure has one source. With "check": compares. Ends with "N passed, N failed, N skipped" then.

declare(strict_types=1);

const DOCS = __DIR__ . '/../../docs';

// Readable on a light and on a dark page, whatever theme the page has: each plot brings its own ground.
const STYLE = <<<'CSS'
    svg{--ground:#fff;--line:#d5d9df;--text:#1c2430;--faint:#5b6675;--ours:#0b7a75;--other:#b9c1cc;--more:#8693a5;--most:#5f6c7f;--mark:#c2410c}
    @media(prefers-color-scheme:dark){svg{--ground:#161b22;--line:#30363d;--text:#e6e9ee;--faint:#9aa5b4;--ours:#3fc1b8;--other:#4a5462;--more:#667284;--most:#8390a3;--mark:#fb923c}}
    text{font:13px system-ui,sans-serif;fill:var(--text)} .faint{fill:var(--faint)} .title{font-weight:600;font-size:15px}
    .ours{fill:var(--ours)} .other{fill:var(--other)} .more{fill:var(--more)} .most{fill:var(--most)}
    CSS;

const RUST_ROWS = ['get + return, 1 task on 8', '64 tasks on 8', '1,000 tasks on 10', 'drain of 10,000 waiters'];

/** @return list<array<string, string>> the rows of the first table below a heading, by column */
function table(string $document, string $heading): array
{
    $text = file_get_contents(DOCS . "/$document");
    $at = strpos($text, $heading);
    $at !== false or stop("$document has no \"$heading\" any more");
    $lines = [];
    foreach (explode("\n", substr($text, $at)) as $line) {
        if (str_starts_with($line, '|')) {
            $lines[] = array_map('trim', explode('|', trim($line, '| ')));
        } elseif ($lines) {
            break;
        }
    }
    count($lines) > 2 or stop("$document has no table below \"$heading\"");
    return array_map(fn (array $row): array => array_combine($lines[0], array_pad(array_slice($row, 0, count($lines[0])), count($lines[0]), '')), array_slice($lines, 2));
}

function found(string $document, string $pattern): array
{
    preg_match_all($pattern, file_get_contents(DOCS . "/$document"), $rows, PREG_SET_ORDER);
    return $rows ?: stop("$document has nothing like $pattern any more");
}

function stop(string $problem): never
{
    echo "$problem\n0 passed, 1 failed, 0 skipped\n";
    exit(1);
}

/**
 * Bars from left to right, in groups.
 *
 * @param array<string, list<array{string, float, string, ?float}>> $groups class of the bar, value, label, and the bound, if there is one
 * @param array<string, string> $legend class => what it stands for
 */
function bars(string $title, string $unit, array $groups, array $legend): string
{
    $values = array_merge(...array_map(fn (array $bars) => array_merge(...array_map(fn (array $bar) => [$bar[1], $bar[3] ?? 0], $bars)), array_values($groups)));
    [$left, $width, $y] = [236, 246, 78];
    $scale = $width / max($values);
    $body = sprintf('<text class="title" x="20" y="30">%s</text>', htmlspecialchars($title));
    $x = 20;
    foreach ($legend as $class => $name) {
        $body .= sprintf('<rect class="%s" x="%d" y="44" width="12" height="12" rx="2"/><text class="faint" x="%d" y="55">%s</text>', $class, $x, $x + 18, htmlspecialchars($name));
        $x += 34 + (int) (7.2 * strlen($name));
    }
    if (array_filter($groups, fn (array $bars) => array_filter($bars, fn (array $bar) => $bar[3] !== null))) {
        $body .= sprintf('<path d="M%d 43v14" stroke="var(--mark)" stroke-width="2"/><text class="faint" x="%d" y="55">bound</text>', $x, $x + 8);
    }
    foreach ($groups as $name => $bars) {
        $middle = $y + count($bars) * 11 + 4;
        $body .= sprintf('<text x="%d" y="%d" text-anchor="end">%s</text>', $left - 12, $middle, htmlspecialchars($name));
        foreach ($bars as [$class, $value, $label, $bound]) {
            $length = max(1, $value * $scale);
            $body .= sprintf('<rect class="%s" x="%d" y="%d" width="%.1f" height="18" rx="2"/>', $class, $left, $y, $length);
            $at = $length;
            if ($bound !== null) {
                $body .= sprintf('<path d="M%.1f %dv22" stroke="var(--mark)" stroke-width="2"/>', $left + $bound * $scale, $y - 2);
                $at = max($at, $bound * $scale);
            }
            $body .= sprintf('<text class="faint" x="%.1f" y="%d">%s</text>', $left + $at + 8, $y + 14, htmlspecialchars($label));
            $y += 22;
        }
        $y += 10;
    }
    $body .= sprintf('<path d="M%d 70V%d" stroke="var(--line)"/><text class="faint" x="20" y="%d">%s</text>', $left, $y - 4, $y + 16, htmlspecialchars($unit));
    return sprintf(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 %d" role="img" aria-label="%s"><style>%s</style><rect width="600" height="%1$d" rx="8" fill="var(--ground)" stroke="var(--line)"/>%s</svg>' . "\n",
        $y + 32,
        htmlspecialchars($title),
        STYLE,
        $body,
    );
}

function number(string $text): float
{
    return (float) preg_replace('/[^0-9.]/', '', $text);
}

/** @return array<string, string> the plots, by name */
function plots(): array
{
    $ratios = [];
    foreach (table('reports/bench-php.md', '## Without opcache') as $row) {
        if (str_contains($row['cenote'], 'ns') || str_contains($row['cenote'], 'kB')) {
            $bound = number($row['bound']);
            $ratios[shortened($row['what'])] = [['ours', (float) $row['ratio'], $row['ratio'], $bound]];
        }
    }
    $waits = [];
    foreach (found('reports/bench-db.md', '/^(\S.*?) +(\d+) ms +(\d+) ms +([\d.]+)$/m') as [, $client, $together, $blocking]) {
        $waits[$client] = [['ours', (float) $together, "$together ms", null], ['other', (float) $blocking, "$blocking ms", null]];
    }
    $requests = [];
    foreach (found('reports/bench-db.md', '/^(\w+) +CPU µs: blocking +([\d.]+), lone coroutine +([\d.]+) .*?, 64 on 8 +([\d.]+)/m') as [, $server, $blocking, $lone, $many]) {
        $requests[$server] = [['other', (float) $blocking, "$blocking µs", null], ['more', (float) $lone, "$lone µs", null], ['ours', (float) $many, "$many µs", null]];
    }
    $cached = [];
    foreach (found('reports/bench-db.md', '/^(\w+), CPU µs per request.*?of cached to uncached: +([\d.]+) x/ms') as [, $server, $ratio]) {
        $cached[$server] = [['ours', (float) $ratio, "$ratio ×", null]];
    }
    $rust = $pools = [];
    foreach (table('reports/bench-rust.md', '# The crate cenote against other pools') as $row) {
        if ($row['runtime'] === 'current_thread' && in_array($row['what'], RUST_ROWS, true)) {
            $pools[$row['pool']] ??= $pools ? ['other', 'more', 'most'][(count($pools) - 1) % 3] : 'ours';
            $rust[$row['what']][] = [$pools[$row['pool']], (float) $row['CPU ns / operation'], "{$row['CPU ns / operation']} ns, {$row['pool']}", null];
        }
    }
    count($rust) === count(RUST_ROWS) or stop('bench-rust.md has other rows');
    return [
        'bench-rust' => bars('CPU time per operation, the Rust crate and other pools', 'ns, tokio on one thread; less is better', $rust, []),
        'bench-php' => bars('CPU time, as a share of the yardstick’s', 'the yardstick, mostly a pool in plain PHP, is 1; less is better', $ratios, ['ours' => 'cenote']),
        'bench-waits' => bars('100 waits of 50 ms on 20 connections', 'less is better; the ideal is 250 ms', $waits, ['ours' => 'in coroutines', 'other' => 'one after the other']),
        'bench-requests' => bars('CPU time of PHP per SELECT by primary key', 'µs; less is better', $requests, ['other' => 'blocking', 'more' => 'in one coroutine', 'ours' => '64 coroutines on 8 connections']),
        'bench-cache' => bars('Prepare, execute, fetch: requests a second', 'times; more is better', $cached, ['ours' => 'with statement cache, against without']),
    ];
}

/** What a row is called beside its bar. */
function shortened(string $what): string
{
    return preg_replace('/, .*| in (delay|one).*|: prepare.*/', '', $what);
}

/** The line of a document that says when and on what it was made. */
function made(string $document): string
{
    return trim(found($document, '/^(?:Made|Written) by .*?(?=\n\n)/ms')[0][0]);
}

function page(): string
{
    $conditions = array_map(fn (string $document): string => preg_split('/(?<=\.)\s/', strtr(made($document), "\n", ' '))[0], ['php' => 'reports/bench-php.md', 'db' => 'reports/bench-db.md']);
    $php = array_column(table('reports/bench-php.md', '## Without opcache'), null, 'what');
    $jit = array_column(table('reports/bench-php.md', '## With opcache'), null, 'what');
    $rows = '';
    foreach ($php as $what => $row) {
        $rows .= "| $what | {$row['cenote']} | {$row['yardstick']} | {$row['ratio']} | {$jit[$what]['ratio']} |\n";
    }
    $load = found('reports/bench-rust.md', '/[Ll]oad average[^.]*?: [\d.]*\d/')[0][0];
    return <<<TEXT
        # Performance

        Made by `scripts/docs/plots.php` from what the benchmarks wrote: [coroutines and pools](bench-php.md) (`make bench-php`), [stock clients on real
        servers](bench-db.md) (`make bench-db`), [the Rust crate](bench-rust.md) (`make bench-rust`). Those pages say how each figure was
        measured, and show those that miss their bound. Run them on your machine; what follows is one machine's.

        ## Waiting side by side

        {$conditions['db']}

        What coroutines are for: a hundred waits take as long as five, because the connections are twenty.

        ![100 waits of 50 ms on 20 connections, each client in coroutines and one after the other](../img/bench-waits.svg)

        ## A request

        What it costs PHP to wait in this way. A coroutine that is alone makes the system calls that blocking code makes; where many share
        the wait, one call asks for all of them.

        ![CPU time of PHP per SELECT: blocking, in one coroutine, and 64 coroutines on 8 connections](../img/bench-requests.svg)

        ## The statement cache

        `PDO::ATTR_POOL_STMT_CACHE_SIZE`, off by default, is the largest lever of the pooled PDO where the same texts come again.

        ![Requests a second with and without statement cache](../img/bench-cache.svg)

        ## Coroutines and pools

        {$conditions['php']}

        Against the same thing in plain PHP: a pool of 60 lines on Fibers, a Fiber, a plain PDO object. Less than 1 is faster.

        ![CPU time of cenote as a share of the yardstick's](../img/bench-php.svg)

        | what | cenote | yardstick | ratio | with JIT |
        |---|--:|--:|--:|--:|
        {$rows}
        ## The Rust crate

        The same pool on tokio, each with its check on every acquire switched on. {$load}. [More rows, a second runtime, allocations,
        instructions](bench-rust.md).

        ![CPU time per operation of cenote and of other Rust pools](../img/bench-rust.svg)

        ## Where it is not faster

        - A single coroutine gains nothing: a request that waits for nothing is not made quicker, and each switch to another costs some 50 ns. Half of that is
          PHP's own switch of Fibers and the call from the script.
        - To take a resource and give it back costs a little more than pop and push of a channel in Swoole, which knows no owner: a pool finds the resource
          that comes back, refuses what is not out, and notes since when it was held ([beside Swoole](bench-php.md#beside-swoole)).
        - To spawn a coroutine and await it costs more than to create one there that reports by a channel: it has a result, an object, a scope, a context,
          a place where it was spawned, and an error that somebody hears of. A Future has two objects more.
        - Each call on a pooled PDO that leaves nothing behind takes a connection and gives it back, also where nobody waits for one
          ([why](../internals/adr/0017-a-connection-is-given-back-between-calls.md)). Against a plain object that is the row "pooled PDO" above; a transaction or a statement
          keeps its connection, and pays once.
        - After the first spawn a write and a read of a socket cost some 600 instructions more: PHP asks poll() before it reads, which has to look whether
          another coroutine can run. A Fiber's switch costs 100 more, a call on a plain PDO object 8.
        - Hooks in PHP cost a call of a closure each for every use of a pool.
        - Calculation holds up everybody: coroutines share one core. `Async\\measure_slices()` finds those that run for long.

        TEXT;
}

$made = ['reports/performance.md' => page()];
foreach (plots() as $name => $plot) {
    $made["img/$name.svg"] = $plot;
}
if (($argv[1] ?? '') !== 'check') {
    foreach ($made as $name => $content) {
        file_put_contents(DOCS . "/$name", $content);
    }
    exit;
}
foreach ($made as $name => $content) {
    is_file(DOCS . "/$name") && file_get_contents(DOCS . "/$name") === $content or stop("docs/$name differs from the benchmarks' tables: scripts/docs/plots.php writes it anew");
}
printf("%d passed, 0 failed, 0 skipped\n", count($made));
