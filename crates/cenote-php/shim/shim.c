#include "shim.h"
#include <netdb.h>
#include <netinet/in.h>
#include <arpa/nameser.h>
#include <resolv.h>

#if __has_include(<valgrind/valgrind.h>)
# include <valgrind/valgrind.h>
#endif

extern void cenote_carrier_run(void);
extern void cenote_carrier_leave(zend_fiber_transfer *transfer, bool bailed_out);

const char *cenote_build_id(void)
{
	return ZEND_MODULE_BUILD_ID;
}

bool cenote_guard(void (*job)(void *), void *data)
{
	volatile bool bailed_out = false;
	zend_try {
		job(data);
	} zend_catch {
		bailed_out = true;
	} zend_end_try();
	return bailed_out;
}

int cenote_ask(bool (*judge)(void *, zval *), void *of, zval *about)
{
	volatile int answer = CENOTE_BAILED_OUT;
	zend_try {
		answer = judge(of, about);
	} zend_end_try();
	return answer;
}

bool cenote_call(const zend_fcall_info_cache *resolved, zval *callable, zval *result, uint32_t count, zval *arguments,
	HashTable *named)
{
	volatile bool bailed_out = false;
	zend_fcall_info_cache cache = *resolved;
	zend_fcall_info info = {
		.size = sizeof(info),
		.retval = result,
		.params = arguments,
		.object = cache.object,
		.param_count = count,
		.named_params = named,
	};
	ZVAL_COPY_VALUE(&info.function_name, callable);
	zend_try {
		zend_call_function(&info, &cache);
	} zend_catch {
		bailed_out = true;
	} zend_end_try();
	return bailed_out;
}

void cenote_resume_bailout(void)
{
	zend_bailout();
}

void cenote_fatal(const char *message)
{
	zend_error_noreturn(E_ERROR, "%s", message);
}

bool cenote_is_true(const zval *value)
{
	return zend_is_true((zval *) value);
}

bool cenote_init_context(zend_fiber_context *context, void *kind, zend_fiber_coroutine coroutine, size_t stack_size)
{
#if PHP_VERSION_ID >= 80300
	return zend_fiber_init_context(context, kind, coroutine, stack_size) == SUCCESS;
#else
	return zend_fiber_init_context(context, kind, coroutine, stack_size);
#endif
}

zend_string *cenote_string(const char *bytes, size_t length)
{
	return zend_string_init(bytes, length, false);
}

zend_string *cenote_lasting_string(const char *bytes, size_t length)
{
	zend_string *string = zend_string_init(bytes, length, true);
	GC_MAKE_PERSISTENT_LOCAL(string);
	return string;
}

HashTable *cenote_lasting_attributes(HashTable *attributes)
{
	HashTable *copies = NULL;
	zend_attribute *attribute;
	if (!attributes) {
		return NULL;
	}
	ZEND_HASH_FOREACH_PTR(attributes, attribute) {
		zend_attribute *copy = zend_add_attribute(&copies, attribute->name, attribute->argc,
			attribute->flags | ZEND_ATTRIBUTE_PERSISTENT, attribute->offset, attribute->lineno);
		for (uint32_t i = 0; i < attribute->argc; i++) {
			const zend_attribute_arg *from = &attribute->args[i];
			zend_attribute_arg *to = &copy->args[i];
			to->name = from->name ? cenote_lasting_string(ZSTR_VAL(from->name), ZSTR_LEN(from->name)) : NULL;
			if (Z_TYPE(from->value) == IS_STRING) {
				ZVAL_STR(&to->value, cenote_lasting_string(Z_STRVAL(from->value), Z_STRLEN(from->value)));
			} else if (!Z_REFCOUNTED(from->value)) {
				ZVAL_COPY_VALUE(&to->value, &from->value);
			} else {
				ZVAL_NULL(&to->value);
			}
		}
	} ZEND_HASH_FOREACH_END();
	return copies;
}

void cenote_free(void *memory)
{
	efree(memory);
}

void *cenote_calloc(size_t count, size_t size)
{
	return ecalloc(count, size);
}

