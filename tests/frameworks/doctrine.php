<?php
// 64 coroutines work with Doctrine's units of work and nested transactions through one pooled PDO.

declare(strict_types=1);

require __DIR__ . '/check.php';
require 'Doctrine/ORM/autoload.php';
require 'Doctrine/DBAL/autoload.php';

use Doctrine\ORM\Configuration;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\Mapping as ORM;
use Doctrine\ORM\Tools\SchemaTool;

#[ORM\Entity, ORM\Table(name: 'accounts')]
final class Account
{
    #[ORM\Id, ORM\Column, ORM\GeneratedValue]
    public ?int $id = null;
    #[ORM\Column]
    public string $owner;
    #[ORM\Column]
    public int $amount = 0;

    public function __construct(string $owner)
    {
        $this->owner = $owner;
    }
}

$driver = $argv[1];
$server = server($driver);
$connection = doctrine_connection($driver, max: 8);
$connection->setNestTransactionsWithSavepoints(true);
$configuration = new Configuration();
$configuration->setProxyDir(sys_get_temp_dir());
$configuration->setProxyNamespace('Proxies');
$configuration->setMetadataDriverImpl(new Doctrine\ORM\Mapping\Driver\AttributeDriver([__DIR__]));
$entities = new Cenote\Doctrine\PooledEntityManager(fn () => new EntityManager($connection, $configuration));

$tool = new SchemaTool($entities);
$metadata = [$entities->getClassMetadata(Account::class)];
$tool->dropSchema($metadata);
$tool->createSchema($metadata);
if ($driver === 'sqlite') {
    $connection->executeStatement('PRAGMA journal_mode = WAL');
}

together(function (int $number) use ($connection, $entities): void {
    check(!$connection->isTransactionActive(), 'a coroutine begins outside of any transaction');
    $entities->beginTransaction();
    $account = new Account("owner $number");
    $entities->persist($account);
    $entities->flush();
    Async\suspend();
    check($connection->getTransactionNestingLevel() === 1, 'the level is this coroutine\'s');
    $connection->beginTransaction();
    $connection->executeStatement('UPDATE accounts SET amount = 999 WHERE id = ?', [$account->id]);
    Async\suspend();
    check($connection->getTransactionNestingLevel() === 2, 'the nested level is this coroutine\'s');
    $connection->rollBack();
    $entities->refresh($account);
    check($account->amount === 0, 'the savepoint was rolled back');
    $account->amount = $number;
    $entities->flush();
    Async\suspend();
    if ($number % 4 === 0) {
        $entities->rollback();
        return;
    }
    $entities->commit();
});

// A flush that fails closes its manager, and only that; reset() gives the coroutine a new one.
$connection->executeStatement('CREATE UNIQUE INDEX one_owner ON accounts (owner)');
together(function (int $number) use ($entities): void {
    if ($number % 4 === 0 || $number > 20) {
        return;
    }
    $entities->persist(new Account($number % 2 ? "owner $number" : "other $number"));
    try {
        $entities->flush();
        check($number % 2 === 0 && $entities->isOpen(), 'there is one of that owner already');
    } catch (Doctrine\DBAL\Exception\UniqueConstraintViolationException) {
        check(!$entities->isOpen(), 'it is closed');
        Async\suspend();
        $entities->reset();
        check($entities->isOpen(), 'a new one');
        $entities->persist(new Account("again $number"));
        $entities->flush();
    }
});
$added = $connection->executeStatement("DELETE FROM accounts WHERE owner LIKE 'other%' OR owner LIKE 'again%'");
check($added === 15, "fifteen rows: $added");

$expected = array_values(array_filter(range(1, COROUTINES), fn (int $number): bool => $number % 4 !== 0));
$entities->clear();
$rows = $entities->getRepository(Account::class)->findBy([], ['amount' => 'ASC']);
check(array_map(fn (Account $account): array => [$account->owner, $account->amount], $rows) === array_map(fn (int $number): array => ["owner $number", $number], $expected), 'the rows');
check($connection->getNativeConnection()->getPool()->count() <= 8, 'no more connections than MAX');
$tool->dropSchema($metadata);
if ($driver === 'sqlite') {
    unset($rows, $entities);
    array_map(unlink(...), glob("$server[file]*"));
}
echo "ok\n";
