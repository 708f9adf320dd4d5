/*
 * Pooling for programs that do not ask for it, so that PHP's own tests of PDO can be run over a pool. The only place where
 * this exists is this test extension: cenote itself has no setting that switches pooling on behind a program's back.
 *
 * force_pool.drivers (php.ini) names the drivers, separated by commas. PDO's constructor then gets
 * PDO::ATTR_POOL_ENABLED => true as if the program had written it, unless it says something about pooling itself.
 * "sqlite::memory:" cannot be pooled (SPEC 26.1); it becomes a shared memory database of its own, which can.
 * force_pool.eager has the constructor connect (ATTR_POOL_MIN 1), keeps 64 statements for each connection, and takes
 * PDO::ATTR_PERSISTENT away, so that less is refused or seen late and more of the pool is used.
 */
#include "php.h"
#include "php_ini.h"
#include "ext/pdo/php_pdo_driver.h"

enum { DSN = 1, OPTIONS = 4 };

static zend_function *constructor;
static zif_handler original;
static zend_long enabled, minimum, cache_size;
static zend_ulong databases;

PHP_INI_BEGIN()
	PHP_INI_ENTRY("force_pool.drivers", "", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("force_pool.eager", "0", PHP_INI_SYSTEM, NULL)
PHP_INI_END()

static bool is_forced(zend_string *dsn)
{
	const char *wanted = INI_STR("force_pool.drivers");
	const char *colon = memchr(ZSTR_VAL(dsn), ':', ZSTR_LEN(dsn));
	size_t length = colon ? (size_t) (colon - ZSTR_VAL(dsn)) : 0;
	while (length && wanted && *wanted) {
		size_t word = strcspn(wanted, ",");
		if (word == length && !memcmp(wanted, ZSTR_VAL(dsn), length)) {
			return true;
		}
		wanted += word + (wanted[word] == ',');
	}
	return false;
}

/* A running call of an internal function is the last thing on the engine's stack, so its arguments can grow in place. */
static bool have_all_arguments(zend_execute_data *call)
{
	uint32_t given = ZEND_CALL_NUM_ARGS(call);
	if (given >= OPTIONS) {
		return true;
	}
	uint32_t more = OPTIONS - given;
	if (EG(vm_stack_top) != ZEND_CALL_VAR_NUM(call, given) || (size_t) (EG(vm_stack_end) - EG(vm_stack_top)) <= more) {
		return false;
	}
	EG(vm_stack_top) += more;
	for (uint32_t number = given + 1; number <= OPTIONS; number++) {
		ZVAL_NULL(ZEND_CALL_ARG(call, number));
	}
	ZEND_CALL_NUM_ARGS(call) = OPTIONS;
	return true;
}

static void add_option(zend_execute_data *call)
{
	if (ZEND_CALL_NUM_ARGS(call) < DSN || Z_TYPE_P(ZEND_CALL_ARG(call, DSN)) != IS_STRING) {
		return;
	}
	zval *dsn = ZEND_CALL_ARG(call, DSN);
	if (!is_forced(Z_STR_P(dsn))) {
		return;
	}
	if (!have_all_arguments(call)) {
		zend_error(E_ERROR, "force_pool: no room for the options");
	}
	zval *options = ZEND_CALL_ARG(call, OPTIONS), *given = options, forced;
	ZVAL_DEREF(given);
	if (Z_TYPE_P(given) == IS_ARRAY) {
		ZVAL_ARR(&forced, zend_array_dup(Z_ARRVAL_P(given)));
	} else if (Z_TYPE_P(given) == IS_NULL) {
		array_init(&forced);
	} else {
		return;
	}
	zval yes, number;
	ZVAL_TRUE(&yes);
	zend_hash_index_add(Z_ARRVAL(forced), enabled, &yes);
	if (INI_BOOL("force_pool.eager")) {
		ZVAL_LONG(&number, 1);
		zend_hash_index_add(Z_ARRVAL(forced), minimum, &number);
		ZVAL_LONG(&number, 64);
		zend_hash_index_add(Z_ARRVAL(forced), cache_size, &number);
		zend_hash_index_del(Z_ARRVAL(forced), PDO_ATTR_PERSISTENT);
	}
	zval_ptr_dtor(options);
	ZVAL_COPY_VALUE(options, &forced);
	if (zend_string_equals_literal(Z_STR_P(dsn), "sqlite::memory:")) {
		zend_string *shared = zend_strpprintf(0, "sqlite:file:forced-" ZEND_ULONG_FMT "?mode=memory&cache=shared", ++databases);
		zval_ptr_dtor(dsn);
		ZVAL_STR(dsn, shared);
	}
}

static void force_pool_construct(INTERNAL_FUNCTION_PARAMETERS)
{
	add_option(execute_data);
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static bool find_constant(zend_class_entry *pdo, const char *name, zend_long *number)
{
	zend_class_constant *constant = zend_hash_str_find_ptr(&pdo->constants_table, name, strlen(name));
	if (constant) {
		*number = Z_LVAL(constant->value);
	}
	return constant != NULL;
}

PHP_MINIT_FUNCTION(force_pool)
{
	REGISTER_INI_ENTRIES();
	zend_class_entry *pdo = zend_hash_str_find_ptr(CG(class_table), "pdo", sizeof("pdo") - 1);
	if (!pdo || !find_constant(pdo, "ATTR_POOL_ENABLED", &enabled) || !find_constant(pdo, "ATTR_POOL_MIN", &minimum)
			|| !find_constant(pdo, "ATTR_POOL_STMT_CACHE_SIZE", &cache_size)) {
		zend_error(E_CORE_ERROR, "force_pool must be loaded after cenote and PDO");
		return FAILURE;
	}
	constructor = pdo->constructor;
	original = constructor->internal_function.handler;
	constructor->internal_function.handler = force_pool_construct;
	return SUCCESS;
}

PHP_MSHUTDOWN_FUNCTION(force_pool)
{
	constructor->internal_function.handler = original;
	UNREGISTER_INI_ENTRIES();
	return SUCCESS;
}

zend_module_entry force_pool_module_entry = {STANDARD_MODULE_HEADER, "force_pool", NULL, PHP_MINIT(force_pool),
	PHP_MSHUTDOWN(force_pool), NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};
ZEND_GET_MODULE(force_pool)
