--TEST--
SPEC 30.11: generators, finally blocks with an exception in flight and destructors query in several coroutines at once
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

function ask(mysqli $mysqli, int|string $value): int
{
    return (int) $mysqli->query("SELECT $value + SLEEP(0.005)")->fetch_row()[0];
}

final class AsksWhenItGoes
{
    public function __construct(private mysqli $mysqli, private int $value)
    {
    }

    public function __destruct()
    {
        echo ask($this->mysqli, $this->value) === $this->value ? '' : "destructor got a wrong answer\n";
    }
}

function numbers(mysqli $mysqli, int $from): Generator
{
    try {
        for ($i = $from; ; $i++) {
            yield ask($mysqli, $i);
        }
    } finally {
        echo ask($mysqli, $from) === $from ? '' : "generator's finally got a wrong answer\n";
    }
}

$tasks = [];
foreach ([100, 200, 300] as $from) {
    $tasks[] = spawn(function () use ($from): string {
        $connect = fn (): mysqli => new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
        $mysqli = $connect();
        $seen = [];
        try {
            $goes = new AsksWhenItGoes($connect(), $from);
            foreach (numbers($mysqli, $from) as $number) {
                $seen[] = $number;
                if (count($seen) === 3) {
                    throw new RuntimeException("of $from");
                }
            }
        } catch (RuntimeException $error) {
            unset($goes);
            try {
                try {
                    throw new LogicException("second of $from", previous: $error);
                } finally {
                    $seen[] = ask($mysqli, $from + 50); // with the exception in flight
                    delay(1);
                }
            } catch (LogicException $second) {
                return implode(' ', $seen) . ": {$second->getMessage()}, {$second->getPrevious()->getMessage()}";
            }
        }
        return 'not reached';
    });
}
foreach ($tasks as $task) {
    echo await($task), "\n";
}
echo "done\n";
?>
--EXPECT--
100 101 102 150: second of 100, of 100
200 201 202 250: second of 200, of 200
300 301 302 350: second of 300, of 300
done
