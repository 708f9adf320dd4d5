/* In the name of an extension that schedules coroutines of its own. */
#include "php.h"

zend_module_entry other_scheduler_module_entry = {STANDARD_MODULE_HEADER, "swoole", NULL, NULL, NULL, NULL, NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES};
ZEND_GET_MODULE(other_scheduler)
