--TEST--
SPEC 3.1: strings, arrays, closures and invokable objects are callables
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

function made(): string
{
    return 'by name';
}

final class Maker
{
    public static function make(): string
    {
        return 'by static method';
    }

    public function build(): string
    {
        return 'by method';
    }

    public function __invoke(): string
    {
        return 'by invocation';
    }

    public function __call(string $name, array $args): string
    {
        return "by __call of $name";
    }
}

foreach (['made', 'Maker::make', [Maker::class, 'make'], [new Maker(), 'build'], new Maker(), [new Maker(), 'magic'],
    fn () => 'by closure', (new Maker())->build(...)] as $callable) {
    line((new Pool($callable))->acquire());
}

finish();
--EXPECT--
by name
by static method
by static method
by method
by invocation
by __call of magic
by closure
by method
done
