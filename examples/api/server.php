<?php
/*
 * A JSON API on Workerman, each request a coroutine: log in, list what there is, order in a transaction.
 *
 *   php examples/api/server.php start          PORT (8080), WORKERS (2), DSN (sqlite:shop.db) and CENOTE_AUTOLOAD are taken from the environment
 *   curl -d '{"user": "ada", "password": "secret"}' http://127.0.0.1:8080/login
 *   curl http://127.0.0.1:8080/items
 *   curl -H 'Authorization: Bearer TOKEN' -d '{"item": 1, "count": 2}' http://127.0.0.1:8080/orders
 */

declare(strict_types=1);

use Cenote\Workerman\HangUps;
use Workerman\Connection\TcpConnection;
use Workerman\Protocols\Http\Request;
use Workerman\Protocols\Http\Response;
use Workerman\Worker;

require getenv('CENOTE_AUTOLOAD') ?: 'vendor/autoload.php';

final class Refused extends RuntimeException
{
}

final class Shop
{
    private PDO $pdo;

    public function __construct(string $dsn)
    {
        $options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 20, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 5000];
        $this->pdo = new PDO($dsn, options: $options);
    }

    /** Creates the tables, once, before the workers. */
    public static function install(string $dsn): void
    {
        $pdo = new PDO($dsn);
        str_starts_with($dsn, 'sqlite') && $pdo->exec('PRAGMA journal_mode = WAL');
        $pdo->exec('CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, name VARCHAR(50), stock INTEGER NOT NULL CHECK (stock >= 0))');
        $pdo->exec('CREATE TABLE IF NOT EXISTS purchase (token VARCHAR(50), item INTEGER, count INTEGER)');
        $pdo->exec('CREATE TABLE IF NOT EXISTS login (token VARCHAR(50) PRIMARY KEY, name VARCHAR(50))');
        if ((int) $pdo->query('SELECT count(*) FROM item')->fetchColumn() === 0) {
            $pdo->exec("INSERT INTO item VALUES (1, 'lamp', 100), (2, 'chair', 100), (3, 'table', 100)");
        }
    }

    /** @return array{token: string} */
    public function login(string $user, string $password): array
    {
        $password === 'secret' or throw new Refused('wrong password', 401);
        $token = bin2hex(random_bytes(16));
        $this->pdo->prepare('INSERT INTO login VALUES (?, ?)')->execute([$token, $user]);
        return ['token' => $token];
    }

    /** @return list<array{id: int, name: string, stock: int}> */
    public function items(): array
    {
        return $this->pdo->query('SELECT id, name, stock FROM item ORDER BY id')->fetchAll(PDO::FETCH_ASSOC);
    }

    /**
     * @param Closure(): bool $isWanted whether somebody still waits for the answer
     * @return array{left: int}
     */
    public function order(string $token, int $item, int $count, Closure $isWanted): array
    {
        $found = $this->pdo->prepare('SELECT name FROM login WHERE token = ?');
        $found->execute([$token]);
        $found->fetchColumn() !== false or throw new Refused('log in first', 401);
        $count > 0 or throw new Refused('order at least one', 422);
        $this->pdo->beginTransaction();
        try {
            $taken = $this->pdo->prepare('UPDATE item SET stock = stock - ? WHERE id = ? AND stock >= ?');
            $taken->execute([$count, $item, $count]);
            $taken->rowCount() === 1 or throw new Refused('sold out', 409);
            $this->pdo->prepare('INSERT INTO purchase VALUES (?, ?, ?)')->execute([$token, $item, $count]);
            $left = (int) $this->pdo->query("SELECT stock FROM item WHERE id = $item")->fetchColumn();
            $isWanted() or throw new Refused('the client has gone', 499);
            $this->pdo->commit();
            return ['left' => $left];
        } catch (Throwable $error) {
            $this->pdo->rollBack();
            throw $error;
        }
    }
}

// Workerman reads its command from $argv. Its files are beside this one, or in FOLDER.
$folder = getenv('FOLDER') ?: __DIR__;
[Worker::$pidFile, Worker::$logFile, Worker::$statusFile] = ["$folder/pid", "$folder/log", "$folder/status"];
Worker::$eventLoopClass = Cenote\Workerman\EventLoop::class;
$dsn = getenv('DSN') ?: 'sqlite:' . __DIR__ . '/shop.db';
Shop::install($dsn);
$worker = new Worker('http://127.0.0.1:' . (getenv('PORT') ?: '8080'));
$worker->count = (int) (getenv('WORKERS') ?: 2);
$worker->reusePort = true;
$worker->onWorkerStart = function () use (&$shop, $dsn): void {
    $shop = new Shop($dsn);
};
$worker->onMessage = function (TcpConnection $connection, Request $request) use (&$shop): void {
    try {
        $body = json_decode($request->rawBody() ?: '[]', true, flags: JSON_THROW_ON_ERROR);
        $token = substr((string) $request->header('authorization', ''), 7);
        $isWanted = fn (): bool => !HangUps::hasLeft($connection);
        [$status, $answer] = match ($request->method() . ' ' . $request->path()) {
            'POST /login' => [200, $shop->login((string) ($body['user'] ?? ''), (string) ($body['password'] ?? ''))],
            'GET /items' => [200, $shop->items()],
            'POST /orders' => [201, $shop->order($token, (int) ($body['item'] ?? 0), (int) ($body['count'] ?? 0), $isWanted)],
            default => throw new Refused('no such page', 404),
        };
    } catch (Refused $refused) {
        [$status, $answer] = [$refused->getCode(), ['error' => $refused->getMessage()]];
    } catch (JsonException) {
        [$status, $answer] = [400, ['error' => 'this is no JSON']];
    } catch (Throwable $error) {
        Worker::log((string) $error);
        [$status, $answer] = [503, ['error' => 'try again later']];
    }
    $connection->send(new Response($status, ['Content-Type' => 'application/json'], json_encode($answer)));
};
Worker::runAll();
