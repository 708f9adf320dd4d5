/* Drives the pool API from PHP scripts. Resources are pointers; scripts see them as numbers. Each C callback asks a PHP
 * closure, if the script gave one for it, so that it can wait, throw or refuse. */
#include "zend_async_pool.h"
#include "ext/standard/info.h"
#include "zend_closures.h"
#include "zend_interfaces.h"
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#define POOLS 64
#define CALLBACKS 5

enum { FACTORY, DESTRUCTOR, HEALTHCHECK, BEFORE_ACQUIRE, BEFORE_RELEASE };
static const char *const callback_names[CALLBACKS] = {
	"factory", "destructor", "healthcheck", "beforeAcquire", "beforeRelease"
};

typedef struct {
	zend_long id;
} thing_t;

typedef struct {
	zend_async_pool_t *pool;
	zend_string *label;
	zval callbacks[CALLBACKS];
	thing_t *things[1024];
} test_pool_t;

typedef struct {
	zval callbacks[5];
} test_strategy_t;

static test_pool_t pools[POOLS];
static zend_long last_thing;
static zend_long living_things;

static test_pool_t *test_pool(zend_long number)
{
	if (number < 0 || number >= POOLS || pools[number].pool == NULL) {
		zend_throw_error(NULL, "there is no test pool " ZEND_LONG_FMT, number);
		return NULL;
	}
	return &pools[number];
}

/* Calls a closure; without one the answer is `otherwise`. */
static bool ask(zval *callback, uint32_t count, zval *args, bool otherwise)
{
	zval answer;
	bool accepted;
	if (Z_TYPE_P(callback) != IS_OBJECT) {
		return otherwise;
	}
	ZVAL_UNDEF(&answer);
	if (call_user_function(NULL, NULL, callback, &answer, count, args) == FAILURE || EG(exception)) {
		zval_ptr_dtor(&answer);
		return false;
	}
	accepted = Z_TYPE(answer) != IS_FALSE;
	zval_ptr_dtor(&answer);
	return accepted;
}

static bool ask_about(zend_async_pool_t *pool, int which, zval *resource)
{
	test_pool_t *test = (test_pool_t *) ZEND_ASYNC_POOL_USER_DATA(pool);
	zval id;
	ZVAL_LONG(&id, ((thing_t *) Z_PTR_P(resource))->id);
	return ask(&test->callbacks[which], 1, &id, true);
}

static bool make(zend_async_pool_t *pool, zval *result)
{
	test_pool_t *test = (test_pool_t *) ZEND_ASYNC_POOL_USER_DATA(pool);
	thing_t *thing;
	zval args[2];
	zend_long id = ++last_thing;
	ZVAL_LONG(&args[0], id);
	ZVAL_STR(&args[1], test->label);
	if (!ask(&test->callbacks[FACTORY], 2, args, true)) {
		return false;
	}
	thing = (thing_t *) emalloc(sizeof(*thing));
	thing->id = id;
	test->things[id % 1024] = thing;
	living_things++;
	ZVAL_PTR(result, thing);
	return true;
}

static void end(zend_async_pool_t *pool, zval *resource)
{
	thing_t *thing = (thing_t *) Z_PTR_P(resource);
	ask_about(pool, DESTRUCTOR, resource);
	living_things--;
	efree(thing);
}

static bool check(zend_async_pool_t *pool, zval *resource) { return ask_about(pool, HEALTHCHECK, resource); }
static bool before_acquire(zend_async_pool_t *pool, zval *resource) { return ask_about(pool, BEFORE_ACQUIRE, resource); }
static bool before_release(zend_async_pool_t *pool, zval *resource) { return ask_about(pool, BEFORE_RELEASE, resource); }

static bool approve(zend_async_pool_t *pool, zval *resource)
{
	(void) pool;
	return Z_PTR_P(resource) != NULL;
}

static zend_long option(HashTable *options, const char *name, zend_long otherwise)
{
	zval *found = zend_hash_str_find(options, name, strlen(name));
	return found != NULL ? zval_get_long(found) : otherwise;
}

ZEND_BEGIN_ARG_INFO_EX(any_arguments, 0, 0, 0)
ZEND_END_ARG_INFO()

