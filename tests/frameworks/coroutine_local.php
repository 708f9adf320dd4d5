<?php
// The trait and the class that the packages for frameworks share.

declare(strict_types=1);

require __DIR__ . '/check.php';

class Basket
{
    private array $items = [];

    public function add(string $item): void { $this->items = [...$this->items, $item]; }
    public function items(): array { return $this->items; }
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
    $basket->clear();
    check($basket->items() === [], 'what is unset begins anew');
});

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
