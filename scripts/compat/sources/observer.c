/* A zend_observer on every function: observed_calls() tells how many calls began and how many ended. */
#include "php.h"
#include "zend_observer.h"

static zend_long begun, ended;

static void begin(zend_execute_data *frame) { (void) frame; begun++; }
static void end(zend_execute_data *frame, zval *result) { (void) frame; (void) result; ended++; }

static zend_observer_fcall_handlers observe(zend_execute_data *frame)
{
	(void) frame;
	return (zend_observer_fcall_handlers) {begin, end};
}

ZEND_BEGIN_ARG_INFO_EX(arginfo, 0, 0, 0)
ZEND_END_ARG_INFO()

PHP_FUNCTION(observed_calls)
{
	array_init(return_value);
	add_next_index_long(return_value, begun);
	add_next_index_long(return_value, ended);
}

static const zend_function_entry exports[] = {PHP_FE(observed_calls, arginfo) PHP_FE_END};

PHP_MINIT_FUNCTION(observer)
{
	zend_observer_fcall_register(observe);
	return SUCCESS;
}

zend_module_entry observer_module_entry = {STANDARD_MODULE_HEADER, "observer", exports, PHP_MINIT(observer), NULL, NULL,
	NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};
ZEND_GET_MODULE(observer)
