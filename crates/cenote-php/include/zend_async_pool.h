/*
 * cenote's pools for other PHP extensions: the whole interface, in one header.
 *
 * Nothing is linked. The extension includes this file and calls ZEND_ASYNC_POOL_INIT() in its MINIT, which finds the
 * function table of the loaded cenote. If cenote is not there, or is too old, every macro below still works: it returns
 * NULL or false and throws \Error.
 *
 *     static PHP_MINIT_FUNCTION(kv)
 *     {
 *         if (ZEND_ASYNC_POOL_INIT() == FAILURE) {
 *             php_error_docref(NULL, E_WARNING, "%s", ZEND_ASYNC_POOL_INIT_ERROR());    // and go on without pools
 *         }
 *         return SUCCESS;
 *     }
 *
 * Name the module as an optional dependency, ZEND_MOD_OPTIONAL("cenote"), so that at the end of a request your extension
 * is shut down first, while the pools still work.
 *
 * Rules for all calls:
 *  - They belong between RINIT and RSHUTDOWN, to the thread that made the pool. A pool lives within one request: give up
 *    your reference (ZEND_ASYNC_POOL_DELREF) in RSHUTDOWN at the latest. One forgotten is closed by cenote, and then
 *    refuses everything but DELREF.
 *  - Every call may run callbacks, and so the code of others. ACQUIRE, and any call whose callbacks wait, may suspend the
 *    calling coroutine while others run: keep no pointer across it that others could free.
 *  - Times are in milliseconds.
 *  - "false" with an exception pending means: return to PHP at once.
 */
#ifndef ZEND_ASYNC_POOL_H
#define ZEND_ASYNC_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "php.h"
#include "zend_exceptions.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. The same major number, and at least the minor number that the extension needs, is accepted:
 * newer minor versions only append. An extension that can do with less defines ZEND_ASYNC_POOL_NEEDS_MINOR first. */
#define ZEND_ASYNC_POOL_API_MAGIC 0x43454e4fU
#define ZEND_ASYNC_POOL_API_MAJOR 1
#define ZEND_ASYNC_POOL_API_MINOR 1
#ifndef ZEND_ASYNC_POOL_NEEDS_MINOR
# define ZEND_ASYNC_POOL_NEEDS_MINOR ZEND_ASYNC_POOL_API_MINOR
#endif

/* A pool. Reference counted; who makes it owns one reference. When the last one goes, the pool is closed. */
typedef struct _zend_async_pool zend_async_pool_t;

/* ------------------------------------------------------------------------------------------------ callbacks
 * They are called directly, may suspend, may throw, and may call back into the pool. While one runs no exception is
 * pending: what was in flight is put aside and comes back. */

/* Makes a resource. true: *result is filled, and is the pool's from now on. false: failed, with or without an exception;
 * *result is not looked at. Pointers are kept as ZVAL_PTR(result, pointer): they never reach PHP code. */
typedef bool (*zend_async_pool_factory_t)(zend_async_pool_t *pool, zval *result);

/* Ends the life of what is behind *resource. The pool drops the zval itself afterwards. */
typedef void (*zend_async_pool_destructor_t)(zend_async_pool_t *pool, zval *resource);

/* Judges a resource: while it is idle, from time to time; before it is handed out; when it comes back. false, or an
 * exception, has it destroyed. *resource is borrowed. */
typedef bool (*zend_async_pool_healthcheck_t)(zend_async_pool_t *pool, zval *resource);
typedef bool (*zend_async_pool_before_acquire_t)(zend_async_pool_t *pool, zval *resource);
typedef bool (*zend_async_pool_before_release_t)(zend_async_pool_t *pool, zval *resource);

/* ------------------------------------------------------------------------------------------ circuit breaker */

typedef enum _zend_async_circuit_state {
	ZEND_ASYNC_CIRCUIT_ACTIVE = 0,
	ZEND_ASYNC_CIRCUIT_INACTIVE,
	ZEND_ASYNC_CIRCUIT_RECOVERING
} zend_async_circuit_state_t;

/* Who opens and closes the breaker: told of results, it calls ZEND_ASYNC_POOL_SET_STATE. Any function may be NULL.
 * Exceptions that they leave are swallowed. The struct is copied; `ctx` must live until `dtor`, which is called once, when
 * the strategy is replaced or the pool ends. */
