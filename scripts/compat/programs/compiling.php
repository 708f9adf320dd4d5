<?php
// Two coroutines compile code of which PHP warns, and the error handler would wait.
use function Async\{await_all, spawn, suspend};

set_error_handler(function (): bool {
    try {
        suspend();
        echo 'waited ';
    } catch (Error) {
        echo 'refused ';
    }
    return true;
});
$file = sys_get_temp_dir() . '/cenote-compiled-' . getmypid() . '.php';
$compile = function (string $name) use ($file): string {
    $code = "function $name(\$a = 1, \$b) {} return '$name';";
    file_put_contents("$file-$name", "<?php $code");
    $included = include "$file-$name";
    unlink("$file-$name");
    return $included . eval(str_replace($name, "more_$name", $code));
};
[$values] = await_all([spawn($compile, 'one'), spawn($compile, 'two')]);
echo json_encode($values), "\n";
if (function_exists('token_get_all')) {
    $tokens = fn(): int => count(token_get_all('<?php $a = (boolean) 1;', TOKEN_PARSE));
    echo json_encode(await_all([spawn($tokens), spawn($tokens)])[0]), "\n";
}
