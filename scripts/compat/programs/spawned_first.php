<?php
// Comes before each of PHP's own tests (scripts/compat/php-tests.sh --waits): from here on there are coroutines. Nothing of this one
// is left, so that objects have the numbers that they would have without it.
if (function_exists('Async\spawn')) {
    Async\await(Async\spawn('abs', 1));
}