typedef struct _zend_async_circuit_breaker_strategy {
	/* A resource came back and was accepted. */
	void (*report_success)(zend_async_pool_t *pool, void *ctx);
	/* One was rejected; `error` is what before_release threw, or NULL. Borrowed. */
	void (*report_failure)(zend_async_pool_t *pool, zend_object *error, void *ctx);
	/* The breaker is open and somebody wants a resource: true moves it to RECOVERING. */
	bool (*should_recover)(zend_async_pool_t *pool, void *ctx);
	void (*dtor)(void *ctx);
	void *ctx;
	/* A factory failed; `error` is what it threw, or the pool's own exception. Borrowed. */
	void (*report_create_failure)(zend_async_pool_t *pool, zend_object *error, void *ctx);
} zend_async_circuit_breaker_strategy_t;

/* ------------------------------------------------------------------------------------------------- settings */

/* Everything a pool is made with. Start from ZEND_ASYNC_POOL_OPTIONS_INIT, which sets the defaults:
 *
 *     zend_async_pool_options_t options = ZEND_ASYNC_POOL_OPTIONS_INIT;
 *     options.factory = kv_connect;
 *     options.max = 20;
 *     pool = ZEND_ASYNC_NEW_POOL_EX(&options);
 */
typedef struct _zend_async_pool_options {
	size_t size;                                     /* sizeof(zend_async_pool_options_t) */
	zend_async_pool_factory_t factory;               /* required */
	zend_async_pool_destructor_t destructor;         /* the hooks may be NULL */
	zend_async_pool_healthcheck_t healthcheck;
	zend_async_pool_before_acquire_t before_acquire;
	zend_async_pool_before_release_t before_release;
	void *user_data;                                 /* set before the factory runs for the first time */
	zend_long min;                                   /* kept at all times, made at once: >= 0, <= max */
	zend_long max;                                   /* >= 1 */
	zend_long healthcheck_interval;                  /* ms between health rounds; 0: none */
	zend_long acquire_timeout;                       /* ms, for ZEND_ASYNC_POOL_TIMEOUT_OF_POOL; 0: no limit */
	zend_long max_lifetime;                          /* ms; 0: no limit */
	zend_long idle_timeout;                          /* ms, down to min; 0: no limit */
	zend_long max_waiters;                           /* how many may wait; 0: no limit */
	zend_long recovery_limit;                        /* resources out at once while RECOVERING: >= 1 */
} zend_async_pool_options_t;

#ifdef __cplusplus
# define ZEND_ASYNC_POOL_ZERO nullptr
#else
# define ZEND_ASYNC_POOL_ZERO NULL
#endif
#define ZEND_ASYNC_POOL_OPTIONS_INIT \
	{ sizeof(zend_async_pool_options_t), ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO, \
		ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO, 0, 10, 0, 0, 0, 0, 0, 1 }

/* For ACQUIRE: wait as long as the pool's own acquire_timeout says. */
#define ZEND_ASYNC_POOL_TIMEOUT_OF_POOL ZEND_LONG_MAX

/* A pool at one moment. */
typedef struct _zend_async_pool_info {
	size_t size;                        /* sizeof(zend_async_pool_info_t), set by the caller */
	uint32_t min;
	uint32_t max;
	uint32_t count;                     /* resources there are: idle, active, and in creation */
	uint32_t idle_count;
	uint32_t active_count;
	uint32_t waiting_count;
	zend_async_circuit_state_t state;
	bool closed;
} zend_async_pool_info_t;

/* --------------------------------------------------------------------------------------------------- events
 * Since 1.1. An event is something that happens to a pool, or a timer. C code has callbacks called when it fires, waits for the
 * first of several with ZEND_ASYNC_WAIT, or both. Whoever makes an event owns it, and ends it with ZEND_ASYNC_EVENT_DISPOSE. */
typedef struct _zend_async_event zend_async_event_t;

typedef enum _zend_async_pool_event {
	/* A caller of TRY_ACQUIRE would get a resource, idle or newly created. Fires when that becomes true, and at START if it is true.
	 * Callers that wait in ACQUIRE come first. A callback or a coroutine that is told must TRY_ACQUIRE: another one may have
	 * been faster, and then the event fires again. */
	ZEND_ASYNC_POOL_EVENT_FREE = 0,
	/* The pool is closed. Fires once. */
	ZEND_ASYNC_POOL_EVENT_CLOSED
} zend_async_pool_event_t;

