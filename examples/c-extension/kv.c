/* Kv\Client: get() and set() on a key-value server. One object serves any number of coroutines. */
#include "kv_pool.h"
#include "ext/standard/info.h"

typedef struct {
	kv_pool kv;
	zend_object std;
} kv_client;

static zend_class_entry *client_class;
static zend_object_handlers client_handlers;

static kv_client *client_of(zend_object *object)
{
	return (kv_client *) ((char *) object - XtOffsetOf(kv_client, std));
}

static zend_object *client_create(zend_class_entry *ce)
{
	kv_client *client = zend_object_alloc(sizeof(kv_client), ce);
	zend_object_std_init(&client->std, ce);
	object_properties_init(&client->std, ce);
	client->std.handlers = &client_handlers;
	return &client->std;
}

static void client_free(zend_object *object)
{
	kv_pool_close(&client_of(object)->kv);
	zend_object_std_dtor(object);
}

/* The pool's strategies and wrapper may hold PHP objects: the collector sees them through us. */
static HashTable *client_gc(zend_object *object, zval **table, int *count)
{
	kv_client *client = client_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	if (client->kv.pool != NULL) {
		ZEND_ASYNC_POOL_GC(client->kv.pool, buffer);
	}
	zend_get_gc_buffer_use(buffer, table, count);
	return zend_std_get_properties(object);
}

static kv_pool *opened(zval *this)
{
	kv_pool *kv = &client_of(Z_OBJ_P(this))->kv;
	if (kv->pool == NULL) {
		zend_throw_error(NULL, "Kv\\Client has not been constructed");
		return NULL;
	}
	return kv;
}

static void run(INTERNAL_FUNCTION_PARAMETERS, uint32_t count, zend_string **words)
{
	kv_pool *kv = opened(ZEND_THIS);
	kv_connection *connection = kv != NULL ? kv_pool_connection(kv) : NULL;
	(void) execute_data;
	if (connection != NULL && !kv_command(connection, return_value, count, words)) {
		kv_pool_after_error(kv);
	}
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, address, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, max, IS_LONG, 0, "10")
ZEND_END_ARG_INFO()

/* new Kv\Client('tcp://127.0.0.1:6379', max: 20) */
static PHP_METHOD(Kv_Client, __construct)
{
	zend_string *address;
	zend_long max = 10;
	kv_client *client = client_of(Z_OBJ_P(ZEND_THIS));
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(address)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(max)
	ZEND_PARSE_PARAMETERS_END();
	if (client->kv.address != NULL) {
		zend_throw_error(NULL, "Kv\\Client::__construct() can be called only once");
		return;
	}
	kv_pool_open(&client->kv, &client->std, address, max);
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_get, 0, 1, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

static PHP_METHOD(Kv_Client, get)
{
	zend_string *words[2];
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(words[1])
	ZEND_PARSE_PARAMETERS_END();
	words[0] = zend_string_init("GET", 3, false);
	run(INTERNAL_FUNCTION_PARAM_PASSTHRU, 2, words);
	zend_string_release(words[0]);
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_set, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
ZEND_END_ARG_INFO()

static PHP_METHOD(Kv_Client, set)
{
	zend_string *words[3];
	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_STR(words[1])
		Z_PARAM_STR(words[2])
	ZEND_PARSE_PARAMETERS_END();
	words[0] = zend_string_init("SET", 3, false);
	run(INTERNAL_FUNCTION_PARAM_PASSTHRU, 3, words);
	zend_string_release(words[0]);
	zval_ptr_dtor(return_value);
	ZVAL_NULL(return_value);
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_call, 0, 1, IS_STRING, 1)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, words, IS_STRING, 0)
ZEND_END_ARG_INFO()

/* Any command that answers with a string, a number, or nothing. */
static PHP_METHOD(Kv_Client, call)
{
	zval *given;
	uint32_t count, i;
	zend_string **words;
	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_VARIADIC('+', given, count)
	ZEND_PARSE_PARAMETERS_END();
	words = safe_emalloc(count, sizeof(*words), 0);
	for (i = 0; i < count; i++) {
		words[i] = zval_get_string(&given[i]);
	}
	if (!EG(exception)) {
		run(INTERNAL_FUNCTION_PARAM_PASSTHRU, count, words);
	}
	while (i-- > 0) {
		zend_string_release(words[i]);
	}
	efree(words);
}

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_pool, 0, 0, Async\\Pool, 0)
ZEND_END_ARG_INFO()

