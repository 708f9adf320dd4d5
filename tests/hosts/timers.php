<?php
// The queue of timers: in order of time, then of addition; what is removed leaves, and does not fill the memory.

declare(strict_types=1);

use Cenote\EventLoop\Timers;

require __DIR__ . '/boot.php';

$timers = new Timers();
check($timers->next() === null && $timers->take(1e9) === null, 'an empty queue has nothing');
$late = $timers->add(3.0, 'late');
$timers->add(1.0, 'first');
$timers->add(1.0, 'second');
$removed = $timers->add(0.5, 'removed');
check($timers->remove($removed) && !$timers->remove($removed), 'once removed, it is gone');
check($timers->next() === 1.0 && $timers->take(0.9) === null, 'nothing before its time');
check([$timers->take(2.0), $timers->take(2.0), $timers->take(2.0)] === ['first', 'second', null], 'in order');
check($timers->count() === 1 && $timers->take(3.0) === 'late' && !$timers->remove($late), 'the last');

// A timeout for each of many requests, nearly all of which are cancelled.
$before = memory_get_usage();
for ($i = 0; $i < 100_000; $i++) {
    $timers->remove($timers->add(15.0 + $i, $i));
}
check(memory_get_usage() - $before < 100_000, 'cancelled timers do not pile up: ' . memory_get_usage() - $before . ' bytes');
echo "ok\n";