/* Fires again and again. Ticks that are missed, because nothing let it fire or its callbacks still ran, are skipped. */
#define ZEND_ASYNC_TIMER_PERIODIC 1
/* While a timer runs, coroutines that all wait are no deadlock, since its callbacks may wake them. This one does not count. */
#define ZEND_ASYNC_TIMER_BACKGROUND 2

/* Called in a coroutine of its own, so it may wait; callbacks of CLOSED run inside the call that closes the pool. May do
 * anything to the event, dispose of it too. An exception that it leaves becomes a warning. */
typedef void (*zend_async_event_callback_t)(zend_async_event_t *event, void *data);
/* Called once, when the callback cannot be called any more: it was removed (and has returned), or the event has ended. */
typedef void (*zend_async_event_dtor_t)(void *data);

/* What ZEND_ASYNC_WAIT returns in place of an index. */
#define ZEND_ASYNC_WAIT_TIMED_OUT (-1)
#define ZEND_ASYNC_WAIT_FAILED (-2)

/* ------------------------------------------------------------------------------------------ function table */

typedef struct _zend_async_pool_api {
	uint32_t magic;
	uint16_t major;
	uint16_t minor;
	size_t size;                        /* of this table, as cenote knows it */
	zend_async_pool_t *(*create)(const zend_async_pool_options_t *options);
	zend_object *(*wrapper)(zend_async_pool_t *pool);
	bool (*acquire)(zend_async_pool_t *pool, zval *result, zend_long timeout);
	bool (*try_acquire)(zend_async_pool_t *pool, zval *result);
	bool (*release)(zend_async_pool_t *pool, zval *resource);
	void (*close)(zend_async_pool_t *pool);
	void (*set_strategy)(zend_async_pool_t *pool, const zend_async_circuit_breaker_strategy_t *strategy);
	void (*set_state)(zend_async_pool_t *pool, zend_async_circuit_state_t state);
	void (*addref)(zend_async_pool_t *pool);
	void (*delref)(zend_async_pool_t *pool);
	void (*info)(const zend_async_pool_t *pool, zend_async_pool_info_t *info);
	void *(*user_data)(const zend_async_pool_t *pool);
	void (*gc)(zend_async_pool_t *pool, zend_get_gc_buffer *buffer);
	uint64_t (*coroutine_id)(void);
	bool (*at_coroutine_end)(void (*hook)(void *data), void *data);
	/* Since 1.1. */
	zend_async_event_t *(*pool_event)(zend_async_pool_t *pool, zend_async_pool_event_t kind);
	zend_async_event_t *(*timer_event)(zend_long time, uint32_t flags);
	uint64_t (*event_add_callback)(
		zend_async_event_t *event, zend_async_event_callback_t callback, void *data, zend_async_event_dtor_t dtor);
	bool (*event_del_callback)(zend_async_event_t *event, uint64_t callback);
	bool (*event_start)(zend_async_event_t *event);
	void (*event_stop)(zend_async_event_t *event);
	void (*event_dispose)(zend_async_event_t *event);
	zend_long (*event_wait)(zend_async_event_t *const *events, size_t count, zend_long timeout);
} zend_async_pool_api_t;

/* What build scripts that want the types alone stop at. */
#ifndef ZEND_ASYNC_POOL_TYPES_ONLY

/* ------------------------------------------------------------------------------------- without cenote: stubs */

#if defined(__GNUC__) || defined(__clang__)
# define ZEND_ASYNC_POOL_MAYBE_UNUSED __attribute__((unused))
/* One for the whole extension, seen by nobody else. */
# define ZEND_ASYNC_POOL_SHARED __attribute__((weak, visibility("hidden")))
#else
# define ZEND_ASYNC_POOL_MAYBE_UNUSED
# define ZEND_ASYNC_POOL_SHARED static
#endif

static void zend_async_pool_absent_error(void)
{
	zend_throw_error(NULL, "cenote is not loaded (or too old): the pool API is not available");
}

static zend_async_pool_t *zend_async_pool_absent_create(const zend_async_pool_options_t *options)
{
	(void) options;
	zend_async_pool_absent_error();
	return NULL;
}

static zend_object *zend_async_pool_absent_wrapper(zend_async_pool_t *pool)
{
	(void) pool;
	zend_async_pool_absent_error();
	return NULL;
}

