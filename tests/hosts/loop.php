<?php
// Events that are ready at the same time share a coroutine as long as they neither wait nor leave anything behind.

declare(strict_types=1);

use Cenote\EventLoop\Loop;

require __DIR__ . '/boot.php';

/**
 * Runs the callbacks as those of streams that are all ready, and then until all have returned.
 *
 * @param list<Closure(): mixed> $callbacks
 */
function call_together(array $callbacks, ?Closure $onError = null): void
{
    $loop = new Loop(isExclusive: false, isEndless: true, onError: $onError);
    $left = count($callbacks);
    $pairs = array_map(pair(...), $callbacks);
    foreach ($callbacks as $number => $callback) {
        $loop->onReadable($pairs[$number][0], function (mixed $stream) use ($loop, $callback, &$left): void {
            fread($stream, 10);
            try {
                $callback();
            } finally {
                --$left > 0 || $loop->stop();
            }
        });
        fwrite($pairs[$number][1], 'x');
    }
    $loop->run();
}

// Four that do nothing of that kind: one coroutine. (Asking which one it is ends that, so the last one asks.)
$before = Async\spawn(fn () => null)->getId();
$last = 0;
call_together([fn () => 1, fn () => 2, fn () => 3, function () use (&$last): void {
    $last = Async\current_coroutine()->getId();
}]);
check($last === $before + 1, "one coroutine for four: $before, $last");

// What one leaves open is not the next one's.
$file = tempnam(sys_get_temp_dir(), 'cenote');
$pdo = new PDO("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true]);
$seen = [];
call_together([
    fn () => $pdo->beginTransaction(),
    function () use ($pdo, &$seen): void {
        $seen[] = $pdo->inTransaction();
        Async\coroutine_context()->set('user', 'Ada');
    },
    function () use (&$seen): void {
        $seen[] = Async\coroutine_context()->has('user');
        set_error_handler(fn () => true);
        error_reporting(0);
    },
    function () use (&$seen): void {
        $seen[] = error_reporting() === 0;
        $seen[] = set_error_handler(null) !== null;
        ob_start();
    },
    function () use (&$seen): void {
        $seen[] = ob_get_level() > 0;
        $seen[] = Async\current_coroutine();
    },
    function () use (&$seen): void {
        $seen[] = Async\current_coroutine() === end($seen);
    },
]);
unset($seen[5]);
check(array_filter($seen) === [] && count($seen) === 6, 'nothing is handed on: ' . json_encode($seen));
unlink($file);

// While one waits the others go on, each in its turn; an error is told, and ends nothing.
$order = $errors = [];
call_together([
    function () use (&$order): void {
        $order[] = 'first';
        usleep(5000);
        $order[] = 'first again';
    },
    function () use (&$order): void {
        $order[] = 'second';
        throw new DomainException('of the second');
    },
    function () use (&$order): void {
        $order[] = 'third';
        Async\suspend();
        $order[] = 'third again';
    },
    function () use (&$order): void {
        $order[] = 'fourth';
    },
], function (Throwable $error) use (&$errors): void {
    $errors[] = $error->getMessage();
});
check($errors === ['of the second'], 'the error: ' . implode(', ', $errors));
check(array_diff(['first', 'second', 'third', 'fourth'], array_slice($order, 0, 5)) === [] && end($order) === 'first again', 'the order: ' . implode(', ', $order));
check(array_search('fourth', $order) > array_search('third', $order), 'in turn');

// One that removes the next one's stream: that is not called. One that is put in its place is.
[$one, $here] = pair();
[$two, $there] = pair();
$loop = new Loop(isExclusive: false, isEndless: true);
$called = [];
$loop->onReadable($one, function (mixed $stream) use (&$called, $loop, $two): void {
    fread($stream, 10);
    $called[] = 'one';
    $loop->offReadable($two);
    $loop->addTimer(0.01, false, function () use (&$called, $loop, $two): void {
        $loop->onReadable($two, function (mixed $stream) use (&$called, $loop): void {
            $called[] = 'another ' . fread($stream, 10);
            $loop->stop();
        });
    });
});
$loop->onReadable($two, function () use (&$called): void {
    $called[] = 'two';
});
fwrite($here, 'x');
fwrite($there, 'word');
$loop->run();
check($called === ['one', 'another word'], 'called: ' . implode(', ', $called));
echo "ok\n";
