<?php

declare(strict_types=1);

namespace Cenote\Doctrine;

use Cenote\CoroutineLocal\Properties;
use Closure;
use Doctrine\ORM\Decorator\EntityManagerDecorator;
use Doctrine\ORM\EntityManagerInterface;
use Doctrine\Persistence\ObjectManagerDecorator;

/**
 * An entity manager that coroutines may share: each has one of its own behind it, with its own unit of work, made when it is
 * first used and let go with the coroutine. They may all be given the same PooledConnection.
 */
final class PooledEntityManager extends EntityManagerDecorator
{
    use Properties;

    /** @param Closure(): EntityManagerInterface $make */
    public function __construct(private readonly Closure $make)
    {
        $this->makeCoroutineLocal(ObjectManagerDecorator::class, ['wrapped' => $make]);
    }

    /**
     * Gives the running coroutine a new entity manager, as after a flush() that failed, which closes the one that it had for good. Entities of
     * the old one are detached; the transaction, if there is one, goes on.
     */
    public function reset(): void
    {
        $this->wrapped = ($this->make)();
    }
}
