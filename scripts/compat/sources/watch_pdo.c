/*
 * What monitoring agents do: it puts a handler of its own over methods of PDO and PDOStatement, counts the calls and passes
 * them on. watch_pdo_calls() tells the count, and module shutdown puts the originals back.
 */
#include "php.h"

#define METHODS 4

static const char *const classes[METHODS] = {"pdo", "pdo", "pdo", "pdostatement"};
static const char *const names[METHODS] = {"__construct", "query", "exec", "execute"};
static zend_function *functions[METHODS];
static zif_handler originals[METHODS];
static zend_long calls[METHODS];

#define WATCH(n) static void watch_##n(INTERNAL_FUNCTION_PARAMETERS) \
	{ calls[n]++; originals[n](INTERNAL_FUNCTION_PARAM_PASSTHRU); }
WATCH(0) WATCH(1) WATCH(2) WATCH(3)
static const zif_handler watchers[METHODS] = {watch_0, watch_1, watch_2, watch_3};

ZEND_BEGIN_ARG_INFO_EX(arginfo, 0, 0, 0)
ZEND_END_ARG_INFO()

PHP_FUNCTION(watch_pdo_calls)
{
	array_init(return_value);
	for (int i = 0; i < METHODS; i++) {
		add_assoc_long(return_value, names[i], calls[i]);
	}
}

static const zend_function_entry exports[] = {PHP_FE(watch_pdo_calls, arginfo) PHP_FE_END};

PHP_MINIT_FUNCTION(watch_pdo)
{
	for (int i = 0; i < METHODS; i++) {
		zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), classes[i], strlen(classes[i]));
		functions[i] = zend_hash_str_find_ptr(&ce->function_table, names[i], strlen(names[i]));
		originals[i] = functions[i]->internal_function.handler;
		functions[i]->internal_function.handler = watchers[i];
	}
	return SUCCESS;
}

PHP_MSHUTDOWN_FUNCTION(watch_pdo)
{
	for (int i = 0; i < METHODS; i++) {
		functions[i]->internal_function.handler = originals[i];
	}
	return SUCCESS;
}

zend_module_entry watch_pdo_module_entry = {STANDARD_MODULE_HEADER, "watch_pdo", exports, PHP_MINIT(watch_pdo),
	PHP_MSHUTDOWN(watch_pdo), NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};
ZEND_GET_MODULE(watch_pdo)
