--TEST--
SPEC 10.5: if the hook itself catches the cancellation, its result counts as usual
--FILE--
<?php
use Async\AsyncCancellation;

require __DIR__ . '/helpers.inc';

foreach ([true, false] as $verdict) {
    $gate = new Gate();
    $hook = function ($r) use ($gate, $verdict) {
        try {
            $gate->wait();
        } catch (AsyncCancellation) {
            line('hook caught it');
        }

        return $verdict;
    };
    $pool = (new Probe())->pool(beforeAcquire: $hook, min: 1);
    $user = worker($verdict ? 'accepted' : 'rejected', fn () => $pool->acquire());
    settle();
    $user->cancel();
    settle();

    $pool = (new Probe())->pool(beforeRelease: $hook);
    $r = $pool->acquire();
    $user = worker('release', fn () => $pool->release($r));
    settle();
    $user->cancel();
    settle();
    counts($pool);
    $pool->close();
}

finish();
--EXPECT--
make r1
hook caught it
accepted: r1
make r1
hook caught it
release: null
total=1 idle=1 active=0
destroy r1
make r1
hook caught it
destroy r1
make r2
rejected: r2
make r1
hook caught it
destroy r1
release: null
total=0 idle=0 active=0
done
