--TEST--
SPEC 50.2: another user, password, option of the driver, ATTR_POOL_INIT or name is another pool; what PDO keeps by itself is not
--FILE--
<?php
require __DIR__ . '/served.inc';
$file = database(TABLE);
$served = new Served();
$made = fn(string $user, string $password, string $options) => $served->page(
    '$pdo = new PDO(' . var_export("sqlite:$file", true) . ", $user, $password, $options + " . KEPT . ');
    echo name_of($pdo);'
);
$first = $made("'u'", "'p'", '[]');
say('the same', $made("'u'", "'p'", '[]') === $first);
$others = [
    'user' => ["'v'", "'p'", '[]'],
    'password' => ["'u'", "'q'", '[]'],
    'no password' => ["'u'", 'null', '[]'],
    'driver option' => ["'u'", "'p'", '[PDO::ATTR_TIMEOUT => 7]'],
    'name' => ["'u'", "'p'", "[PDO::ATTR_POOL_PERSISTENT => 'reports']"],
    'INIT' => ["'u'", "'p'", "[PDO::ATTR_POOL_INIT => 'CREATE TEMP TABLE me AS SELECT hex(randomblob(9)) AS name']"],
];
foreach ($others as $what => $arguments) {
    say($what, $made(...$arguments) === $first, $made(...$arguments) === $made(...$arguments));
}
say('fetch mode', $made("'u'", "'p'", '[PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM]') === $first);
say('size', $made("'u'", "'p'", '[PDO::ATTR_POOL_MAX => 3]') === $first);
say('in phpinfo()', preg_match_all("~reports|\\bq\\b~", $served->page('ob_start(); phpinfo(INFO_MODULES); preg_match("~persistent pools.*~", ob_get_clean(), $line); echo $line[0];')));
echo "done\n";
--EXPECT--
the same: true
user: false | true
password: false | true
no password: false | true
driver option: false | true
name: false | true
INIT: false | true
fetch mode: true
size: true
in phpinfo(): 1
done
