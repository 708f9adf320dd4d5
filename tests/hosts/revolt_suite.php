<?php
// Revolt's own tests of drivers, on ours. They are in a checkout of Revolt, not in what Composer installs from an archive, and need
// PHPUnit 9.

declare(strict_types=1);

require __DIR__ . '/boot.php';
needs('Revolt\EventLoop', 'revolt/event-loop');
if (!class_exists('PHPUnit\TextUI\Command')) {
    @include 'PHPUnit/Autoload.php';
}
if (!class_exists('PHPUnit\TextUI\Command')) {
    exit("skipped: no PHPUnit 9; composer require --dev phpunit/phpunit:^9, or Debian's phpunit\n");
}
if (!class_exists('Revolt\EventLoop\Driver\DriverTest')) {
    exit("skipped: no tests of Revolt; composer require --prefer-source revolt/event-loop\n");
}

eval(<<<'PHP'
namespace Revolt\EventLoop\Driver;

final class CenoteDriverTest extends DriverTest
{
    public function getFactory(): callable
    {
        return fn () => new \Cenote\Revolt\Driver();
    }

    public function testHandle(): void
    {
        self::assertNull($this->loop->getHandle());
    }
}
PHP);

$suite = new PHPUnit\Framework\TestSuite(Revolt\EventLoop\Driver\CenoteDriverTest::class);
$result = (new PHPUnit\TextUI\TestRunner())->run($suite, ['extensions' => [], 'cacheResult' => false], [], false);
check($result->wasSuccessful(), 'Revolt\'s tests');
echo $result->count(), ' tests, ', $result->skippedCount(), " skipped\nok\n";