/* capi_new(array $options, array $callbacks = [], string $label = ''): the number of a new pool */
static PHP_FUNCTION(capi_new)
{
	HashTable *given, *callbacks = NULL;
	zend_string *label = ZSTR_EMPTY_ALLOC();
	zend_async_pool_options_t options = ZEND_ASYNC_POOL_OPTIONS_INIT;
	test_pool_t *test = NULL;
	zend_long number;
	int i;
	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ARRAY_HT(given)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(callbacks)
		Z_PARAM_STR(label)
	ZEND_PARSE_PARAMETERS_END();

	for (number = 0; number < POOLS && pools[number].label != NULL; number++);
	test = &pools[number];
	memset(test, 0, sizeof(*test));
	test->label = zend_string_copy(label);
	for (i = 0; i < CALLBACKS; i++) {
		zval *callback = callbacks == NULL
			? NULL
			: zend_hash_str_find(callbacks, callback_names[i], strlen(callback_names[i]));
		if (callback != NULL) {
			ZVAL_COPY(&test->callbacks[i], callback);
		}
	}
	options.factory = option(given, "noFactory", 0) ? NULL : make;
	options.destructor = option(given, "noDestructor", 0) ? NULL : end;
	options.healthcheck = Z_TYPE(test->callbacks[HEALTHCHECK]) == IS_UNDEF ? NULL : check;
	options.before_acquire = Z_TYPE(test->callbacks[BEFORE_ACQUIRE]) == IS_UNDEF ? NULL : before_acquire;
	options.before_release = Z_TYPE(test->callbacks[BEFORE_RELEASE]) == IS_UNDEF ? NULL : before_release;
	if (option(given, "checked", 0)) { /* what checks cost that ask no PHP code */
		options.before_acquire = options.before_release = approve;
	}
	options.user_data = test;
	options.min = option(given, "min", options.min);
	options.max = option(given, "max", options.max);
	options.healthcheck_interval = option(given, "healthcheckInterval", 0);
	options.acquire_timeout = option(given, "acquireTimeout", 0);
	options.max_lifetime = option(given, "maxLifetime", 0);
	options.idle_timeout = option(given, "idleTimeout", 0);
	options.max_waiters = option(given, "maxWaiters", 0);
	options.recovery_limit = option(given, "recoveryLimit", options.recovery_limit);
	options.size += option(given, "size", 0);
	if (option(given, "none", 0) || option(given, "newer", 0)) {
		struct { zend_async_pool_options_t known; zend_long unknown; } newer = { options, 1 };
		newer.known.size = sizeof(newer);
		test->pool = ZEND_ASYNC_NEW_POOL_EX(option(given, "none", 0) ? NULL : &newer.known);
	} else if (option(given, "short", 0)) {
		test->pool = ZEND_ASYNC_NEW_POOL(options.factory, options.destructor, options.healthcheck,
			options.before_acquire, options.before_release, options.min, options.max,
			options.healthcheck_interval, test);
	} else {
		test->pool = ZEND_ASYNC_NEW_POOL_EX(&options);
	}
	if (test->pool == NULL) {
		for (i = 0; i < CALLBACKS; i++) {
			zval_ptr_dtor(&test->callbacks[i]);
		}
		zend_string_release(test->label);
		memset(test, 0, sizeof(*test));
		return;
	}
	RETURN_LONG(number);
}

static test_pool_t *pool_argument(INTERNAL_FUNCTION_PARAMETERS, zend_long *second)
{
	zend_long number;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_LONG(number)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(*second)
	ZEND_PARSE_PARAMETERS_END_EX(return NULL);
	(void) return_value;
	return test_pool(number);
}

/* capi_acquire(int $pool, int $timeout = 0): int, the number of a thing; -1 as timeout stands for "of the pool" */
static PHP_FUNCTION(capi_acquire)
{
	zend_long timeout = 0;
	zval resource;
	test_pool_t *test = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU, &timeout);
	if (test == NULL) {
		return;
	}
	if (ZEND_ASYNC_POOL_ACQUIRE(test->pool, &resource, timeout == -1 ? ZEND_ASYNC_POOL_TIMEOUT_OF_POOL : timeout)) {
		RETURN_LONG(((thing_t *) Z_PTR(resource))->id);
	}
	if (Z_TYPE(resource) != IS_UNDEF || !EG(exception)) {
		php_error_docref(NULL, E_WARNING, "a failed acquire left something");
	}
}

