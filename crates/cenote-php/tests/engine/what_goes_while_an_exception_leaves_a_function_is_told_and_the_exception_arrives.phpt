--TEST--
SPEC 34.7: what goes while an exception leaves the function that has held it is told as ever, and the exception arrives
--FILE--
<?php
use Async\{Future, FutureState};

function thrower(): never
{
    throw new LogicException('its own');
}

function leave(): void
{
    $state = new FutureState();
    $future = new Future($state);
    foreach ([1, 2] as $left) {
        $left === 2 && thrower();
    }
}

$handlers = [
    'goes on' => fn (): bool => true,
    'catches' => function (): bool {
        try {
            thrower();
        } catch (LogicException) {
        }
        return true;
    },
    'throws' => fn (): never => throw new ErrorException('of the handler'),
];
foreach ($handlers as $does => $handler) {
    set_error_handler(function (int $level, string $text) use ($does, $handler): bool {
        echo "  the handler $does: ", substr($text, 0, 21), "\n";
        return $handler();
    });
    for ($i = 0; $i < 2; $i++) {
        try {
            leave();
            echo "went on\n";
        } catch (Exception $error) {
            echo $error->getMessage(), ' on ', $error->getPrevious()?->getMessage() ?? 'nothing', "\n";
        }
    }
    restore_error_handler();
}
?>
--EXPECT--
  the handler goes on: Future was never used
its own on nothing
  the handler goes on: Future was never used
its own on nothing
  the handler catches: Future was never used
its own on nothing
  the handler catches: Future was never used
its own on nothing
  the handler throws: Future was never used
of the handler on its own
  the handler throws: Future was never used
of the handler on its own
