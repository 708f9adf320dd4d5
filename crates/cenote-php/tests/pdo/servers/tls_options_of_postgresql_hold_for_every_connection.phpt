--TEST--
SPEC 16.9, 34.12: certificates are checked for each pooled connection as for a plain one; encryption is never dropped in silence
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$place = 'pgsql:' . str_replace(' sslmode=require', '', getenv('CENOTE_POSTGRES_TCP'));
$folder = getenv('CENOTE_FOLDER') . '/postgres';
$wrong = sys_get_temp_dir() . '/cenote-' . getmypid() . '-wrong.pem';
exec('openssl req -new -x509 -days 2 -nodes -subj /CN=elsewhere -keyout /dev/null -out ' . escapeshellarg($wrong) . ' 2>/dev/null');
register_shutdown_function(fn () => unlink($wrong));
$cases = [
    'required' => 'sslmode=require',
    'the right certificate' => "sslmode=verify-ca sslrootcert=$folder/server.crt",
    'another certificate' => "sslmode=verify-ca sslrootcert=$wrong",
    'a name that does not fit' => "host=elsewhere.invalid hostaddr=127.0.0.1 sslmode=verify-full sslrootcert=$folder/server.crt",
    'forbidden' => 'sslmode=disable',
];
foreach ($cases as $name => $option) {
    $ask = fn (PDO $pdo) => value($pdo, 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    $outcome = fn (callable $f) => preg_replace('/port \d+/', 'port', attempt($f) === 'PDOException' ? thrown($f)->getMessage() : attempt($f));
    $plain = $outcome(fn () => $ask(new PDO("$place $option")));
    $pdo = new PDO("$place $option", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]);
    $pooled = together(...array_fill(0, 3, fn () => $outcome(function () use ($pdo, $ask) {
        $statement = $pdo->query('SELECT pg_sleep(0.05)');
        return $ask($pdo);
    })));
    say($name, str_contains($plain, 'SQLSTATE') ? 'refused' : $plain, array_unique($pooled) === [$plain] ? 'three as plain' : [$plain, $pooled]);
}
echo "done\n";
?>
--EXPECT--
required: true | three as plain
the right certificate: true | three as plain
another certificate: refused | three as plain
a name that does not fit: refused | three as plain
forbidden: false | three as plain
done
