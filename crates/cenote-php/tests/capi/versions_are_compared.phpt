--TEST--
SPEC 31.1: the same major version with this or a newer minor is accepted, anything else is refused
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

say("same", capi_check(1, 1));
say("older minor", capi_check(1, 0));
say("newer minor", capi_check(1, 7));
say("newer major", capi_check(2, 0));
say("older major", capi_check(0, 9));
say("not a table", capi_check(1, 1, false));
say("init", capi_init_error());
echo "done\n";
--EXPECT--
same: null
older minor: the pool API of the cenote that is loaded is older than this extension needs: update cenote
newer minor: null
newer major: the pool API of the cenote that is loaded is too new for this extension: update the extension
older major: the pool API of the cenote that is loaded is older than this extension needs: update cenote
not a table: the module cenote that is loaded has no pool API for other extensions: update cenote
init: null
done