bool cenote_resolve_closure(zend_object *object, zend_fcall_info_cache *cache)
{
	if (object->ce != zend_ce_closure
		|| object->handlers->get_closure(object, &cache->calling_scope, &cache->function_handler, &cache->object, true) != SUCCESS) {
		return false;
	}
	cache->called_scope = cache->calling_scope;
#if PHP_VERSION_ID >= 80300
	cache->closure = object;
#endif
	return true;
}

zend_object *cenote_object_alloc(size_t native_size, zend_class_entry *ce)
{
	char *memory = emalloc(native_size + sizeof(zend_object) + zend_object_properties_size(ce));
	return (zend_object *) (memory + native_size);
}

/* The bottom frame of every coroutine: an internal function with no name, so that backtraces end there. */
zend_function cenote_carrier_function = { ZEND_INTERNAL_FUNCTION };

/*
 * Most coroutines get by with the first page, which is small because there may be ten thousand: a size that the engine's allocator has. More
 * comes in larger ones; the engine wants a power of two.
 */
#define FIRST_VM_PAGE (3 * 1024)
#define NEXT_VM_PAGE (8 * 1024)

static void first_vm_page(void)
{
	zend_vm_stack stack = emalloc(FIRST_VM_PAGE);
	stack->top = ZEND_VM_STACK_ELEMENTS(stack);
	stack->end = (zval *) ((char *) stack + FIRST_VM_PAGE);
	stack->prev = NULL;
	EG(vm_stack) = stack;
	EG(vm_stack_top) = stack->top + ZEND_CALL_FRAME_SLOT;
	EG(vm_stack_end) = stack->end;
	EG(vm_stack_page_size) = NEXT_VM_PAGE;

	zend_execute_data *bottom = (zend_execute_data *) stack->top;
	memset(bottom, 0, sizeof(*bottom));
	bottom->func = &cenote_carrier_function;
	EG(current_execute_data) = bottom;
}

void cenote_carrier_entry(zend_fiber_transfer *transfer)
{
	volatile bool bailed_out = false;

	EG(vm_stack) = NULL;
	EG(active_fiber) = NULL;
	EG(jit_trace_num) = 0;
#ifdef ZEND_CHECK_STACK_LIMIT
	EG(stack_base) = zend_fiber_stack_base(EG(current_fiber_context)->stack);
	EG(stack_limit) = zend_fiber_stack_limit(EG(current_fiber_context)->stack);
#endif
	zend_first_try {
		first_vm_page();
		cenote_carrier_run();
	} zend_catch {
		bailed_out = true;
	} zend_end_try();
	cenote_carrier_leave(transfer, bailed_out);
}

zend_vm_stack cenote_vm_stack(void)
{
	return EG(vm_stack);
}

void cenote_free_vm_stack(zend_vm_stack stack)
{
	while (stack) {
		zend_vm_stack prev = stack->prev;
		efree(stack);
		stack = prev;
	}
}

void cenote_register_stack(zend_fiber_context *context)
{
#ifdef VALGRIND_STACK_REGISTER
	/* The head of the engine's private stack record, the same in every version so far. */
	const struct { char *pointer; size_t size; } *stack = (const void *) context->stack;
	VALGRIND_STACK_REGISTER(stack->pointer, stack->pointer + stack->size);
#else
	(void) context;
#endif
}

void cenote_append_shutdown_function(zend_function *function)
{
	php_shutdown_function_entry entry;
	memset(&entry, 0, sizeof(entry));
#if PHP_VERSION_ID < 80500
	entry.fci.size = sizeof(entry.fci);
#endif
	entry.fci_cache.function_handler = function;
	append_user_shutdown_function(&entry);
}

pdo_dbh_t *cenote_pdo_dbh(zend_object *object)
{
	return php_pdo_dbh_fetch_inner(object);
}

pdo_stmt_t *cenote_pdo_stmt(zend_object *object)
{
	return php_pdo_stmt_fetch_object(object);
}

/*
 * PDO's functions are called from here and not from Rust: a C compiler calls through the procedure linkage table, whose
 * entries are bound at their first use, so that cenote loads before PDO and without it.
 */
