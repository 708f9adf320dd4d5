<?php

declare(strict_types=1);

namespace Cenote\Redis;

// phpredis has other methods and types in each version, and a class below it must fit: so it is written from what is there.
eval(ClassWriter::write(\Redis::class, __NAMESPACE__, 'PooledRedis', Commands::class));
