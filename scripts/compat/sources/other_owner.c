/* Another extension that has declared Async\Pool. */
#include "php.h"

static const zend_function_entry methods[] = {PHP_FE_END};

PHP_MINIT_FUNCTION(other_owner)
{
	zend_class_entry ce;
	INIT_NS_CLASS_ENTRY(ce, "Async", "Pool", methods);
	return zend_register_internal_class(&ce) ? SUCCESS : FAILURE;
}

zend_module_entry other_owner_module_entry = {STANDARD_MODULE_HEADER, "other_owner", NULL, PHP_MINIT(other_owner), NULL,
	NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};
ZEND_GET_MODULE(other_owner)
