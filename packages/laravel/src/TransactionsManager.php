<?php

declare(strict_types=1);

namespace Cenote\Laravel;

use Cenote\CoroutineLocal\Properties;
use Illuminate\Database\DatabaseTransactionsManager;

/** Laravel's list of what is to be done after a commit, one for each coroutine. */
final class TransactionsManager extends DatabaseTransactionsManager
{
    use Properties;

    public function __construct()
    {
        parent::__construct();
        $lists = ['transactions' => collect(...), 'committedTransactions' => collect(...), 'pendingTransactions' => collect(...), 'currentTransaction' => fn (): array => []];
        $declared = array_filter($lists, fn (string $name): bool => property_exists(DatabaseTransactionsManager::class, $name), ARRAY_FILTER_USE_KEY);
        $this->makeCoroutineLocal(DatabaseTransactionsManager::class, $declared);
    }
}
