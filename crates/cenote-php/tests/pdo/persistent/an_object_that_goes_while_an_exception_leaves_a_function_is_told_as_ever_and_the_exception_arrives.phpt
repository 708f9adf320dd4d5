--TEST--
SPEC 34.7, 50.4: an object that goes while an exception leaves its function hands its connection on as ever, and the exception arrives
--FILE--
<?php
require __DIR__ . '/../helpers.inc';
$file = database(TABLE);

function thrower(): never
{
    throw new LogicException('its own');
}

function kept(string $file, string $name): PDO
{
    return new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => $name]);
}

function figures(PDO $pdo): array
{
    ['opened' => $opened, 'unclean' => $unclean] = $pdo->getPool()->stats()['process'];
    return [$opened, $unclean];
}

$leave = function (string $name, Closure $use, bool $throws) use ($file, &$before): void {
    $pdo = kept($file, $name);
    $pdo->query('SELECT 1')->fetchAll();
    $before = figures($pdo);
    $held = $use($pdo);
    if ($throws) {
        thrower();
    }
};

$uses = [
    'nothing' => fn (PDO $pdo) => null,
    'an attribute to set back' => fn (PDO $pdo) => $pdo->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true),
    'a statement' => fn (PDO $pdo) => $pdo->query('SELECT 1 UNION SELECT 2'),
    'both' => function (PDO $pdo) {
        $pdo->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true);
        return $pdo->query('SELECT 1 UNION SELECT 2');
    },
];
foreach ($uses as $name => $use) {
    foreach ([false, true] as $throws) {
        foreach (['main' => fn (Closure $run) => $run(), 'a coroutine' => fn (Closure $run) => Async\await(Async\spawn($run))] as $place => $in) {
            $in(function () use ($leave, $use, $throws, $name, $place): void {
                try {
                    $leave("$name, $throws, $place", $use, $throws);
                    echo "$name, $place: went on";
                } catch (LogicException $error) {
                    echo "$name, $place: {$error->getMessage()} on ", $error->getPrevious()?->getMessage() ?? 'nothing';
                }
            });
            $after = figures(kept($file, "$name, $throws, $place"));
            echo '; ', $after[0] - $before[0], ' opened, ', $after[1] - $before[1], " closed\n";
        }
    }
}
--EXPECT--
nothing, main: went on; 0 opened, 0 closed
nothing, a coroutine: went on; 0 opened, 0 closed
nothing, main: its own on nothing; 0 opened, 0 closed
nothing, a coroutine: its own on nothing; 0 opened, 0 closed
an attribute to set back, main: went on; 0 opened, 0 closed
an attribute to set back, a coroutine: went on; 0 opened, 0 closed
an attribute to set back, main: its own on nothing; 0 opened, 0 closed
an attribute to set back, a coroutine: its own on nothing; 0 opened, 0 closed
a statement, main: went on; 0 opened, 0 closed
a statement, a coroutine: went on; 0 opened, 0 closed
a statement, main: its own on nothing; 0 opened, 0 closed
a statement, a coroutine: its own on nothing; 0 opened, 0 closed
both, main: went on; 0 opened, 0 closed
both, a coroutine: went on; 0 opened, 0 closed
both, main: its own on nothing; 0 opened, 0 closed
both, a coroutine: its own on nothing; 0 opened, 0 closed