static bool zend_async_pool_absent_acquire(zend_async_pool_t *pool, zval *result, zend_long timeout)
{
	(void) pool;
	(void) timeout;
	ZVAL_UNDEF(result);
	zend_async_pool_absent_error();
	return false;
}

static bool zend_async_pool_absent_try_acquire(zend_async_pool_t *pool, zval *result)
{
	return zend_async_pool_absent_acquire(pool, result, 0);
}

static bool zend_async_pool_absent_release(zend_async_pool_t *pool, zval *resource)
{
	(void) pool;
	(void) resource;
	zend_async_pool_absent_error();
	return false;
}

static void zend_async_pool_absent_call(zend_async_pool_t *pool)
{
	(void) pool;
	zend_async_pool_absent_error();
}

static void zend_async_pool_absent_set_strategy(
	zend_async_pool_t *pool, const zend_async_circuit_breaker_strategy_t *strategy)
{
	(void) strategy;
	zend_async_pool_absent_call(pool);
}

static void zend_async_pool_absent_set_state(zend_async_pool_t *pool, zend_async_circuit_state_t state)
{
	(void) state;
	zend_async_pool_absent_call(pool);
}

static void zend_async_pool_absent_info(const zend_async_pool_t *pool, zend_async_pool_info_t *info)
{
	size_t size = info->size;
	(void) pool;
	memset(info, 0, size);
	info->size = size;
	info->closed = true;
	zend_async_pool_absent_error();
}

static void *zend_async_pool_absent_user_data(const zend_async_pool_t *pool)
{
	(void) pool;
	zend_async_pool_absent_error();
	return NULL;
}

static void zend_async_pool_absent_gc(zend_async_pool_t *pool, zend_get_gc_buffer *buffer)
{
	(void) pool;
	(void) buffer;
}

static uint64_t zend_async_pool_absent_coroutine_id(void)
{
	zend_async_pool_absent_error();
	return 0;
}

static bool zend_async_pool_absent_at_coroutine_end(void (*hook)(void *data), void *data)
{
	(void) hook;
	(void) data;
	zend_async_pool_absent_error();
	return false;
}

static zend_async_event_t *zend_async_pool_absent_pool_event(zend_async_pool_t *pool, zend_async_pool_event_t kind)
{
	(void) pool;
	(void) kind;
	zend_async_pool_absent_error();
	return NULL;
}

static zend_async_event_t *zend_async_pool_absent_timer_event(zend_long time, uint32_t flags)
{
	(void) time;
	(void) flags;
	zend_async_pool_absent_error();
	return NULL;
}

static uint64_t zend_async_pool_absent_add_callback(
	zend_async_event_t *event, zend_async_event_callback_t callback, void *data, zend_async_event_dtor_t dtor)
{
	(void) event;
	(void) callback;
	(void) data;
	(void) dtor;
	zend_async_pool_absent_error();
	return 0;
}

static bool zend_async_pool_absent_del_callback(zend_async_event_t *event, uint64_t callback)
{
	(void) event;
	(void) callback;
	zend_async_pool_absent_error();
	return false;
}

static bool zend_async_pool_absent_start(zend_async_event_t *event)
{
	(void) event;
	zend_async_pool_absent_error();
	return false;
}

static void zend_async_pool_absent_event_call(zend_async_event_t *event)
{
	(void) event;
	zend_async_pool_absent_error();
}

static zend_long zend_async_pool_absent_wait(zend_async_event_t *const *events, size_t count, zend_long timeout)
{
	(void) events;
	(void) count;
	(void) timeout;
	zend_async_pool_absent_error();
	return ZEND_ASYNC_WAIT_FAILED;
}

static const zend_async_pool_api_t zend_async_pool_absent = {
	ZEND_ASYNC_POOL_API_MAGIC,
	ZEND_ASYNC_POOL_API_MAJOR,
	ZEND_ASYNC_POOL_API_MINOR,
	sizeof(zend_async_pool_api_t),
	zend_async_pool_absent_create,
	zend_async_pool_absent_wrapper,
	zend_async_pool_absent_acquire,
	zend_async_pool_absent_try_acquire,
	zend_async_pool_absent_release,
	zend_async_pool_absent_call,
	zend_async_pool_absent_set_strategy,
	zend_async_pool_absent_set_state,
	zend_async_pool_absent_call,
	zend_async_pool_absent_call,
	zend_async_pool_absent_info,
	zend_async_pool_absent_user_data,
	zend_async_pool_absent_gc,
	zend_async_pool_absent_coroutine_id,
	zend_async_pool_absent_at_coroutine_end,
	zend_async_pool_absent_pool_event,
	zend_async_pool_absent_timer_event,
	zend_async_pool_absent_add_callback,
	zend_async_pool_absent_del_callback,
	zend_async_pool_absent_start,
	zend_async_pool_absent_event_call,
	zend_async_pool_absent_event_call,
	zend_async_pool_absent_wait
};

