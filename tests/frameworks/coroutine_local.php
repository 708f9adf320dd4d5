<?php
// The trait and the class that the packages for frameworks share.

declare(strict_types=1);

require __DIR__ . '/check.php';

class Basket
{
    private array $items = [];

    public function add(string $item): void { $this->items = [...$this->items, $item]; }
    public function items(): array { return $this->items; }
    public function append(string $key, string $item): void { $this->items[$key][] = $item; }
    public function drop(string $key): void { unset($this->items[$key]); }
    public function has(string $key): bool { return isset($this->items[$key][0]); }
    public function clear(): void { unset($this->items); }
}

final class SharedBasket extends Basket
{
    use Cenote\CoroutineLocal\Properties;

    public function __construct()
    {
        $this->makeCoroutineLocal(Basket::class, ['items' => fn (): array => []]);
    }
}

$basket = new SharedBasket();
together(function (int $number) use ($basket): void {
    $basket->add("first of $number");
    Async\suspend();
    $basket->add("second of $number");
    check($basket->items() === ["first of $number", "second of $number"], 'the items are this coroutine\'s');
    $copy = clone $basket;
    $copy->add('third');
    check(count($basket->items()) === 2, 'a clone has items of its own');
    $copy->append('in place', 'fourth');
    $basket->append('in place', "third of $number");
    Async\suspend();
    $basket->append('in place', 'and more');
    check($basket->items()['in place'] === ["third of $number", 'and more'], 'an array is changed in place');
    check($copy->items()['in place'] === ['fourth'], 'in a clone too');
    check($basket->has('in place') && !$basket->has('elsewhere'), 'isset() looks into it');
    $basket->drop('in place');
    check(!$basket->has('in place') && $copy->has('in place'), 'unset() does as well');
    $basket->clear();
    check($basket->items() === [], 'what is unset begins anew');
});

// Neither the values nor a context keep the object alive; they go with it, also in a coroutine that lives on.
final class Noticed
{
    public function __construct(private string $name) {}
    public function __destruct() { Noticed::$gone[] = $this->name; }
    /** @var list<string> */
    public static array $gone = [];
}
final class Holder
{
    use Cenote\CoroutineLocal\Properties;

    protected ?Noticed $value = null;

    public function __construct() { $this->makeCoroutineLocal(self::class, ['value' => static fn (): ?Noticed => null]); }
    public function hold(string $name): void { $this->value = new Noticed($name); }
    public function held(): bool { return $this->value !== null; }
}
$holder = new Holder();
$holder->hold('of the main script');
Async\await(Async\spawn(function () use ($holder): void {
    check(!$holder->held(), 'another coroutine begins with the default');
    $holder->hold('of a coroutine');
}));
check(Noticed::$gone === ['of a coroutine'], 'a value goes with its coroutine');
$copy = clone $holder;
unset($holder);
check($copy->held() && Noticed::$gone === ['of a coroutine'], 'a clone has the values');
unset($copy);
check(Noticed::$gone === ['of a coroutine', 'of the main script'], 'the last value goes with the last object');

$once = new Cenote\CoroutineLocal\Once();
$runs = 0;
$work = function () use (&$runs): void {
    Async\delay(20);
    $runs++;
};
$job = fn () => $once->run($work);
[$a, $b, $c] = [Async\spawn($job), Async\spawn($job), Async\spawn($job)];
Async\delay(1);
$a->cancel();
Async\await_all_or_fail([$b, $c]);
check($runs === 1, 'the first was cancelled, one of the others did it');
(new Cenote\CoroutineLocal\Once())->run($work);
check($runs === 2, 'nobody need come meanwhile');
[, $errors] = Async\await_all([$a]);
check($errors[0] instanceof Async\AsyncCancellation, 'only the cancelled one is cancelled');
echo "ok\n";
