/* Uses every macro of the header once, for the compiler's eyes only. */
#include "zend_async_pool.h"

static bool make(zend_async_pool_t *pool, zval *result)
{
	ZVAL_PTR(result, pool);
	return true;
}

static void hook(void *data) { (void) data; }

static void callback(zend_async_event_t *event, void *data)
{
	(void) event;
	(void) data;
}

void use_everything(zend_get_gc_buffer *buffer);
void use_everything(zend_get_gc_buffer *buffer)
{
	zval resource;
	zend_async_circuit_breaker_strategy_t strategy = {
		ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO,
		ZEND_ASYNC_POOL_ZERO
	};
	zend_async_pool_options_t options = ZEND_ASYNC_POOL_OPTIONS_INIT;
	zend_async_pool_t *pool;
	if (ZEND_ASYNC_POOL_INIT() == FAILURE && ZEND_ASYNC_POOL_INIT_ERROR() != ZEND_ASYNC_POOL_ZERO) {
		return;
	}
	options.factory = make;
	pool = ZEND_ASYNC_NEW_POOL_EX(&options);
	pool = ZEND_ASYNC_NEW_POOL(make, ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO,
		ZEND_ASYNC_POOL_ZERO, 0, 1, 0);
	pool = ZEND_ASYNC_NEW_POOL(make, ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO,
		ZEND_ASYNC_POOL_ZERO, 0, 1, 0, &options);
	(void) ZEND_ASYNC_NEW_POOL_OBJ(pool);
	if (ZEND_ASYNC_POOL_ACQUIRE(pool, &resource, ZEND_ASYNC_POOL_TIMEOUT_OF_POOL)) {
		(void) ZEND_ASYNC_POOL_RELEASE(pool, &resource);
	}
	(void) ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, &resource);
	ZEND_ASYNC_POOL_SET_STRATEGY(pool, &strategy);
	ZEND_ASYNC_POOL_SET_STATE(pool, ZEND_ASYNC_CIRCUIT_RECOVERING);
	ZEND_ASYNC_POOL_ADDREF(pool);
	ZEND_ASYNC_POOL_GC(pool, buffer);
	(void) ZEND_ASYNC_POOL_MIN(pool);
	(void) ZEND_ASYNC_POOL_COUNT(pool);
	(void) ZEND_ASYNC_POOL_IDLE_COUNT(pool);
	(void) ZEND_ASYNC_POOL_ACTIVE_COUNT(pool);
	(void) ZEND_ASYNC_POOL_WAITING_COUNT(pool);
	(void) ZEND_ASYNC_POOL_STATE(pool);
	(void) ZEND_ASYNC_POOL_IS_CLOSED(pool);
	(void) ZEND_ASYNC_POOL_USER_DATA(pool);
	(void) ZEND_ASYNC_COROUTINE_ID();
	(void) ZEND_ASYNC_AT_COROUTINE_END(hook, ZEND_ASYNC_POOL_ZERO);
	if (ZEND_ASYNC_HAS_EVENTS()) {
		zend_async_event_t *events[2];
		uint64_t number;
		events[0] = ZEND_ASYNC_POOL_EVENT(pool, ZEND_ASYNC_POOL_EVENT_FREE);
		events[1] = ZEND_ASYNC_NEW_TIMER_EVENT(5, true);
		number = ZEND_ASYNC_EVENT_ADD_CALLBACK(events[0], callback, ZEND_ASYNC_POOL_ZERO, hook);
		(void) ZEND_ASYNC_EVENT_START(events[0]);
		if (ZEND_ASYNC_WAIT(events, 2, 100) == ZEND_ASYNC_WAIT_TIMED_OUT) {
			ZEND_ASYNC_EVENT_STOP(events[0]);
		}
		(void) ZEND_ASYNC_EVENT_DEL_CALLBACK(events[0], number);
		ZEND_ASYNC_EVENT_DISPOSE(events[0]);
		ZEND_ASYNC_EVENT_DISPOSE(events[1]);
	}
	ZEND_ASYNC_POOL_CLOSE(pool);
	ZEND_ASYNC_POOL_DELREF(pool);
}
