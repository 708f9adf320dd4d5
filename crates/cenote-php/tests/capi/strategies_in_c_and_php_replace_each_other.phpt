--TEST--
SPEC 31.4, 14.7, 14.10: a C strategy is told and asked; a PHP one replaces it and gets the wrapper; and back
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$log = [];
$accept = true;
$note = function (string $what) use (&$log): Closure {
    return function (?Throwable $error = null) use ($what, &$log): bool {
        $log[] = $what . ($error ? " " . get_class($error) : "");
        return true;
    };
};
$pool = capi_new(["max" => 1], ["beforeRelease" => function () use (&$accept): bool { return $accept; }]);
capi_strategy($pool, array_combine($k = ["success", "failure", "createFailure", "recover", "dtor"], array_map($note, $k)));
capi_release($pool, capi_acquire($pool));
$accept = false;
capi_release($pool, capi_acquire($pool));
capi_set_state($pool, 1);
$thing = capi_acquire($pool);
say("in C", $log, capi_info($pool)["state"]);
$php = new class implements Async\CircuitBreakerStrategy {
    public array $log = [];
    public function reportSuccess(mixed $source): void { $this->log[] = get_class($source) . " " . $source->count(); }
    public function reportFailure(mixed $source, Throwable $error): void { $this->log[] = $error->getMessage(); }
};
$log = [];
capi_wrapper($pool)->setCircuitBreakerStrategy($php);
say("replaced", $log);
capi_release($pool, $thing);
capi_set_state($pool, 0);
$accept = true;
capi_release($pool, capi_acquire($pool));
say("in PHP", $php->log);
capi_strategy($pool, ["success" => $note("again"), "dtor" => $note("end")]);
capi_release($pool, capi_acquire($pool));
capi_strategy($pool, null);
capi_release($pool, capi_acquire($pool));
say("back", $log, count($php->log));
echo "done\n";
--EXPECT--
in C: ["success","failure","recover"] | 2
replaced: ["dtor"]
in PHP: ["Resource validation failed","Async\\Pool 1"]
back: ["dtor","again","end"] | 2
done
