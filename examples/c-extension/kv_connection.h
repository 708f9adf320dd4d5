/* One TCP connection to a key-value server that speaks the protocol of Redis. Knows nothing of pools. */
#ifndef KV_CONNECTION_H
#define KV_CONNECTION_H

#include "php.h"

typedef struct {
	php_stream *stream;
	bool broken; /* an answer did not come or was not understood: what follows could be somebody else's */
} kv_connection;

/* NULL and an exception if the server cannot be reached. */
kv_connection *kv_connect(zend_string *address);
void kv_disconnect(kv_connection *connection);
/* Whether the other side has not hung up; costs no round trip. */
bool kv_is_open(kv_connection *connection);
/* Sends a command and reads the answer: a string or null. false: an exception is set. */
bool kv_command(kv_connection *connection, zval *answer, uint32_t count, zend_string **words);

#endif
