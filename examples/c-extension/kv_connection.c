#include "kv_connection.h"
#include "main/php_network.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

kv_connection *kv_connect(zend_string *address)
{
	struct timeval patience = {5, 0};
	zend_string *problem = NULL;
	int code = 0;
	kv_connection *connection;
	/* Waiting for the handshake suspends this coroutine only: PHP's streams wait by poll(), which cenote sees. */
	php_stream *stream = php_stream_xport_create(ZSTR_VAL(address), ZSTR_LEN(address), 0,
		STREAM_XPORT_CLIENT | STREAM_XPORT_CONNECT, NULL, &patience, NULL, &problem, &code);

	if (stream == NULL) {
		if (!EG(exception)) {
			zend_throw_exception_ex(NULL, code, "kv: cannot connect to %s: %s", ZSTR_VAL(address),
				problem != NULL ? ZSTR_VAL(problem) : "unknown reason");
		}
		if (problem != NULL) {
			zend_string_release(problem);
		}
		return NULL;
	}
	stream->flags |= PHP_STREAM_FLAG_SUPPRESS_ERRORS; /* they are told as exceptions */
	connection = emalloc(sizeof(*connection));
	connection->stream = stream;
	connection->broken = false;
	return connection;
}

void kv_disconnect(kv_connection *connection)
{
	php_stream_close(connection->stream);
	efree(connection);
}

bool kv_is_open(kv_connection *connection)
{
	return php_stream_set_option(connection->stream, PHP_STREAM_OPTION_CHECK_LIVENESS, 0, NULL) != PHP_STREAM_OPTION_RETURN_ERR;
}

static bool lost(kv_connection *connection)
{
	connection->broken = true;
	if (!EG(exception)) {
		zend_throw_exception(NULL, "kv: the connection was lost before the answer was complete", 0);
	}
	return false;
}

/* The rest of a bulk string of `length` bytes, and its end of line. */
static zend_string *read_bulk(kv_connection *connection, size_t length)
{
	zend_string *text = zend_string_safe_alloc(1, length, 2, false);
	size_t have = 0;
	while (have < length + 2) {
		ssize_t got = php_stream_read(connection->stream, ZSTR_VAL(text) + have, length + 2 - have);
		if (got <= 0) {
			zend_string_efree(text);
			return NULL;
		}
		have += (size_t) got;
	}
	text = zend_string_truncate(text, length, false);
	ZSTR_VAL(text)[length] = '\0';
	return text;
}

bool kv_command(kv_connection *connection, zval *answer, uint32_t count, zend_string **words)
{
	smart_str request = {0};
	char line[512];
	uint32_t i;
	zend_string *text;

	smart_str_append_printf(&request, "*%u\r\n", count);
	for (i = 0; i < count; i++) {
		smart_str_append_printf(&request, "$%zu\r\n", ZSTR_LEN(words[i]));
		smart_str_append(&request, words[i]);
		smart_str_appends(&request, "\r\n");
	}
	smart_str_0(&request);
	i = php_stream_write(connection->stream, ZSTR_VAL(request.s), ZSTR_LEN(request.s)) == (ssize_t) ZSTR_LEN(request.s);
	smart_str_free(&request);
	if (!i || EG(exception) || php_stream_get_line(connection->stream, line, sizeof(line), NULL) == NULL || EG(exception)) {
		return lost(connection);
	}
	line[strcspn(line, "\r\n")] = '\0';
	switch (line[0]) {
		case '+':
		case ':':
			ZVAL_STRING(answer, line + 1);
			return true;
		case '-':
			zend_throw_exception_ex(NULL, 0, "kv: the server refuses: %s", line + 1);
			return false;
		case '*': /* of lists, only the empty answer */
		case '$':
			if (line[1] == '-') {
				ZVAL_NULL(answer);
				return true;
			}
			if (line[0] == '*') {
				return lost(connection);
			}
			text = read_bulk(connection, (size_t) ZEND_STRTOL(line + 1, NULL, 10));
			if (text == NULL) {
				return lost(connection);
			}
			ZVAL_STR(answer, text);
			return true;
		default:
			return lost(connection);
	}
}