void cenote_pdo_raise_impl_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt, pdo_error_type sqlstate, const char *supp)
{
	pdo_raise_impl_error(dbh, stmt, sqlstate, supp);
}

void cenote_pdo_handle_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt)
{
	pdo_handle_error(dbh, stmt);
}

void cenote_pdo_set_column_count(pdo_stmt_t *statement, int count)
{
	php_pdo_stmt_set_column_count(statement, count);
}

char *cenote_pdo_data_source_value(const pdo_dbh_t *dbh, const char *name)
{
	struct pdo_data_src_parser value = { name, NULL, 0 };
	php_pdo_parse_data_source(dbh->data_source, dbh->data_source_len, &value, 1);
	return value.optval;
}

bool cenote_pdo_is_persistent(const pdo_dbh_t *dbh)
{
	return dbh->is_persistent;
}

int cenote_pdo_make_own(pdo_dbh_t *dbh)
{
	zend_string *key;
	zval *entry;
	int type = 0;
	if (!dbh->is_persistent) {
		return 0;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(&EG(persistent_list), key, entry) {
		zend_resource *resource = Z_RES_P(entry);
		if (key && resource && resource->ptr == dbh) {
			type = resource->type;
			/* What is removed without its handle closes nothing. */
			resource->ptr = NULL;
			zend_hash_del(&EG(persistent_list), key);
			break;
		}
	} ZEND_HASH_FOREACH_END();
	/* The key had the password in it. */
	if (dbh->persistent_id) {
		memset((char *) dbh->persistent_id, 0, dbh->persistent_id_len);
	}
	dbh->refcount = 1;
	return type;
}

static int key_of_enlisted(char *key, size_t size, zend_ulong number)
{
	return snprintf(key, size, "cenote:connection:" ZEND_ULONG_FMT, number);
}

bool cenote_pdo_enlist(pdo_dbh_t *dbh, int type, zend_ulong number)
{
	char key[64];
	int length = key_of_enlisted(key, sizeof(key), number);
	return zend_register_persistent_resource(key, length, dbh, type) != NULL;
}

void cenote_pdo_delist(zend_ulong number, bool keep)
{
	char key[64];
	int length = key_of_enlisted(key, sizeof(key), number);
	zend_resource *resource = zend_hash_str_find_ptr(&EG(persistent_list), key, length);
	if (!resource) {
		return;
	}
	if (keep) {
		resource->ptr = NULL;
	}
	zend_hash_str_del(&EG(persistent_list), key, length);
}

#if PHP_VERSION_ID < 80500
unsigned cenote_pdo_spare_bits(const pdo_dbh_t *dbh)
{
	return dbh->_reserved_flags;
}

void cenote_pdo_set_spare_bits(pdo_dbh_t *dbh, unsigned bits)
{
	dbh->_reserved_flags = bits;
}

zend_object *cenote_pdo_take_failed_query(pdo_dbh_t *dbh)
{
	zend_object *statement = dbh->query_stmt ? Z_OBJ(dbh->query_stmt_zval) : NULL;
	dbh->query_stmt = NULL;
	ZVAL_UNDEF(&dbh->query_stmt_zval);
	return statement;
}

zend_object *cenote_pdo_database_object(const pdo_stmt_t *statement)
{
	const zval *held = &statement->database_object_handle;
	return Z_TYPE_P(held) == IS_OBJECT ? Z_OBJ_P(held) : NULL;
}

void cenote_pdo_set_database_object(pdo_stmt_t *statement, zend_object *object)
{
	ZVAL_OBJ(&statement->database_object_handle, object);
}
#else
/* PDO reserves no bits any more. The byte between these two fields is no field's. */
_Static_assert(offsetof(pdo_dbh_t, max_escaped_char_length) + 1 < offsetof(pdo_dbh_t, data_source), "a spare byte");

unsigned cenote_pdo_spare_bits(const pdo_dbh_t *dbh)
{
	return (&dbh->max_escaped_char_length)[1];
}

void cenote_pdo_set_spare_bits(pdo_dbh_t *dbh, unsigned bits)
{
	(&dbh->max_escaped_char_length)[1] = bits;
}

zend_object *cenote_pdo_take_failed_query(pdo_dbh_t *dbh)
{
	zend_object *statement = dbh->query_stmt_obj;
	dbh->query_stmt = NULL;
	dbh->query_stmt_obj = NULL;
	return statement;
}

zend_object *cenote_pdo_database_object(const pdo_stmt_t *statement)
{
	return statement->database_object_handle;
}

void cenote_pdo_set_database_object(pdo_stmt_t *statement, zend_object *object)
{
	statement->database_object_handle = object;
}
#endif

/* Bits or bytes, by the version. */
void cenote_pdo_copy_attributes(pdo_dbh_t *to, const pdo_dbh_t *from)
{
	to->error_mode = from->error_mode;
	to->desired_case = from->desired_case;
	to->oracle_nulls = from->oracle_nulls;
	to->stringify = from->stringify;
	to->default_fetch_type = from->default_fetch_type;
}

static zend_result pass(void **opaque, php_output_context *context)
{
	(void) opaque;
	context->out = context->in;
	memset(&context->in, 0, sizeof(context->in));
	return SUCCESS;
}

void cenote_pass_through(php_output_handler *handler)
{
	if (handler->flags & PHP_OUTPUT_HANDLER_USER) {
		handler->flags &= ~PHP_OUTPUT_HANDLER_USER;
		handler->func.internal = pass;
	}
}

bool cenote_read_script(zend_file_handle *handle, int type)
{
	char *text;
	size_t length;
	const char *wrapper = handle->filename ? strstr(ZSTR_VAL(handle->filename), "://") : NULL;
	/* Plain files do not wait, and the compiler of phar wants to open its files itself. */
	if (!wrapper || strncmp(ZSTR_VAL(handle->filename), "phar", wrapper - ZSTR_VAL(handle->filename)) == 0) {
		return true;
	}
	if (zend_stream_fixup(handle, &text, &length) == SUCCESS) {
		return true;
	}
	/* What compile_file does then. */
	zend_llist_add_element(&CG(open_files), handle);
	handle->in_list = 1;
	if (!EG(exception)) {
		zend_message_dispatcher(
			type == ZEND_REQUIRE ? ZMSG_FAILED_REQUIRE_FOPEN : ZMSG_FAILED_INCLUDE_FOPEN,
			ZSTR_VAL(handle->filename));
	}
	return false;
}

php_stream *cenote_open_stream(const char *path)
{
	return php_stream_open_wrapper(path, "rb", REPORT_ERRORS, NULL);
}

bool cenote_current_directory(char *path, size_t size)
{
	return VCWD_GETCWD(path, size) != NULL;
}

void cenote_property_leaves_reference(zval *reference, zend_property_info *property)
{
	zend_reference *left = Z_REF_P(reference);
	zend_property_info *source;
	if (!ZEND_REF_HAS_TYPE_SOURCES(left)) {
		return;
	}
	ZEND_REF_FOREACH_TYPE_SOURCES(left, source) {
		if (source == property) {
			ZEND_REF_DEL_TYPE_SOURCE(left, property);
			return;
		}
	} ZEND_REF_FOREACH_TYPE_SOURCES_END();
}

void cenote_refer_to_superglobal(zend_string *name, zval *reference)
{
	zend_is_auto_global(name);
	zval *entry = zend_hash_find(&EG(symbol_table), name);
	if (!entry) {
		zval null;
		ZVAL_NULL(&null);
		entry = zend_hash_add_new(&EG(symbol_table), name, &null);
	}
	if (Z_TYPE_P(entry) == IS_INDIRECT) {
		entry = Z_INDIRECT_P(entry);
	}
	if (Z_TYPE_P(entry) == IS_UNDEF) {
		ZVAL_NULL(entry);
	}
	ZVAL_MAKE_REF(entry);
	ZVAL_COPY(reference, entry);
}

zend_long cenote_resource_number(const zval *value)
{
	ZVAL_DEREF(value);
	return Z_TYPE_P(value) == IS_RESOURCE ? (zend_long) Z_RES_HANDLE_P(value) : 0;
}

static php_stream *stream_of(const zend_resource *resource)
{
	bool is_stream = resource && (resource->type == php_file_le_stream() || resource->type == php_file_le_pstream());
	return is_stream ? (php_stream *) resource->ptr : NULL;
}

static php_stream *open_stream_of(zend_long number)
{
	zval *found = zend_hash_index_find(&EG(regular_list), (zend_ulong) number);
	return found ? stream_of(Z_RES_P(found)) : NULL;
}

int cenote_stream_descriptor(zval *value)
{
	php_socket_t descriptor = -1;
	ZVAL_DEREF(value);
	php_stream *stream = stream_of(Z_RES_P(value));
	int as = PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL;
	if (!stream || php_stream_cast(stream, as, (void **) &descriptor, 0) != SUCCESS) {
		return -1;
	}
	return (int) descriptor;
}

bool cenote_stream_is_open(zend_long number)
{
	return open_stream_of(number) != NULL;
}

bool cenote_stream_has_buffered(zend_long number)
{
	php_stream *stream = open_stream_of(number);
	return stream && stream->writepos > stream->readpos;
}

/* The word in which an object of a class with magic methods keeps its marks. */
static uint32_t *guard_word(zend_object *object)
{
	zval *place = object->properties_table + object->ce->default_properties_count;
#ifdef Z_GUARD_P
	return &Z_GUARD_P(place);
#else
	return &Z_PROPERTY_GUARD_P(place);
#endif
}

/* Those of the properties; the rest are against encoding an object inside itself (PHP 8.4). */
#define PROPERTY_BITS ((uint32_t) 0xf)

/* Before PHP 8.4 there are none, and nobody writes the word before the first mark of a property. */
static uint32_t take_other_bits(zend_object *object)
{
	uint32_t bits = 0;
#ifdef Z_GUARD_P
	if (object->ce->ce_flags & ZEND_ACC_USE_GUARDS) {
		uint32_t *word = guard_word(object);
		bits = *word & ~PROPERTY_BITS;
		*word &= PROPERTY_BITS;
	}
#else
	(void) object;
#endif
	return bits;
}

static bool take_mark(zend_refcounted *what, uint32_t bits, cenote_seen_mark seen, void *data)
{
	bool marked = GC_IS_RECURSIVE(what);
	if (!marked && !bits) {
		return false;
	}
	if (marked) {
		GC_UNPROTECT_RECURSION(what);
	}
	GC_ADDREF(what);
	seen(data, what, bits | (marked ? 1 : 0));
	return true;
}

void cenote_unprotect(zval *value, cenote_seen_mark seen, void *data)
{
	zval *child;
	if (Z_TYPE_P(value) == IS_INDIRECT) {
		value = Z_INDIRECT_P(value);
	}
	ZVAL_DEREF(value);
	if (!Z_REFCOUNTED_P(value)) {
		return;
	}
	if (Z_TYPE_P(value) == IS_ARRAY) {
		if (take_mark(Z_COUNTED_P(value), 0, seen, data)) {
			ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), child) {
				cenote_unprotect(child, seen, data);
			} ZEND_HASH_FOREACH_END();
		}
	} else if (Z_TYPE_P(value) == IS_OBJECT) {
		zend_object *object = Z_OBJ_P(value);
		HashTable *properties = object->properties;
		bool marked = take_mark(Z_COUNTED_P(value), take_other_bits(object), seen, data);
		/* json_encode() of PHP 8.2 marks the table. */
		if (properties && !(GC_FLAGS(properties) & GC_IMMUTABLE)) {
			marked |= take_mark((zend_refcounted *) properties, 0, seen, data);
		}
		if (marked) {
			int at;
			for (at = 0; at < object->ce->default_properties_count; at++) {
				cenote_unprotect(&object->properties_table[at], seen, data);
			}
			if (properties) {
				ZEND_HASH_FOREACH_VAL(properties, child) {
					cenote_unprotect(child, seen, data);
				} ZEND_HASH_FOREACH_END();
			}
		}
	}
}

