#include "kv_pool.h"

#define FAILURES_TO_TRIP 3
#define SECONDS_TO_REST 1

typedef struct {
	kv_pool *kv;
	zend_object *owner;
	zend_ulong coroutine;
	kv_connection *connection; /* NULL: given back before the end, after an error */
} kv_binding;

/* --- what the pool asks of us. The resource is a pointer, so PHP code never sees it. */

static bool make(zend_async_pool_t *pool, zval *result)
{
	kv_pool *kv = ZEND_ASYNC_POOL_USER_DATA(pool);
	kv_connection *connection = kv_connect(kv->address);
	if (connection == NULL) {
		return false;
	}
	kv->failures = 0;
	ZVAL_PTR(result, connection);
	return true;
}

static void destroy(zend_async_pool_t *pool, zval *resource)
{
	(void) pool;
	kv_disconnect(Z_PTR_P(resource));
}

/* Now and then, while it is idle: a round trip. */
static bool check_health(zend_async_pool_t *pool, zval *resource)
{
	zend_string *ping = zend_string_init("PING", 4, false);
	zval answer;
	bool alive;
	(void) pool;
	ZVAL_UNDEF(&answer);
	alive = kv_command(Z_PTR_P(resource), &answer, 1, &ping);
	zval_ptr_dtor(&answer);
	zend_string_release(ping);
	return alive;
}

/* At each hand-out: only a look at the socket. */
static bool is_good(zend_async_pool_t *pool, zval *resource)
{
	(void) pool;
	return kv_is_open(Z_PTR_P(resource));
}

/* At each return. */
static bool is_clean(zend_async_pool_t *pool, zval *resource)
{
	kv_connection *connection = Z_PTR_P(resource);
	(void) pool;
	return !connection->broken;
}

/* --- the circuit breaker: three connects that fail in a row open it, for a second. */

static void connect_failed(zend_async_pool_t *pool, zend_object *error, void *ctx)
{
	kv_pool *kv = ctx;
	(void) error;
	if (++kv->failures >= FAILURES_TO_TRIP) {
		kv->tripped = time(NULL);
		ZEND_ASYNC_POOL_SET_STATE(pool, ZEND_ASYNC_CIRCUIT_INACTIVE);
	}
}

static bool has_rested(zend_async_pool_t *pool, void *ctx)
{
	kv_pool *kv = ctx;
	(void) pool;
	return time(NULL) - kv->tripped >= SECONDS_TO_REST;
}

static void succeeded(zend_async_pool_t *pool, void *ctx)
{
	(void) ctx;
	if (ZEND_ASYNC_POOL_STATE(pool) == ZEND_ASYNC_CIRCUIT_RECOVERING) {
		ZEND_ASYNC_POOL_SET_STATE(pool, ZEND_ASYNC_CIRCUIT_ACTIVE);
	}
}

/* --- opening and closing */

bool kv_pool_open(kv_pool *kv, zend_object *owner, zend_string *address, zend_long max)
{
	zend_async_pool_options_t options = ZEND_ASYNC_POOL_OPTIONS_INIT;
	zend_async_circuit_breaker_strategy_t breaker = {succeeded, NULL, has_rested, NULL, kv, connect_failed};

	kv->owner = owner;
	kv->address = zend_string_copy(address);
	zend_hash_init(&kv->bound, 8, NULL, NULL, false);
	options.factory = make;
	options.destructor = destroy;
	options.healthcheck = check_health;
	options.healthcheck_interval = 30000;
	options.before_acquire = is_good;
	options.before_release = is_clean;
	options.max = max;
	options.user_data = kv;
	kv->pool = ZEND_ASYNC_NEW_POOL_EX(&options);
	if (kv->pool == NULL) {
		return false;
	}
	ZEND_ASYNC_POOL_SET_STRATEGY(kv->pool, &breaker);
	return true;
}

void kv_pool_close(kv_pool *kv)
{
	if (kv->address == NULL) {
		return;
	}
	if (kv->pool != NULL) {
		ZEND_ASYNC_POOL_DELREF(kv->pool);
	}
	zend_hash_destroy(&kv->bound);
	zend_string_release(kv->address);
}

/* --- one connection for each coroutine, from its first command to its end */

static void give_back(kv_binding *binding)
{
	zval resource;
	if (binding->connection != NULL) {
		ZVAL_PTR(&resource, binding->connection);
		binding->connection = NULL;
		ZEND_ASYNC_POOL_RELEASE(binding->kv->pool, &resource);
	}
}

static void coroutine_ended(void *data)
{
	kv_binding *binding = data;
	zend_object *owner = binding->owner;
	zend_hash_index_del(&binding->kv->bound, binding->coroutine);
	give_back(binding);
	efree(binding);
	OBJ_RELEASE(owner);
}

static kv_binding *binding_of_coroutine(kv_pool *kv)
{
	zend_ulong coroutine = (zend_ulong) ZEND_ASYNC_COROUTINE_ID();
	kv_binding *binding = zend_hash_index_find_ptr(&kv->bound, coroutine);
	if (binding == NULL) {
		binding = emalloc(sizeof(*binding));
		binding->kv = kv;
		binding->owner = kv->owner;
		binding->coroutine = coroutine;
		binding->connection = NULL;
		if (!ZEND_ASYNC_AT_COROUTINE_END(coroutine_ended, binding)) {
			efree(binding);
			zend_throw_error(NULL, "kv: the request is over");
			return NULL;
		}
		/* The hook works on the client, so it keeps it. */
		GC_ADDREF(binding->owner);
		zend_hash_index_add_ptr(&kv->bound, coroutine, binding);
	}
	return binding;
}

kv_connection *kv_pool_connection(kv_pool *kv)
{
	zval resource;
	kv_binding *binding = binding_of_coroutine(kv);
	if (binding == NULL) {
		return NULL;
	}
	if (binding->connection == NULL && ZEND_ASYNC_POOL_ACQUIRE(kv->pool, &resource, 0)) {
		binding->connection = Z_PTR(resource);
	}
	return binding->connection;
}

void kv_pool_after_error(kv_pool *kv)
{
	kv_binding *binding = zend_hash_index_find_ptr(&kv->bound, (zend_ulong) ZEND_ASYNC_COROUTINE_ID());
	if (binding != NULL && binding->connection != NULL && binding->connection->broken) {
		give_back(binding);
	}
}

/* --- which of several pools has a connection first */

int kv_pool_first_ready(kv_pool *const *pools, zend_long timeout)
{
	zend_async_event_t *events[2];
	zend_long first = ZEND_ASYNC_WAIT_FAILED;

	events[0] = ZEND_ASYNC_POOL_EVENT(pools[0]->pool, ZEND_ASYNC_POOL_EVENT_FREE);
	events[1] = ZEND_ASYNC_POOL_EVENT(pools[1]->pool, ZEND_ASYNC_POOL_EVENT_FREE);
	if (events[0] != NULL && events[1] != NULL) {
		first = ZEND_ASYNC_WAIT(events, 2, timeout);
		ZEND_ASYNC_EVENT_DISPOSE(events[0]);
		ZEND_ASYNC_EVENT_DISPOSE(events[1]);
	}
	return (int) first;
}