/* For counts, stats() and the breaker. */
static PHP_METHOD(Kv_Client, pool)
{
	kv_pool *kv;
	zend_object *wrapper;
	ZEND_PARSE_PARAMETERS_NONE();
	kv = opened(ZEND_THIS);
	if (kv != NULL && (wrapper = ZEND_ASYNC_NEW_POOL_OBJ(kv->pool)) != NULL) {
		RETURN_OBJ(wrapper);
	}
}

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_first_ready, 0, 3, Kv\\Client, 1)
	ZEND_ARG_OBJ_INFO(0, one, Kv\\Client, 0)
	ZEND_ARG_OBJ_INFO(0, other, Kv\\Client, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
ZEND_END_ARG_INFO()

/* The first of two that has a connection to spare; null: neither has within so many ms. */
static PHP_METHOD(Kv_Client, firstReady)
{
	zval *clients[2];
	kv_pool *pools[2];
	zend_long timeout;
	int first;
	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_OBJECT_OF_CLASS(clients[0], client_class)
		Z_PARAM_OBJECT_OF_CLASS(clients[1], client_class)
		Z_PARAM_LONG(timeout)
	ZEND_PARSE_PARAMETERS_END();
	if ((pools[0] = opened(clients[0])) == NULL || (pools[1] = opened(clients[1])) == NULL) {
		return;
	}
	first = kv_pool_first_ready(pools, timeout);
	if (first >= 0) {
		RETURN_COPY(clients[first]);
	}
}

static const zend_function_entry client_methods[] = {
	PHP_ME(Kv_Client, __construct, arginfo_construct, ZEND_ACC_PUBLIC)
	PHP_ME(Kv_Client, get, arginfo_get, ZEND_ACC_PUBLIC)
	PHP_ME(Kv_Client, set, arginfo_set, ZEND_ACC_PUBLIC)
	PHP_ME(Kv_Client, call, arginfo_call, ZEND_ACC_PUBLIC)
	PHP_ME(Kv_Client, pool, arginfo_pool, ZEND_ACC_PUBLIC)
	PHP_ME(Kv_Client, firstReady, arginfo_first_ready, ZEND_ACC_PUBLIC | ZEND_ACC_STATIC)
	PHP_FE_END
};

static PHP_MINIT_FUNCTION(kv)
{
	zend_class_entry ce;
	(void) type;
	(void) module_number;
	INIT_CLASS_ENTRY(ce, "Kv\\Client", client_methods);
	client_class = zend_register_internal_class(&ce);
	client_class->create_object = client_create;
	client_class->ce_flags |= ZEND_ACC_NO_DYNAMIC_PROPERTIES | ZEND_ACC_NOT_SERIALIZABLE | ZEND_ACC_FINAL;
	memcpy(&client_handlers, &std_object_handlers, sizeof(client_handlers));
	client_handlers.offset = XtOffsetOf(kv_client, std);
	client_handlers.free_obj = client_free;
	client_handlers.get_gc = client_gc;
	client_handlers.clone_obj = NULL;
	if (ZEND_ASYNC_POOL_INIT() == FAILURE) {
		php_error_docref(NULL, E_WARNING, "kv: %s", ZEND_ASYNC_POOL_INIT_ERROR());
	}
	return SUCCESS;
}

static const zend_module_dep dependencies[] = {
	ZEND_MOD_OPTIONAL("cenote")
	ZEND_MOD_END
};

zend_module_entry kv_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
	"kv", NULL, PHP_MINIT(kv), NULL, NULL, NULL, NULL, "1.0",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(kv)
