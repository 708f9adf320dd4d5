/* A test extension that puts its own compiler in the place of PHP's for each request, and does not call those who were there before:
 * what would have told them that PHP compiles is not told (SPEC 30.12). */
#include <php.h>
#include <zend_compile.h>

static zend_op_array *(*file_before)(zend_file_handle *, int);
static zend_op_array *(*string_before)(zend_string *, const char *, zend_compile_position);

static zend_op_array *own_file(zend_file_handle *handle, int type) { return compile_file(handle, type); }

static zend_op_array *own_string(zend_string *source, const char *filename, zend_compile_position position)
{
    return compile_string(source, filename, position);
}

PHP_RINIT_FUNCTION(own_compiler)
{
    file_before = zend_compile_file;
    string_before = zend_compile_string;
    zend_compile_file = own_file;
    zend_compile_string = own_string;
    return SUCCESS;
}

PHP_RSHUTDOWN_FUNCTION(own_compiler)
{
    zend_compile_file = file_before;
    zend_compile_string = string_before;
    return SUCCESS;
}

static zend_module_entry own_compiler_module_entry = {STANDARD_MODULE_HEADER, "own_compiler", NULL, NULL, NULL,
    PHP_RINIT(own_compiler), PHP_RSHUTDOWN(own_compiler), NULL, "1", STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(own_compiler)
