--TEST--
SPEC 47.6: the collector sees what a parked coroutine, channel, Future, scope, group or context holds, also while code is inside an include
--FILE--
<?php
use Async\{Channel, Context, Future, FutureState, Scope, TaskGroup};
use function Async\{coroutine_context, current_context, delay, spawn, suspend};

final class Node
{
    public $other;
    public function __construct(public string $name) {}
}
$node = function (string $name): Node {
    $a = new Node($name);
    $a->other = new Node("$name's other");
    $a->other->other = $a;
    return $a;
};
$holds = [
    'local of a parked coroutine' => function () use ($node) { $local = $node('local'); spawn(function () use ($local) { delay(60000); echo $local->name; }); return fn () => null; },
    'channel' => function () use ($node) { $channel = new Channel(1); $channel->send($node('channel')); return fn () => $channel->recv(); },
    'Future' => function () use ($node) { $state = new FutureState; $state->complete($node('future')); return fn () => (new Future($state))->await(); },
    'callback of a Future' => function () use ($node) { $state = new FutureState; $n = $node('map'); $f = (new Future($state))->map(fn () => $n); unset($n); return function () use ($state, $f) { $state->complete(1); return $f->await(); }; },
    'scope' => function () use ($node) { $scope = new Scope; $n = $node('scope'); $got = null; $scope->setExceptionHandler(function () use ($n, &$got) { $got = $n; }); unset($n); return function () use ($scope, &$got) { $scope->spawn(fn () => throw new Exception); delay(1); return $got; }; },
    'group' => function () use ($node) { $group = new TaskGroup; $group->spawn(fn () => $node('group')); suspend(); suspend(); return fn () => $group->getResults()[0]; },
    'context' => function () use ($node) { $context = new Context; $context->set('key', $node('context')); return fn () => $context->get('key'); },
    'context of the scope' => function () use ($node) { current_context()->set('n', $node('current')); return fn () => current_context()->get('n'); },
    'context of the coroutine' => function () use ($node) { coroutine_context()->set('n', $node('own')); return fn () => coroutine_context()->get('n'); },
];
$file = tempnam(sys_get_temp_dir(), 'cenote');
file_put_contents($file, '<?php gc_collect_cycles(); return 1;');
foreach ($holds as $name => $hold) {
    $get = $hold();
    gc_collect_cycles();
    include $file;
    gc_collect_cycles();
    $got = $get();
    echo $name, ': ', $got === null ? 'parked' : $got->other->other->name, "\n";
}
unlink($file);
foreach (Async\coroutines() as $coroutine) { if ($coroutine !== Async\current_coroutine()) { $coroutine->cancel(); } }
?>
--EXPECT--
local of a parked coroutine: parked
channel: channel
Future: future
callback of a Future: map
scope: scope
group: group
context: context
context of the scope: current
context of the coroutine: own
