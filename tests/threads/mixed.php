<?php
// SPEC 51.1, 51.2, 51.4: one request of many, each hundredth on a database server.
//   host … mixed.php FOLDER        beside scripts/servers/run.sh
declare(strict_types=1);

require __DIR__ . ($argv[2] % 100 === 50 ? '/server.php' : '/request.php');