/* capi_try_acquire(int $pool): ?int */
static PHP_FUNCTION(capi_try_acquire)
{
	zend_long unused = 0;
	zval resource;
	test_pool_t *test = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU, &unused);
	if (test != NULL && ZEND_ASYNC_POOL_TRY_ACQUIRE(test->pool, &resource)) {
		RETURN_LONG(((thing_t *) Z_PTR(resource))->id);
	}
}

/* capi_release(int $pool, int $thing): bool */
static PHP_FUNCTION(capi_release)
{
	zend_long id = 0;
	zval resource;
	test_pool_t *test = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU, &id);
	if (test == NULL) {
		return;
	}
	ZVAL_PTR(&resource, test->things[id % 1024]);
	RETURN_BOOL(ZEND_ASYNC_POOL_RELEASE(test->pool, &resource));
}

static PHP_FUNCTION(capi_close)
{
	zend_long unused = 0;
	test_pool_t *test = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU, &unused);
	if (test != NULL) {
		ZEND_ASYNC_POOL_CLOSE(test->pool);
	}
}

static void forget(test_pool_t *test)
{
	int i;
	zend_async_pool_t *pool = test->pool;
	ZEND_ASYNC_POOL_DELREF(pool);
	for (i = 0; i < CALLBACKS; i++) {
		zval_ptr_dtor(&test->callbacks[i]);
	}
	zend_string_release(test->label);
	memset(test, 0, sizeof(*test));
}

/* capi_drop(int $pool): gives up the reference */
static PHP_FUNCTION(capi_drop)
{
	zend_long unused = 0;
	test_pool_t *test = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU, &unused);
	if (test != NULL) {
		forget(test);
	}
}

/* capi_share(int $pool): takes a second reference, gives it up again, and uses the pool */
static PHP_FUNCTION(capi_share)
{
	zend_long unused = 0;
	test_pool_t *test = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU, &unused);
	if (test != NULL) {
		ZEND_ASYNC_POOL_ADDREF(test->pool);
		ZEND_ASYNC_POOL_DELREF(test->pool);
		RETURN_LONG((zend_long) ZEND_ASYNC_POOL_MAX(test->pool));
	}
}

static PHP_FUNCTION(capi_wrapper)
{
	zend_long unused = 0;
	zend_object *wrapper;
	test_pool_t *test = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU, &unused);
	if (test != NULL && (wrapper = ZEND_ASYNC_NEW_POOL_OBJ(test->pool)) != NULL) {
		RETURN_OBJ(wrapper);
	}
}

/* capi_info(int $pool): array */
static PHP_FUNCTION(capi_info)
{
	zend_long unused = 0;
	zend_async_pool_info_t info;
	test_pool_t *test = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU, &unused);
	if (test == NULL) {
		return;
	}
	info = ZEND_ASYNC_POOL_INFO(test->pool);
	array_init(return_value);
	add_assoc_long(return_value, "min", info.min);
	add_assoc_long(return_value, "max", info.max);
	add_assoc_long(return_value, "count", info.count);
	add_assoc_long(return_value, "idle", info.idle_count);
	add_assoc_long(return_value, "active", info.active_count);
	add_assoc_long(return_value, "waiting", info.waiting_count);
	add_assoc_long(return_value, "state", info.state);
	add_assoc_bool(return_value, "closed", info.closed);
}

static PHP_FUNCTION(capi_set_state)
{
	zend_long state = 0;
	test_pool_t *test = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU, &state);
	if (test != NULL) {
		ZEND_ASYNC_POOL_SET_STATE(test->pool, (zend_async_circuit_state_t) state);
	}
}

static void tell(void *ctx, int which, zend_object *error)
{
	zval argument;
	if (error == NULL) {
		ZVAL_NULL(&argument);
	} else {
		ZVAL_OBJ(&argument, error);
	}
	ask(&((test_strategy_t *) ctx)->callbacks[which], 1, &argument, false);
}
static void success(zend_async_pool_t *pool, void *ctx) { (void) pool; tell(ctx, 0, NULL); }
static void failure(zend_async_pool_t *pool, zend_object *error, void *ctx) { (void) pool; tell(ctx, 1, error); }
static void create_failure(zend_async_pool_t *pool, zend_object *error, void *ctx) { (void) pool; tell(ctx, 2, error); }
static bool recover(zend_async_pool_t *pool, void *ctx)
{
	(void) pool;
	return ask(&((test_strategy_t *) ctx)->callbacks[3], 0, NULL, false);
}
static void strategy_dtor(void *ctx)
{
	int i;
	test_strategy_t *strategy = (test_strategy_t *) ctx;
	ask(&strategy->callbacks[4], 0, NULL, true);
	for (i = 0; i < 5; i++) {
		zval_ptr_dtor(&strategy->callbacks[i]);
	}
	efree(strategy);
}