/* The table in use, and why it is not cenote's, if it is not. */
ZEND_ASYNC_POOL_SHARED const zend_async_pool_api_t *zend_async_pool_api = &zend_async_pool_absent;
ZEND_ASYNC_POOL_SHARED const char *zend_async_pool_init_error = "ZEND_ASYNC_POOL_INIT() has not been called";

/* Whether a table can be used by this extension; NULL if so, else the reason why not. */
static const char *zend_async_pool_check(const zend_async_pool_api_t *api)
{
	if (api == NULL || api->magic != ZEND_ASYNC_POOL_API_MAGIC) {
		return "the module cenote that is loaded has no pool API for other extensions: update cenote";
	}
	if (((uint32_t) api->major << 16 | api->minor)
		< ((uint32_t) ZEND_ASYNC_POOL_API_MAJOR << 16 | ZEND_ASYNC_POOL_NEEDS_MINOR)) {
		return "the pool API of the cenote that is loaded is older than this extension needs: update cenote";
	}
	if (api->major > ZEND_ASYNC_POOL_API_MAJOR) {
		return "the pool API of the cenote that is loaded is too new for this extension: update the extension";
	}
	return NULL;
}

/* Finds cenote's table. For MINIT; whether cenote starts before or after this extension makes no difference. */
ZEND_ASYNC_POOL_MAYBE_UNUSED static zend_result zend_async_pool_init(void)
{
	const zend_async_pool_api_t *api = NULL;
	const zend_module_entry *module =
		(const zend_module_entry *) zend_hash_str_find_ptr(&module_registry, "cenote", sizeof("cenote") - 1);

	if (module == NULL || module->handle == NULL) {
		zend_async_pool_init_error = "the module cenote is not loaded: add extension=cenote to php.ini";
		return FAILURE;
	}
	api = (const zend_async_pool_api_t *) DL_FETCH_SYMBOL(module->handle, "cenote_async_pool_api");
	zend_async_pool_init_error = zend_async_pool_check(api);
	if (zend_async_pool_init_error != NULL) {
		return FAILURE;
	}
	zend_async_pool_api = api;
	return SUCCESS;
}

ZEND_ASYNC_POOL_MAYBE_UNUSED static zend_async_pool_t *zend_async_pool_new(
	zend_async_pool_factory_t factory, zend_async_pool_destructor_t destructor,
	zend_async_pool_healthcheck_t healthcheck, zend_async_pool_before_acquire_t before_acquire,
	zend_async_pool_before_release_t before_release, zend_long min, zend_long max, zend_long interval, void *user_data)
{
	zend_async_pool_options_t options = ZEND_ASYNC_POOL_OPTIONS_INIT;
	options.factory = factory;
	options.destructor = destructor;
	options.healthcheck = healthcheck;
	options.before_acquire = before_acquire;
	options.before_release = before_release;
	options.min = min;
	options.max = max;
	options.healthcheck_interval = interval;
	options.user_data = user_data;
	return zend_async_pool_api->create(&options);
}

/* The table if it has events (since 1.1), else the one that refuses. */
ZEND_ASYNC_POOL_MAYBE_UNUSED static const zend_async_pool_api_t *zend_async_event_api(void)
{
	size_t needed = offsetof(zend_async_pool_api_t, event_wait) + sizeof(zend_async_pool_api->event_wait);
	return zend_async_pool_api->size >= needed ? zend_async_pool_api : &zend_async_pool_absent;
}

ZEND_ASYNC_POOL_MAYBE_UNUSED static zend_async_pool_info_t zend_async_pool_info(const zend_async_pool_t *pool)
{
	zend_async_pool_info_t info;
	info.size = sizeof(info);
	zend_async_pool_api->info(pool, &info);
	return info;
}

