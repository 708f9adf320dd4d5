/* What the engine offers only as macros and inline functions, as functions and constants that Rust can see. */
#ifndef CENOTE_SHIM_H
#define CENOTE_SHIM_H

#include "php.h"
#include "php_ini.h"
#include "php_ticks.h"
#include "SAPI.h"
#include "zend_attributes.h"
#include "zend_builtin_functions.h"
#include "zend_closures.h"
#include "zend_enum.h"
#include "zend_exceptions.h"
#include "zend_extensions.h"
#include "zend_fibers.h"
#include "zend_generators.h"
#include "zend_interfaces.h"
#include "zend_weakrefs.h"
#include "zend_smart_str.h"
#include "ext/session/php_session.h"
#include "ext/spl/spl_exceptions.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/file.h"
#include "ext/standard/info.h"
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/php_pdo_error.h"
#if __has_include("ext/mysqlnd/mysqlnd.h")
#include "ext/mysqlnd/mysqlnd.h"
#include "ext/mysqlnd/mysqlnd_structs.h"
#include "ext/mysqlnd/mysqlnd_connection.h"
#endif

/* How an internal arg_info names a class in its type. */
enum {
#ifdef _ZEND_TYPE_LITERAL_NAME_BIT
	CENOTE_TYPE_CLASS_NAME = _ZEND_TYPE_LITERAL_NAME_BIT,
#else
	CENOTE_TYPE_CLASS_NAME = _ZEND_TYPE_NAME_BIT,
#endif
	CENOTE_TYPE_VARIADIC = _ZEND_IS_VARIADIC_BIT,
};

/* The globals of libxml, as in ext/libxml/php_libxml.h, which cannot be read without libxml's own headers. */
typedef struct {
	zval stream_context;
	smart_str error_buffer;
	zend_llist *error_list;
#if PHP_VERSION_ID < 80400
	struct {
		zval callback;
		zend_fcall_info fci;
		zend_fcall_info_cache fcc;
	} entity_loader;
#else
	zend_fcall_info_cache entity_loader_callback;
#endif
	bool entity_loader_disabled;
} cenote_libxml_globals;

/* The beginning of those of intl, as in ext/intl/php_intl.h. */
typedef int (*cenote_collator_compare_func)(zval *result, zval *one, zval *other);
typedef struct {
	struct UCollator *current_collator;
	char *default_locale;
	cenote_collator_compare_func compare_func;
} cenote_intl_globals;

const char *cenote_build_id(void);

/* Runs job(data). true: it left by longjmp (fatal error, exit of a bailing kind). */
bool cenote_guard(void (*job)(void *), void *data);

/* Calls a callable with values that the caller holds. Whether it was left by a jump, as cenote_guard. */
bool cenote_call(const zend_fcall_info_cache *resolved, zval *callable, zval *result, uint32_t count, zval *arguments,
	HashTable *named);

/* The answer of judge(of, about), or CENOTE_BAILED_OUT: as cenote_guard for what is called so often that the way counts. */
#define CENOTE_BAILED_OUT (-1)
int cenote_ask(bool (*judge)(void *, zval *), void *of, zval *about);

ZEND_NORETURN void cenote_resume_bailout(void);
ZEND_NORETURN void cenote_fatal(const char *message);

/* These return a number up to PHP 8.3 or so, and a boolean after; success of a context is told in either way. */
bool cenote_is_true(const zval *value);
bool cenote_init_context(zend_fiber_context *context, void *kind, zend_fiber_coroutine coroutine, size_t stack_size);

zend_string *cenote_string(const char *bytes, size_t length);
zend_string *cenote_lasting_string(const char *bytes, size_t length);
/* A copy of a function's attributes that stays as long as the process; NULL of none. */
HashTable *cenote_lasting_attributes(HashTable *attributes);
void cenote_free(void *memory);
void *cenote_calloc(size_t count, size_t size);
/* Fills `cache` for a closure. False: it is no closure. */
bool cenote_resolve_closure(zend_object *object, zend_fcall_info_cache *cache);
zend_object *cenote_object_alloc(size_t native_size, zend_class_entry *ce);

/* What the bottom frame of every carrier runs. */
extern zend_function cenote_carrier_function;

/* The body of every carrier: sets up a VM stack and a bottom frame, then calls into Rust. */
void cenote_carrier_entry(zend_fiber_transfer *transfer);
void cenote_free_vm_stack(zend_vm_stack stack);
void cenote_register_stack(zend_fiber_context *context);
zend_vm_stack cenote_vm_stack(void);

/* Has the engine call a function without arguments after all shutdown functions that it knows of so far. */
void cenote_append_shutdown_function(zend_function *function);

pdo_dbh_t *cenote_pdo_dbh(zend_object *object);
pdo_stmt_t *cenote_pdo_stmt(zend_object *object);
void cenote_pdo_raise_impl_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt, pdo_error_type sqlstate, const char *supp);
void cenote_pdo_handle_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt);
void cenote_pdo_set_column_count(pdo_stmt_t *statement, int count);