/* capi_strategy(int $pool, ?array $callbacks): success, failure, createFailure, recover, dtor */
static PHP_FUNCTION(capi_strategy)
{
	static const char *const names[5] = {"success", "failure", "createFailure", "recover", "dtor"};
	zend_async_circuit_breaker_strategy_t strategy = {
		success, failure, recover, strategy_dtor, NULL, create_failure
	};
	zend_long number;
	HashTable *callbacks = NULL;
	test_pool_t *test;
	test_strategy_t *ctx;
	int i;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(number)
		Z_PARAM_ARRAY_HT_OR_NULL(callbacks)
	ZEND_PARSE_PARAMETERS_END();
	if ((test = test_pool(number)) == NULL) {
		return;
	}
	if (callbacks == NULL) {
		ZEND_ASYNC_POOL_SET_STRATEGY(test->pool, NULL);
		return;
	}
	ctx = (test_strategy_t *) ecalloc(1, sizeof(*ctx));
	for (i = 0; i < 5; i++) {
		zval *callback = zend_hash_str_find(callbacks, names[i], strlen(names[i]));
		if (callback != NULL) {
			ZVAL_COPY(&ctx->callbacks[i], callback);
		}
	}
	strategy.ctx = ctx;
	ZEND_ASYNC_POOL_SET_STRATEGY(test->pool, &strategy);
}

/* capi_check(int $major, int $minor, bool $magic = true): why a table of that version is refused */
static PHP_FUNCTION(capi_check)
{
	zend_long major, minor;
	bool magic = true;
	zend_async_pool_api_t api = *zend_async_pool_api;
	const char *problem;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(major)
		Z_PARAM_LONG(minor)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(magic)
	ZEND_PARSE_PARAMETERS_END();
	api.major = (uint16_t) major;
	api.minor = (uint16_t) minor;
	api.magic = magic ? api.magic : 1;
	problem = zend_async_pool_check(&api);
	if (problem != NULL) {
		RETURN_STRING(problem);
	}
}

static PHP_FUNCTION(capi_init_error)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (ZEND_ASYNC_POOL_INIT_ERROR() != NULL) {
		RETURN_STRING(ZEND_ASYNC_POOL_INIT_ERROR());
	}
}

static PHP_FUNCTION(capi_living)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(living_things);
}

static PHP_FUNCTION(capi_coroutine_id)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG((zend_long) ZEND_ASYNC_COROUTINE_ID());
}

static void run_at_end(void *data)
{
	zval *callback = (zval *) data;
	ask(callback, 0, NULL, true);
	zval_ptr_dtor(callback);
	efree(callback);
}

static PHP_FUNCTION(capi_at_end)
{
	zval *callback, *kept;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(callback)
	ZEND_PARSE_PARAMETERS_END();
	kept = (zval *) emalloc(sizeof(*kept));
	ZVAL_COPY(kept, callback);
	if (!ZEND_ASYNC_AT_COROUTINE_END(run_at_end, kept)) {
		zval_ptr_dtor(kept);
		efree(kept);
		RETURN_FALSE;
	}
	RETURN_TRUE;
}

/* capi_cycle(int $pool, int $times): acquires and releases in C */
static PHP_FUNCTION(capi_cycle)
{
	zend_long times = 0;
	zval resource;
	test_pool_t *test = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU, &times);
	if (test == NULL) {
		return;
	}
	while (times-- > 0) {
		if (!ZEND_ASYNC_POOL_ACQUIRE(test->pool, &resource, 0) || !ZEND_ASYNC_POOL_RELEASE(test->pool, &resource)) {
			return;
		}
	}
}

#define EVENTS 64
static zend_async_event_t *events[EVENTS];
static zend_long living_callbacks;

static zend_async_event_t *test_event(zend_long number)
{
	if (number < 0 || number >= EVENTS || events[number] == NULL) {
		zend_throw_error(NULL, "there is no test event " ZEND_LONG_FMT, number);
		return NULL;
	}
	return events[number];
}