void cenote_unprotect_call(zend_execute_data *call, cenote_seen_mark seen, void *data)
{
	uint32_t at;
	for (at = 1; at <= ZEND_CALL_NUM_ARGS(call); at++) {
		cenote_unprotect(ZEND_CALL_ARG(call, at), seen, data);
	}
}

void cenote_protect(zend_refcounted *what, uint32_t bits)
{
	zval value;
	if (bits & 1) {
		GC_PROTECT_RECURSION(what);
	}
	if (bits & ~PROPERTY_BITS) {
		*guard_word((zend_object *) what) |= bits & ~PROPERTY_BITS;
	}
	if (GC_TYPE(what) == IS_OBJECT) {
		ZVAL_OBJ(&value, (zend_object *) what);
	} else {
		ZVAL_ARR(&value, (zend_array *) what);
	}
	zval_ptr_dtor(&value);
}

static void take_guard(zend_object *object, zend_string *name, uint32_t *word, cenote_seen_guard seen, void *data)
{
	uint32_t bits = *word & PROPERTY_BITS;
	if (bits) {
		*word &= ~PROPERTY_BITS;
		GC_ADDREF(object);
		seen(data, object, zend_string_copy(name), bits);
	}
}

void cenote_take_guards(zend_object *object, cenote_seen_guard seen, void *data)
{
	zval *place;
	zend_string *name;
	void *word;
	if (!(object->ce->ce_flags & ZEND_ACC_USE_GUARDS)) {
		return;
	}
	place = object->properties_table + object->ce->default_properties_count;
	if (Z_TYPE_P(place) == IS_STRING) {
		take_guard(object, Z_STR_P(place), guard_word(object), seen, data);
	} else if (Z_TYPE_P(place) == IS_ARRAY) {
		/* As the engine does: the lowest bit says that the word is the object's own. */
		ZEND_HASH_FOREACH_STR_KEY_PTR(Z_ARRVAL_P(place), name, word) {
			take_guard(object, name, (uint32_t *) ((uintptr_t) word & ~(uintptr_t) 1), seen, data);
		} ZEND_HASH_FOREACH_END();
	}
}

