--TEST--
SPEC 30.11: a coroutine's buffer that cannot be removed is written out at its end, without a notice
--FILE--
<?php
use function Async\{await, spawn};

set_error_handler(function (int $level, string $text) {
    fwrite(STDOUT, "told: $text\n");
    return true;
});
await(spawn(function () {
    ob_start(null, 0, 0);
    echo "from a buffer with no permissions\n";
}));
echo "done\n";
?>
--EXPECT--
from a buffer with no permissions
done
