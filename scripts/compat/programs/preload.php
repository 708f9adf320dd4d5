<?php
// Preloaded by opcache: a class that copies PDO's methods before any request begins.
declare(strict_types=1);

class PreloadedPdo extends PDO
{
    public function __construct(string $dsn)
    {
        parent::__construct($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
    }

    public function one(string $sql): mixed
    {
        return $this->query($sql)->fetchColumn();
    }
}