void cenote_put_guards(zend_object *object, zend_string *name, uint32_t bits)
{
	*zend_get_property_guard(object, name) |= bits;
	zend_string_release(name);
	OBJ_RELEASE(object);
}

static cenote_interrupt interrupt;

void cenote_set_interrupt(cenote_interrupt function)
{
	interrupt = function;
}

void cenote_on_interrupt(zend_execute_data *frame)
{
	interrupt(frame, __builtin_return_address(0));
}

#ifdef __GLIBC__

int cenote_search_records(const char *name, int class, int type, unsigned char *answer, int size, int *error)
{
	struct __res_state state;
	int length;

	memset(&state, 0, sizeof(state));
	if (res_ninit(&state) != 0) {
		*error = NETDB_INTERNAL;
		return -1;
	}
	length = res_nsearch(&state, name, class, type, answer, size);
	*error = state.res_h_errno;
	res_nclose(&state);
	return length;
}

int cenote_res_nsearch(void *state, const char *name, int class, int type, unsigned char *answer, int size)
{
	return state ? res_nsearch(state, name, class, type, answer, size) : res_search(name, class, type, answer, size);
}

void cenote_set_record_error(void *state, int error)
{
	if (state) {
		((res_state) state)->res_h_errno = error;
	} else {
		h_errno = error;
	}
}

#else /* musl has the form without a state only */

int cenote_search_records(const char *name, int class, int type, unsigned char *answer, int size, int *error)
{
	int length = res_search(name, class, type, answer, size);

	*error = h_errno;
	return length;
}

int cenote_res_nsearch(void *state, const char *name, int class, int type, unsigned char *answer, int size)
{
	return res_search(name, class, type, answer, size);
}

void cenote_set_record_error(void *state, int error)
{
	h_errno = error;
}

#endif