/* ----------------------------------------------------------------------------------------------------- macros */

/* SUCCESS, or FAILURE and a reason. */
#define ZEND_ASYNC_POOL_INIT() zend_async_pool_init()
/* Why ZEND_ASYNC_POOL_INIT() failed, in one sentence without a full stop. NULL after a success. */
#define ZEND_ASYNC_POOL_INIT_ERROR() zend_async_pool_init_error

/* (factory, destructor, healthcheck, before_acquire, before_release, min, max, interval_ms [, user_data])
 * A new pool, or NULL and an exception: a ValueError for numbers out of range, or what a factory of the first `min` threw.
 * Callbacks may be NULL, but for the factory. */
#define ZEND_ASYNC_NEW_POOL(...) ZEND_ASYNC_NEW_POOL_WITH(__VA_ARGS__, ZEND_ASYNC_POOL_ZERO, ZEND_ASYNC_POOL_ZERO)
#define ZEND_ASYNC_NEW_POOL_WITH( \
	factory, destructor, healthcheck, before_acquire, before_release, min, max, interval, user_data, ...) \
	zend_async_pool_new( \
		factory, destructor, healthcheck, before_acquire, before_release, min, max, interval, user_data)
/* The same from a zend_async_pool_options_t. */
#define ZEND_ASYNC_NEW_POOL_EX(options) zend_async_pool_api->create(options)

/* The Async\Pool object that shows this pool to PHP code (counts, stats(), breaker; it hands out nothing): a reference for
 * the caller, or NULL and an exception. Always the same object while it lives; the pool does not keep it alive. */
#define ZEND_ASYNC_NEW_POOL_OBJ(pool) zend_async_pool_api->wrapper(pool)

/* A resource, copied into *result; waits for one at most `timeout` ms, 0: without limit. Only the calling coroutine is
 * suspended. false: an exception is set (*result is undefined then). Values other than pointers carry a reference of
 * the caller's own, to be dropped after the release. */
#define ZEND_ASYNC_POOL_ACQUIRE(pool, result, timeout) zend_async_pool_api->acquire(pool, result, timeout)
/* The same without waiting for a place. false without an exception: none is free. */
#define ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, result) zend_async_pool_api->try_acquire(pool, result)
/* Takes a resource back. *resource is borrowed and stays as it is. false: an exception is set, by refusal (it is not
 * handed out), by a destructor, or by a cancellation while a hook waited. */
#define ZEND_ASYNC_POOL_RELEASE(pool, resource) zend_async_pool_api->release(pool, resource)
/* Ends the pool: those who wait are refused, idle resources are destroyed, those that are out at their release. Calling it
 * again does nothing. A destructor's exception is pending afterwards. */
#define ZEND_ASYNC_POOL_CLOSE(pool) zend_async_pool_api->close(pool)

/* Sets a strategy in C, which replaces one of either kind; NULL removes. */
#define ZEND_ASYNC_POOL_SET_STRATEGY(pool, strategy) zend_async_pool_api->set_strategy(pool, strategy)
/* activate(), deactivate(), recover(). */
#define ZEND_ASYNC_POOL_SET_STATE(pool, state) zend_async_pool_api->set_state(pool, state)

#define ZEND_ASYNC_POOL_ADDREF(pool) zend_async_pool_api->addref(pool)
#define ZEND_ASYNC_POOL_DELREF(pool) zend_async_pool_api->delref(pool)

/* A zend_async_pool_info_t: everything below at one moment. */
#define ZEND_ASYNC_POOL_INFO(pool) zend_async_pool_info(pool)
#define ZEND_ASYNC_POOL_MIN(pool) (zend_async_pool_info(pool).min)
#define ZEND_ASYNC_POOL_MAX(pool) (zend_async_pool_info(pool).max)
#define ZEND_ASYNC_POOL_COUNT(pool) (zend_async_pool_info(pool).count)
#define ZEND_ASYNC_POOL_IDLE_COUNT(pool) (zend_async_pool_info(pool).idle_count)
#define ZEND_ASYNC_POOL_ACTIVE_COUNT(pool) (zend_async_pool_info(pool).active_count)
#define ZEND_ASYNC_POOL_WAITING_COUNT(pool) (zend_async_pool_info(pool).waiting_count)
#define ZEND_ASYNC_POOL_STATE(pool) (zend_async_pool_info(pool).state)
#define ZEND_ASYNC_POOL_IS_CLOSED(pool) (zend_async_pool_info(pool).closed)
#define ZEND_ASYNC_POOL_USER_DATA(pool) zend_async_pool_api->user_data(pool)

