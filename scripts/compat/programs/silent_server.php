<?php
// A client of scripts/compat/clients.sh on a server that accepts and says nothing. First line: "fine" if others ran all the while, else
// "blocks"; then how the call ended, by its own time limit (about 500 ms, or a second where it knows no shorter one) and cancelled.

// waits: php-amqp, php-gearman, php-ldap, php-memcached, php-mongodb, php-soap, php-ssh2, php-stomp | lets others run | yes

declare(strict_types=1);

use function Async\{await, delay, spawn, timeout};

// A connection is made as soon as it is in the queue of this socket, and nobody ever takes it out.
$server = stream_socket_server('tcp://127.0.0.1:0', $code, $message);
[$host, $port] = explode(':', stream_socket_get_name($server, false));
$port = (int) $port;
ini_set('default_socket_timeout', '1');
set_error_handler(fn (): bool => true);

$calls = [
    'memcached' => function () use ($host, $port): mixed {
        $client = new Memcached;
        $client->setOptions([Memcached::OPT_CONNECT_TIMEOUT => 500, Memcached::OPT_POLL_TIMEOUT => 500,
            Memcached::OPT_SEND_TIMEOUT => 500_000, Memcached::OPT_RECV_TIMEOUT => 500_000]);
        $client->addServer($host, $port);
        return [$client->get('key'), $client->getResultMessage()];
    },
    'mongodb' => fn (): mixed => (new MongoDB\Driver\Manager("mongodb://$host:$port/?serverSelectionTimeoutMS=500&connectTimeoutMS=500&socketTimeoutMS=500&appName=" . uniqid()))
        ->executeCommand('db', new MongoDB\Driver\Command(['ping' => 1])),
    'amqp' => fn (): mixed => (new AMQPConnection(['host' => $host, 'port' => $port, 'connect_timeout' => 0.5, 'read_timeout' => 0.5,
        'write_timeout' => 0.5, 'rpc_timeout' => 0.5]))->connect(),
    'ldap' => function () use ($host, $port): mixed {
        $client = ldap_connect("ldap://$host:$port");
        ldap_set_option($client, LDAP_OPT_PROTOCOL_VERSION, 3);
        ldap_set_option($client, LDAP_OPT_NETWORK_TIMEOUT, 1);
        ldap_set_option($client, LDAP_OPT_TIMEOUT, 1);
        return [ldap_bind($client, 'cn=somebody', 'secret'), ldap_error($client)];
    },
    'soap' => fn (): mixed => (new SoapClient(null, ['location' => "http://$host:$port/", 'uri' => 'urn:x', 'connection_timeout' => 1]))->call(),
    'ssh2' => fn (): mixed => ssh2_connect($host, $port),
    'gearman' => function () use ($host, $port): mixed {
        $client = new GearmanClient;
        $client->addServer($host, $port);
        $client->setTimeout(500);
        return [$client->doNormal('work', 'text'), $client->error()];
    },
    'stomp' => fn (): mixed => new Stomp("tcp://$host:$port"),
];
ini_set('stomp.default_connection_timeout_sec', '1');
ini_set('stomp.default_read_timeout_sec', '1');
$call = $calls[$argv[1]];

$longest = 0;
$ticks = 0;
$ticker = spawn(function () use (&$longest, &$ticks): void {
    for ($last = hrtime(true); ; $last = $now, $ticks++) {
        delay(2);
        $now = hrtime(true);
        $longest = max($longest, $now - $last);
    }
});
$end = function (Async\Coroutine $coroutine) use (&$begin): string {
    try {
        $how = json_encode(await($coroutine));
    } catch (Async\AsyncCancellation) {
        $how = 'cancelled';
    } catch (Throwable $error) {
        $how = $error::class . ': ' . $error->getMessage();
    }
    return sprintf('%s after %d ms', $how, (hrtime(true) - $begin) / 1e6);
};

delay(20);
// Anew if the machine stood still meanwhile.
for ($tries = 0; $tries < 5; $tries++) {
    $longest = $ticks = 0;
    $begin = hrtime(true);
    $coroutine = spawn($call);
    try {
        await($coroutine, timeout(5000));
    } catch (Throwable) {
    }
    $limited = $coroutine->isCompleted();
    $first = $limited ? $end($coroutine) : 'knows no time limit here';
    $coroutine->cancel();
    $span = hrtime(true) - $begin;
    // Half of the time in one piece, and it was the client that stood there.
    if ($longest < $span / 4 && $ticks > 10) {
        break;
    }
}
$begin = hrtime(true);
$coroutine = spawn($call);
delay(100);
$coroutine->cancel();
$second = $end($coroutine);
$ticker->cancel();
echo $longest < $span / 4 && $ticks > 10 ? "fine\n" : sprintf("blocks for %d ms\n", $longest / 1e6);
echo "alone: $first\n";
echo "cancelled after 100 ms: $second\n";
exit(0);
