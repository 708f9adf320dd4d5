--TEST--
SPEC 28.4, 30.12: where the engine forbids switching, a client object that is in another coroutine's call is refused as well, and gets no answer of that call
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

set_error_handler(fn (): bool => true);
final class Text
{
    public function __construct(private Closure $body)
    {
    }
    public function __toString(): string
    {
        ($this->body)();
        return 'text';
    }
}
/** In __toString() of what array_multisort() compares nobody can switch, in no version of PHP. */
function without_switching(Closure $body): void
{
    $data = ['a', new Text($body)];
    array_multisort($data);
}
function attempt(Closure $body): string
{
    try {
        return json_encode($body());
    } catch (Throwable $error) {
        return get_class($error);
    }
}
$redis = new Redis();
$redis->connect(getenv('CENOTE_REDIS'));
$other = new Redis();
$other->connect(getenv('CENOTE_REDIS'));
$other->set('no_switch_' . getmypid(), 'inner');
$pgsql = pg_connect(getenv('CENOTE_POSTGRES'));
foreach ([
    'redis' => [
        fn () => $redis->rawCommand('BLPOP', 'nothing_' . getmypid(), 1),
        fn () => $redis->get('no_switch_' . getmypid()),
    ],
    'pgsql' => [
        fn () => pg_fetch_result(pg_query($pgsql, "SELECT 'outer' FROM pg_sleep(1)"), 0, 0),
        fn () => pg_fetch_result(pg_query($pgsql, "SELECT 'inner'"), 0, 0),
    ],
] as $name => [$outer, $inner]) {
    $outside = spawn(fn () => attempt($outer));
    delay(50);
    without_switching(function () use ($name, $inner, &$answer): void {
        $answer = attempt($inner);
    });
    echo "$name: $answer\n";
    $answer = await($outside);
    echo '  ', str_contains($answer, 'inner') ? "took the other's answer" : 'no answer of another', "\n";
}
$other->del('no_switch_' . getmypid());
echo "done\n";
?>
--EXPECT--
redis: Async\AsyncException
  no answer of another
pgsql: Async\AsyncException
  no answer of another
done
