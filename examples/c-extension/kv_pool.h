/* The pool of a Kv\Client, and the connection that each coroutine has of it. */
#ifndef KV_POOL_H
#define KV_POOL_H

#include "kv_connection.h"
#include "zend_async_pool.h"

typedef struct {
	zend_async_pool_t *pool;
	zend_object *owner;     /* the object that this is a part of */
	zend_string *address;
	HashTable bound;        /* coroutine id => kv_binding */
	uint32_t failures;      /* connects that failed in a row */
	time_t tripped;         /* when the breaker was opened */
} kv_pool;

/* false: an exception is set. */
bool kv_pool_open(kv_pool *kv, zend_object *owner, zend_string *address, zend_long max);
void kv_pool_close(kv_pool *kv);
/* The running coroutine's connection, for as long as the coroutine lives. NULL: an exception is set. */
kv_connection *kv_pool_connection(kv_pool *kv);
/* After an error: a broken connection is given back at once, so that the next call gets a fresh one. */
void kv_pool_after_error(kv_pool *kv);
/* Waits until one of two pools has a connection, at most so many ms: 0, 1, or a ZEND_ASYNC_WAIT_… constant. */
int kv_pool_first_ready(kv_pool *const *pools, zend_long timeout);

#endif
