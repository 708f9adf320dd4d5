--TEST--
SPEC 31.7, 15.1: the script ends while coroutines wait inside the extension: everything is taken down
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$pool = capi_new(["max" => 1], ["destructor" => function (int $id): void { echo "destructor $id\n"; }]);
$thing = capi_acquire($pool);
for ($i = 0; $i < 3; $i++) {
    Async\spawn(function () use ($pool): void { try { capi_acquire($pool); } catch (Throwable $e) { echo get_class($e), "\n"; throw $e; } });
}
Async\spawn(function (): void { Async\suspend(); echo "exit\n"; exit(0); });
Async\suspend();
echo "main\n";
echo "done\n";
--EXPECT--
main
done
exit