static void keep_event(zend_async_event_t *event, zval *return_value)
{
	zend_long number = 0;
	if (event == NULL) {
		return;
	}
	while (number < EVENTS && events[number] != NULL) {
		number++;
	}
	events[number] = event;
	RETURN_LONG(number);
}

/* capi_pool_event(int $pool, int $kind): the number of a new event */
static PHP_FUNCTION(capi_pool_event)
{
	zend_long kind = 0;
	test_pool_t *test = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU, &kind);
	if (test != NULL) {
		keep_event(ZEND_ASYNC_POOL_EVENT(test->pool, (zend_async_pool_event_t) kind), return_value);
	}
}

/* capi_timer(int $ms, int $flags = 0): the number of a new event */
static PHP_FUNCTION(capi_timer)
{
	zend_long time, flags = 0;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_LONG(time)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(flags)
	ZEND_PARSE_PARAMETERS_END();
	if (flags == ZEND_ASYNC_TIMER_PERIODIC) {
		keep_event(ZEND_ASYNC_NEW_TIMER_EVENT(time, true), return_value);
	} else {
		keep_event(ZEND_ASYNC_NEW_TIMER_EVENT_EX(time, (uint32_t) flags), return_value);
	}
}

typedef struct {
	zval closure;
	bool tells;
} callback_t;

static void run_callback(zend_async_event_t *event, void *data)
{
	(void) event;
	ask(&((callback_t *) data)->closure, 0, NULL, true);
}

static void free_callback(void *data)
{
	callback_t *callback = (callback_t *) data;
	living_callbacks--;
	if (callback->tells) {
		php_printf("callback freed\n");
	}
	zval_ptr_dtor(&callback->closure);
	efree(callback);
}

/* capi_on(int $event, ?Closure $callback, bool $tells = false): the callback's number. $tells: says when its dtor runs. */
static PHP_FUNCTION(capi_on)
{
	zend_long number;
	zval *closure;
	bool tells = false;
	zend_async_event_t *event;
	callback_t *callback;
	uint64_t added;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(number)
		Z_PARAM_ZVAL(closure)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(tells)
	ZEND_PARSE_PARAMETERS_END();
	if ((event = test_event(number)) == NULL) {
		return;
	}
	callback = (callback_t *) emalloc(sizeof(*callback));
	ZVAL_COPY(&callback->closure, closure);
	callback->tells = tells;
	living_callbacks++;
	added = ZEND_ASYNC_EVENT_ADD_CALLBACK(
		event, Z_TYPE_P(closure) == IS_NULL ? NULL : run_callback, callback, free_callback);
	if (added == 0) {
		callback->tells = false;
		free_callback(callback);
		return;
	}
	RETURN_LONG((zend_long) added);
}

/* capi_off(int $event, int $callback): bool */
static PHP_FUNCTION(capi_off)
{
	zend_long number, callback;
	zend_async_event_t *event;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(number)
		Z_PARAM_LONG(callback)
	ZEND_PARSE_PARAMETERS_END();
	if ((event = test_event(number)) != NULL) {
		RETURN_BOOL(ZEND_ASYNC_EVENT_DEL_CALLBACK(event, (uint64_t) callback));
	}
}

static zend_long event_argument(INTERNAL_FUNCTION_PARAMETERS)
{
	zend_long number = -1;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END_EX(return -1);
	(void) return_value;
	return test_event(number) == NULL ? -1 : number;
}

static PHP_FUNCTION(capi_start)
{
	zend_long number = event_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (number >= 0) {
		RETURN_BOOL(ZEND_ASYNC_EVENT_START(events[number]));
	}
}

static PHP_FUNCTION(capi_stop)
{
	zend_long number = event_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (number >= 0) {
		ZEND_ASYNC_EVENT_STOP(events[number]);
	}
}

static PHP_FUNCTION(capi_dispose)
{
	zend_long number = event_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (number >= 0) {
		zend_async_event_t *event = events[number];
		events[number] = NULL;
		ZEND_ASYNC_EVENT_DISPOSE(event);
	}
}