/* For the get_gc handler of the object that owns the pool: adds what the pool holds. Without it a cycle through a
 * resource or a strategy lives until the end of the request. */
#define ZEND_ASYNC_POOL_GC(pool, buffer) zend_async_pool_api->gc(pool, buffer)

/* The running coroutine, as Coroutine::getId() shows it. The main flow is one too. Never used twice in a request. */
#define ZEND_ASYNC_COROUTINE_ID() zend_async_pool_api->coroutine_id()
/* Has hook(data) called when the running coroutine ends, before those who await it go on; for the main flow, at the end of
 * the script. The hook may wait and is not cancelled. This is the place to give back what the coroutine was given for its
 * whole life. false: too late, the request is over; nothing will be called. */
#define ZEND_ASYNC_AT_COROUTINE_END(hook, data) zend_async_pool_api->at_coroutine_end(hook, data)

/* --------------------------------------------------------------------------------- macros for events, since 1.1 */

/* Whether the loaded cenote has events. If not, the macros below throw \Error, as all do without cenote. */
#define ZEND_ASYNC_HAS_EVENTS() (zend_async_event_api() == zend_async_pool_api && zend_async_pool_init_error == NULL)

/* A new event of this pool; `kind` is a ZEND_ASYNC_POOL_EVENT_… constant. It keeps neither the pool nor the script alive. */
#define ZEND_ASYNC_POOL_EVENT(pool, kind) zend_async_event_api()->pool_event(pool, kind)
/* A new timer that fires `ms` after START, or again and again. NULL and a ValueError for a negative time or a period of 0. The
 * script does not wait for it to fire. */
#define ZEND_ASYNC_NEW_TIMER_EVENT(ms, is_periodic) \
	ZEND_ASYNC_NEW_TIMER_EVENT_EX(ms, (is_periodic) ? ZEND_ASYNC_TIMER_PERIODIC : 0)
#define ZEND_ASYNC_NEW_TIMER_EVENT_EX(ms, flags) zend_async_event_api()->timer_event(ms, flags)

/* Has callback(event, data) called each time the event fires while it is started, in the order of adding. Returns the callback's
 * number; 0: an exception is set, or it is too late, the request is over (then dtor is not called). `dtor` may be NULL. */
#define ZEND_ASYNC_EVENT_ADD_CALLBACK(event, callback, data, dtor) \
	zend_async_event_api()->event_add_callback(event, callback, data, dtor)
/* Removes it: it will not be called again, not even if the event has fired already. false: there is none of that number. */
#define ZEND_ASYNC_EVENT_DEL_CALLBACK(event, number) zend_async_event_api()->event_del_callback(event, number)

/* Callbacks are called from now on, and a timer begins to run; no effect on what is started. A timer that has fired runs
 * again. false: too late, the request is over. */
#define ZEND_ASYNC_EVENT_START(event) zend_async_event_api()->event_start(event)
/* No callback begins any more. Those who wait go on waiting. */
#define ZEND_ASYNC_EVENT_STOP(event) zend_async_event_api()->event_stop(event)
/* Ends the event, in one of its own callbacks too: the pointer is dead. Coroutines that wait for it get an \Error. */
#define ZEND_ASYNC_EVENT_DISPOSE(event) zend_async_event_api()->event_dispose(event)

/* Suspends the calling coroutine until the first of `count` events fires, at most `timeout` ms, 0: without limit. Returns its
 * index in the array; ZEND_ASYNC_WAIT_TIMED_OUT; or ZEND_ASYNC_WAIT_FAILED, with an exception set (a cancellation, for
 * example). The events need not be started: a timer that is not runs from here. Returns at once if a pool has something free,
 * is closed, or a started timer has fired. Waiting for FREE of a closed pool throws, as ACQUIRE does. */
#define ZEND_ASYNC_WAIT(events, count, timeout) zend_async_event_api()->event_wait(events, count, timeout)

#endif /* ZEND_ASYNC_POOL_TYPES_ONLY */

#ifdef __cplusplus
}
#endif

#endif /* ZEND_ASYNC_POOL_H */
