<?php
// Helpers: a fact of docs/reports/comparison.md is looked at, and must stand there in these words.

declare(strict_types=1);

function fact(string $words, bool $holds): void
{
    static $page = null;
    $page ??= preg_replace('/\s+/', ' ', file_get_contents(__DIR__ . '/../../docs/reports/comparison.md'));
    if (!str_contains($page, $words)) {
        echo "not in docs/reports/comparison.md: $words\n";
    } elseif ($holds) {
        echo "passed: $words\n";
    } else {
        echo "failed: $words\n";
    }
}

function postgres(string $connection, string $database = ''): PDO
{
    $dsn = 'pgsql:' . strtr((string) getenv($connection), ' ', ';') . ($database === '' ? '' : ";dbname=$database");
    return new PDO($dsn, options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
}

/** The fewest milliseconds that several runs take, until one has taken less than $enough: a machine that stands still makes them longer. */
function least(Closure $job, float $enough): float
{
    for ($run = 0, $least = INF; $run < 10 && $least >= $enough; $run++) {
        $began = hrtime(true);
        $job();
        $least = min($least, (hrtime(true) - $began) / 1e6);
    }
    return $least;
}

/** What a question returns, or the SQLSTATE with which it fails. */
function answer(Closure $question): mixed
{
    try {
        return $question();
    } catch (PDOException $error) {
        return $error->getCode();
    }
}