/* capi_wait(array $events, int $timeout = 0): the place of the first that fires, or -1 */
static PHP_FUNCTION(capi_wait)
{
	HashTable *given;
	zend_long timeout = 0, fired;
	zend_async_event_t *waited[EVENTS];
	zval *number;
	size_t count = 0;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT(given)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(timeout)
	ZEND_PARSE_PARAMETERS_END();
	ZEND_HASH_FOREACH_VAL(given, number) {
		if ((waited[count++] = test_event(Z_LVAL_P(number))) == NULL) {
			return;
		}
	} ZEND_HASH_FOREACH_END();
	fired = ZEND_ASYNC_WAIT(waited, count, timeout);
	if (fired == ZEND_ASYNC_WAIT_FAILED) {
		if (!EG(exception)) {
			php_error_docref(NULL, E_WARNING, "a failed wait without an exception");
		}
		return;
	}
	RETURN_LONG(fired);
}

/* A handler in C that forks, once, wherever the process is: 0 in the child, the child's number in its parent, -1 before. */
static volatile sig_atomic_t forked = -1;

static void fork_once(int number)
{
	(void) number;
	if (forked == -1) {
		forked = fork();
	}
}

static PHP_FUNCTION(capi_fork_in)
{
	zend_long microseconds;
	struct sigaction action = {0};
	struct itimerval timer = {{0, 0}, {0, 0}};
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "l", &microseconds) == FAILURE) {
		return;
	}
	forked = -1;
	action.sa_handler = fork_once;
	action.sa_flags = SA_RESTART;
	sigaction(SIGALRM, &action, NULL);
	timer.it_value.tv_usec = (suseconds_t) microseconds;
	setitimer(ITIMER_REAL, &timer, NULL);
}

static PHP_FUNCTION(capi_forked)
{
	if (zend_parse_parameters_none() == FAILURE) {
		return;
	}
	RETURN_LONG(forked);
}

static PHP_FUNCTION(capi_living_callbacks)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(living_callbacks);
}

/* capi_old_table(bool $old): whether there are events when the cenote that is loaded is as if it had none, or is itself again */
static PHP_FUNCTION(capi_old_table)
{
	static zend_async_pool_api_t old;
	static const zend_async_pool_api_t *present;
	bool wanted;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_BOOL(wanted)
	ZEND_PARSE_PARAMETERS_END();
	if (wanted) {
		present = zend_async_pool_api;
		old = *present;
		old.minor = 0;
		old.size = offsetof(zend_async_pool_api_t, pool_event);
	}
	zend_async_pool_api = wanted ? &old : present;
	RETURN_BOOL(ZEND_ASYNC_HAS_EVENTS());
}

/* CapiOwner: an object that owns a pool of PHP objects, and shows it to the collector. */
typedef struct {
	zend_async_pool_t *pool;
	zval factory;
	zend_object std;
} owner_t;

static zend_class_entry *owner_class;
static zend_object_handlers owner_handlers;

static owner_t *owner_of(zend_object *object)
{
	return (owner_t *) ((char *) object - XtOffsetOf(owner_t, std));
}

static bool make_object(zend_async_pool_t *pool, zval *result)
{
	owner_t *owner = (owner_t *) ZEND_ASYNC_POOL_USER_DATA(pool);
	return call_user_function(NULL, NULL, &owner->factory, result, 0, NULL) == SUCCESS && !EG(exception);
}

static zend_object *owner_create(zend_class_entry *ce)
{
	owner_t *owner = (owner_t *) zend_object_alloc(sizeof(owner_t), ce);
	zend_object_std_init(&owner->std, ce);
	object_properties_init(&owner->std, ce);
	owner->std.handlers = &owner_handlers;
	return &owner->std;
}

static void owner_free(zend_object *object)
{
	owner_t *owner = owner_of(object);
	if (owner->pool != NULL) {
		ZEND_ASYNC_POOL_DELREF(owner->pool);
	}
	zval_ptr_dtor(&owner->factory);
	zend_object_std_dtor(object);
}

static HashTable *owner_gc(zend_object *object, zval **table, int *count)
{
	owner_t *owner = owner_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	zend_get_gc_buffer_add_zval(buffer, &owner->factory);
	if (owner->pool != NULL) {
		ZEND_ASYNC_POOL_GC(owner->pool, buffer);
	}
	zend_get_gc_buffer_use(buffer, table, count);
	return zend_std_get_properties(object);
}

static PHP_METHOD(CapiOwner, __construct)
{
	zval *factory;
	owner_t *owner = owner_of(Z_OBJ_P(ZEND_THIS));
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(factory)
	ZEND_PARSE_PARAMETERS_END();
	ZVAL_COPY(&owner->factory, factory);
	owner->pool = ZEND_ASYNC_NEW_POOL(make_object, NULL, NULL, NULL, NULL, 1, 2, 0, owner);
}

