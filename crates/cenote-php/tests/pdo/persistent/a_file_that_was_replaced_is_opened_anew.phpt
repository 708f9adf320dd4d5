--TEST--
SPEC 50.14: a kept connection of SQLite is not used if its file was replaced, moved or removed, or if its path leads elsewhere meanwhile
--FILE--
<?php
require __DIR__ . '/served.inc';
// PHP itself remembers where links lead, for plain objects as well.
$served = new Served(['realpath_cache_size' => '0']);
$fill = function (string $file, string $v): string {
    $pdo = new PDO("sqlite:$file");
    $pdo->exec(TABLE);
    $pdo->exec("INSERT INTO t VALUES (1, '$v')");
    return $file;
};
$page = fn(string $path, string $more = '') => $served->page('$pdo = new PDO(' . var_export("sqlite:$path", true) . ', null, null, [PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_PERSISTENT => true]); ' . $more . '
    try { echo value($pdo, "SELECT v FROM t"); } catch (PDOException $e) { echo $e->errorInfo[2]; }
    ["adopted" => $adopted, "broken" => $broken] = $pdo->getPool()->stats()["process"]; echo " $adopted adopted $broken broken";');

foreach (['path' => fn(string $file) => $file, 'URI' => fn(string $file) => "file://$file?cache=private", 'encoded URI' => fn(string $file) => 'file:' . str_replace('-', '%2D', $file)] as $kind => $dsn) {
    $file = $fill(temporary('.db'), 'first');
    $dsn = $dsn($file);
    say($kind, $page($dsn), $page($dsn), $page($dsn));
    rename($fill(temporary('.db'), 'replaced'), $file);
    say('replaced', $page($dsn), $page($dsn));
    unlink($file);
    say('removed', $page($dsn));
    unlink($file);
    $fill($file, 'new');
    say('made anew', $page($dsn), $page($dsn));
    rename($file, $moved = temporary('.db'));
    $fill($file, 'after the move');
    say('moved', $page($dsn), $page($dsn));
    unlink($moved);
}

// A deployment leads a link elsewhere; the former file stays.
$link = temporary('.link');
$first = $fill(temporary('.db'), 'version 1');
$second = $fill(temporary('.db'), 'version 2');
symlink($first, $link);
say('link', $page($link), $page($link));
unlink($link);
symlink($second, $link);
say('leads elsewhere', $page($link), $page($link));
unlink($link);
// The folder may be what changes.
mkdir($one = temporary('.one'));
mkdir($two = temporary('.two'));
$fill("$one/x.db", 'folder 1');
$fill("$two/x.db", 'folder 2');
symlink($one, $link);
say('folder', $page("$link/x.db"), $page("$link/x.db"));
unlink($link);
symlink($two, $link);
say('another one', $page("$link/x.db"), $page("$link/x.db"));
unlink($link);
say('relative', $page('x.db', "chdir('$one'); \$pdo = new PDO('sqlite:x.db', null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true]);"),
    $page('x.db', "chdir('$one'); \$pdo = new PDO('sqlite:x.db', null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true]);"));
foreach ([$one, $two] as $folder) {
    unlink("$folder/x.db");
    rmdir($folder);
}
$served->stop();

// It is what a plain object opens at that moment.
$served = new Served();
$both = fn() => $served->page("\$value = fn(array \$options) => value(new PDO('sqlite:$link', null, null, \$options), 'SELECT v FROM t');
    echo \$value([]) === \$value([PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true]) ? 'as plain PDO' : 'NOT';");
foreach ([$first, $second, $first] as $target) {
    symlink($target, $link);
    say('remembered link', $both(), $both());
    unlink($link);
}
$served->stop();
echo "done\n";
--EXPECT--
path: first 0 adopted 0 broken | first 1 adopted 0 broken | first 2 adopted 0 broken
replaced: replaced 2 adopted 1 broken | replaced 3 adopted 1 broken
removed: no such table: t 3 adopted 2 broken
made anew: new 3 adopted 3 broken | new 4 adopted 3 broken
moved: after the move 4 adopted 4 broken | after the move 5 adopted 4 broken
URI: first 0 adopted 0 broken | first 1 adopted 0 broken | first 2 adopted 0 broken
replaced: replaced 2 adopted 1 broken | replaced 3 adopted 1 broken
removed: no such table: t 3 adopted 2 broken
made anew: new 3 adopted 3 broken | new 4 adopted 3 broken
moved: after the move 4 adopted 4 broken | after the move 5 adopted 4 broken
encoded URI: first 0 adopted 0 broken | first 1 adopted 0 broken | first 2 adopted 0 broken
replaced: replaced 2 adopted 1 broken | replaced 3 adopted 1 broken
removed: no such table: t 3 adopted 2 broken
made anew: new 3 adopted 3 broken | new 4 adopted 3 broken
moved: after the move 4 adopted 4 broken | after the move 5 adopted 4 broken
link: version 1 0 adopted 0 broken | version 1 1 adopted 0 broken
leads elsewhere: version 2 1 adopted 1 broken | version 2 2 adopted 1 broken
folder: folder 1 0 adopted 0 broken | folder 1 1 adopted 0 broken
another one: folder 2 1 adopted 1 broken | folder 2 2 adopted 1 broken
relative: folder 1 0 adopted 0 broken | folder 1 1 adopted 0 broken
remembered link: as plain PDO | as plain PDO
remembered link: as plain PDO | as plain PDO
remembered link: as plain PDO | as plain PDO
done
