<?php
// examples/api/server.php, with the host of the tests.

declare(strict_types=1);

$argv = $_SERVER['argv'] = [$argv[0], 'start', '-q'];
putenv('CENOTE_AUTOLOAD=' . dirname(__DIR__) . '/boot.php');
require __DIR__ . '/../../../examples/api/server.php';
