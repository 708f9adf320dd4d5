--TEST--
SPEC 30: nothing is lost or doubled with many senders and receivers, with and without buffer
--FILE--
<?php
use function Async\{spawn, await_all, await_all_or_fail, suspend};

foreach ([0, 1, 7] as $capacity) {
    $ch = new Async\Channel($capacity);
    $senders = $receivers = [];
    for ($i = 0; $i < 10; $i++) {
        $senders[] = spawn(function () use ($ch, $i) {
            for ($n = 0; $n < 100; $n++) {
                $ch->send($i * 100 + $n);
                if ($n % 7 == 0) suspend();
            }
        });
        $receivers[] = spawn(function () use ($ch) {
            $got = [];
            try {
                while (true) $got[] = $ch->recv();
            } catch (Async\AsyncException) {
                return $got;
            }
        });
    }
    await_all($senders);
    $ch->close();
    $got = array_merge(...await_all_or_fail($receivers));
    sort($got);
    echo "capacity $capacity: ", $got === range(0, 999) ? 'all, once each' : count($got) . ' values', "\n";
}
echo "done\n";
?>
--EXPECT--
capacity 0: all, once each
capacity 1: all, once each
capacity 7: all, once each
done
