--TEST--
SPEC 39.7: request_context() is null
--FILE--
<?php
var_dump(Async\request_context(), Async\await(Async\spawn(Async\request_context(...))));
?>
--EXPECT--
NULL
NULL
