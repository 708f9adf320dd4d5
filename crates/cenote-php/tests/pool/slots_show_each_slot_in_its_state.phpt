--TEST--
SPEC 11.1, 11.2, 11.3, 11.5: slots() shows every slot that count() counts, in the state in which it is
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

function states(Pool $pool): void
{
    $slots = $pool->slots();
    line(json_encode(array_column($slots, 'state', 'slot')), count($slots) === count($pool));
}

/** Callbacks that wait at their gate, if there is one. */
$gates = [];
$wait = function (string $at) use (&$gates): void {
    isset($gates[$at]) && $gates[$at]->wait();
};
$pool = new Pool(
    factory: function () use ($wait): Res {
        $wait('create');
        return new Res(1);
    },
    destructor: fn () => $wait('destroy'),
    beforeAcquire: fn () => $wait('check'),
    beforeRelease: function () use ($wait, &$broken): bool {
        $wait('clean');
        return !$broken;
    },
    max: 2,
);
$during = function (string $gate, callable $act) use (&$gates, $pool): void {
    $gates = [$gate => new Gate()];
    $running = Async\spawn($act);
    settle();
    states($pool);
    $gates[$gate]->open();
    $gates = [];
    Async\await($running);
};

states($pool);
$during('create', function () use ($pool, &$one): void { $one = $pool->acquire(); });
states($pool);
$during('clean', fn () => $pool->release($one));
states($pool);
$during('check', function () use ($pool, &$one): void { $one = $pool->acquire(); });
$two = $pool->acquire();
states($pool);

$waiter = Async\spawn(fn () => $pool->release($pool->acquire()));
settle();
$pool->release($one);
states($pool);
Async\await($waiter);
states($pool);
$broken = true;
$during('destroy', fn () => $pool->release($two));
states($pool);

finish();
--EXPECT--
[] true
["creating"] true
["active"] true
["cleaning"] true
["idle"] true
["checking"] true
["active","active"] true
["granted","active"] true
["idle","active"] true
["idle","destroying"] true
["idle"] true
done