/* Two bits (1 and 2) of a handle that are nobody's, zero in a new one. */
unsigned cenote_pdo_spare_bits(const pdo_dbh_t *dbh);
void cenote_pdo_set_spare_bits(pdo_dbh_t *dbh, unsigned bits);
/* What setAttribute has told PDO, and not the driver, except the class of statements. */
void cenote_pdo_copy_attributes(pdo_dbh_t *to, const pdo_dbh_t *from);
/* PDO's reference to the statement of a failed query(), which is the caller's now; or NULL. */
zend_object *cenote_pdo_take_failed_query(pdo_dbh_t *dbh);
/* The object of the connection that a statement holds, or NULL. */
zend_object *cenote_pdo_database_object(const pdo_stmt_t *statement);
void cenote_pdo_set_database_object(pdo_stmt_t *statement, zend_object *object);
/* What the DSN says of `name`, a copy that is the caller's (cenote_free); or NULL. */
char *cenote_pdo_data_source_value(const pdo_dbh_t *dbh, const char *name);

/* Whether a handle is a persistent one: its memory and the driver's outlive the request. */
bool cenote_pdo_is_persistent(const pdo_dbh_t *dbh);
/*
 * A persistent handle that PDO's constructor has made, or was making, becomes that of its object alone: PDO finds it no more, and
 * closes it with the object. The type of PDO's persistent resources; 0 if PDO had not entered it into its list.
 */
int cenote_pdo_make_own(pdo_dbh_t *dbh);
/* Enters a persistent handle that has no object into the engine's list, which closes it when it is removed or the process ends. */
bool cenote_pdo_enlist(pdo_dbh_t *dbh, int type, zend_ulong number);
/* Takes it out again. keep: it is not closed. */
void cenote_pdo_delist(zend_ulong number, bool keep);

/* From now on the buffer's content goes through unchanged: a callback in PHP is not called any more, and not freed. */
void cenote_pass_through(php_output_handler *handler);

/* Reads a script that is about to be compiled, if its stream may wait. false: it cannot be read, which has been told. */
bool cenote_read_script(zend_file_handle *handle, int type);

php_stream *cenote_open_stream(const char *path);

/* The folder that relative paths begin in, which is a thread's own where several can run PHP. false: there is none any more. */
bool cenote_current_directory(char *path, size_t size);

/* A typed property no longer is what this reference refers to: its type binds the others no more. */
void cenote_property_leaves_reference(zval *reference, zend_property_info *property);

/* Makes the entry of a superglobal a reference, which the caller gets one of. One that is not there becomes null. */
void cenote_refer_to_superglobal(zend_string *name, zval *reference);

/* Keeps what header() collects, and has cenote_headers_are_neutral() look at it: on the command line, where nobody would send it. */
void cenote_isolate_headers(void);
/* At the request's end. */
void cenote_end_isolated_headers(void);
/* Whether the running coroutine has sent no header. */
bool cenote_headers_are_neutral(void);
/* Takes the headers out of the globals, where neutral ones remain. They are put back into neutral globals, or dropped. */
sapi_headers_struct *cenote_take_headers(void);
void cenote_put_headers(sapi_headers_struct *taken);
void cenote_drop_headers(sapi_headers_struct *taken);

/* The number of a resource, also of one that is closed; 0: it is no resource. */
zend_long cenote_resource_number(const zval *value);
/* The descriptor by which a stream can be waited for; -1: there is none, or it is no open stream. */
int cenote_stream_descriptor(zval *stream);
/* Whether an open stream has this number, and whether it has bytes in PHP's buffer that nobody has read. */
bool cenote_stream_is_open(zend_long number);
bool cenote_stream_has_buffered(zend_long number);

/* Marks against going round in circles, see runtime/engine/recursion.rs. What is told comes with a reference, which the function
 * that puts the mark back gives up. */
typedef void (*cenote_seen_mark)(void *data, zend_refcounted *what, uint32_t bits);
typedef void (*cenote_seen_guard)(void *data, zend_object *object, zend_string *name, uint32_t bits);
/* Takes the marks off a value, and what is below it, as far as there are any. */
void cenote_unprotect(zval *value, cenote_seen_mark seen, void *data);
/* The same for the arguments of a call. */
void cenote_unprotect_call(zend_execute_data *call, cenote_seen_mark seen, void *data);
void cenote_protect(zend_refcounted *what, uint32_t bits);
/* __get and its like, by property. */
void cenote_take_guards(zend_object *object, cenote_seen_guard seen, void *data);
void cenote_put_guards(zend_object *object, zend_string *name, uint32_t bits);

/* What the engine's interrupt is told to besides: from which machine code it has come. */
typedef void (*cenote_interrupt)(zend_execute_data *frame, const void *caller);
void cenote_set_interrupt(cenote_interrupt function);
/* For zend_interrupt_function. */
void cenote_on_interrupt(zend_execute_data *frame);

/* A question to name servers as res_nsearch() asks it, with a state of its own: the length of the answer, or -1 and the code that
 * h_errno would have. */
int cenote_search_records(const char *name, int class, int type, unsigned char *answer, int size, int *error);
/* res_nsearch(), and the error in its caller's state; state is null for res_search(). */
int cenote_res_nsearch(void *state, const char *name, int class, int type, unsigned char *answer, int size);
void cenote_set_record_error(void *state, int error);

#endif