static PHP_METHOD(CapiOwner, wrapper)
{
	zend_object *wrapper = NULL;
	ZEND_PARSE_PARAMETERS_NONE();
	wrapper = ZEND_ASYNC_NEW_POOL_OBJ(owner_of(Z_OBJ_P(ZEND_THIS))->pool);
	if (wrapper != NULL) {
		RETURN_OBJ(wrapper);
	}
}

static const zend_function_entry owner_methods[] = {
	PHP_ME(CapiOwner, __construct, any_arguments, ZEND_ACC_PUBLIC)
	PHP_ME(CapiOwner, wrapper, any_arguments, ZEND_ACC_PUBLIC)
	PHP_FE_END
};

static PHP_MINIT_FUNCTION(capi_test)
{
	zend_class_entry ce;
	INIT_CLASS_ENTRY(ce, "CapiOwner", owner_methods);
	owner_class = zend_register_internal_class(&ce);
	owner_class->create_object = owner_create;
	memcpy(&owner_handlers, &std_object_handlers, sizeof(owner_handlers));
	owner_handlers.offset = XtOffsetOf(owner_t, std);
	owner_handlers.free_obj = owner_free;
	owner_handlers.get_gc = owner_gc;
	ZEND_ASYNC_POOL_INIT();
	(void) type;
	(void) module_number;
	return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(capi_test)
{
	int i;
	for (i = 0; i < POOLS; i++) {
		if (pools[i].pool != NULL) {
			forget(&pools[i]);
		}
	}
	for (i = 0; i < EVENTS; i++) {
		if (events[i] != NULL) {
			zend_async_event_t *event = events[i];
			events[i] = NULL;
			ZEND_ASYNC_EVENT_DISPOSE(event);
		}
	}
	if (living_callbacks != 0) {
		php_printf("callbacks that were never freed: " ZEND_LONG_FMT "\n", living_callbacks);
	}
	living_callbacks = 0;
	last_thing = 0;
	living_things = 0;
	(void) type;
	(void) module_number;
	return SUCCESS;
}

static const zend_function_entry functions[] = {
	PHP_FE(capi_new, any_arguments)
	PHP_FE(capi_acquire, any_arguments)
	PHP_FE(capi_try_acquire, any_arguments)
	PHP_FE(capi_release, any_arguments)
	PHP_FE(capi_close, any_arguments)
	PHP_FE(capi_drop, any_arguments)
	PHP_FE(capi_share, any_arguments)
	PHP_FE(capi_wrapper, any_arguments)
	PHP_FE(capi_info, any_arguments)
	PHP_FE(capi_set_state, any_arguments)
	PHP_FE(capi_strategy, any_arguments)
	PHP_FE(capi_check, any_arguments)
	PHP_FE(capi_init_error, any_arguments)
	PHP_FE(capi_living, any_arguments)
	PHP_FE(capi_coroutine_id, any_arguments)
	PHP_FE(capi_at_end, any_arguments)
	PHP_FE(capi_cycle, any_arguments)
	PHP_FE(capi_pool_event, any_arguments)
	PHP_FE(capi_timer, any_arguments)
	PHP_FE(capi_on, any_arguments)
	PHP_FE(capi_off, any_arguments)
	PHP_FE(capi_start, any_arguments)
	PHP_FE(capi_stop, any_arguments)
	PHP_FE(capi_dispose, any_arguments)
	PHP_FE(capi_wait, any_arguments)
	PHP_FE(capi_fork_in, any_arguments)
	PHP_FE(capi_forked, any_arguments)
	PHP_FE(capi_living_callbacks, any_arguments)
	PHP_FE(capi_old_table, any_arguments)
	PHP_FE_END
};

#ifdef CAPI_WITH_DEPENDENCY
static const zend_module_dep dependencies[] = {
	ZEND_MOD_OPTIONAL("cenote")
	ZEND_MOD_END
};
#endif

zend_module_entry capi_test_module_entry = {
#ifdef CAPI_WITH_DEPENDENCY
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
#else
	STANDARD_MODULE_HEADER,
#endif
	"capi_test", functions, PHP_MINIT(capi_test), NULL, NULL, PHP_RSHUTDOWN(capi_test), NULL, "1.0",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(capi_test)
