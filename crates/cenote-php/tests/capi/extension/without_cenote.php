<?php
// An extension that cannot use cenote: it says why, and every call throws instead of crashing.
echo capi_init_error(), "\n";
try {
    capi_new(['max' => 2]);
} catch (Error $error) {
    echo get_class($error), ': ', $error->getMessage(), "\n";
}
echo "done\n";
