/* What header() collects, for each coroutine by itself (SPEC 30.19). */
#include "shim.h"

static bool are_isolated = false;
/* What a coroutine begins with: no headers. */
static sapi_headers_struct neutral;
/* What the command line's PHP has instead, while they are not isolated. */
static int (*ignore_header)(sapi_header_struct *, sapi_header_op_enum, sapi_headers_struct *);
static unsigned char were_sent;
static bool were_unwanted;

void cenote_isolate_headers(void)
{
	/* Servers of PHP's own send them, with the output of whoever runs. */
	if (are_isolated || strcmp(sapi_module.name, "cli") != 0) {
		return;
	}
	neutral = SG(sapi_headers);
	neutral.headers.head = neutral.headers.tail = neutral.headers.traverse_ptr = NULL;
	neutral.headers.count = 0;
	neutral.mimetype = neutral.http_status_line = NULL;
	neutral.http_response_code = 0;
	neutral.send_default_content_type = true;
	ignore_header = sapi_module.header_handler;
	were_sent = SG(headers_sent);
	were_unwanted = SG(request_info).no_headers;
	/* Without a handler they are kept. Nobody sends them, so it is never too late for one. */
	sapi_module.header_handler = NULL;
	SG(headers_sent) = 0;
	SG(request_info).no_headers = true;
	are_isolated = true;
}

void cenote_end_isolated_headers(void)
{
	if (are_isolated) {
		sapi_module.header_handler = ignore_header;
		SG(headers_sent) = were_sent;
		SG(request_info).no_headers = were_unwanted;
		are_isolated = false;
	}
}

bool cenote_headers_are_neutral(void)
{
	const sapi_headers_struct *now = &SG(sapi_headers);
	return !are_isolated
		|| (now->headers.count == 0 && now->http_response_code == neutral.http_response_code
			&& now->send_default_content_type == neutral.send_default_content_type && !now->mimetype && !now->http_status_line);
}

sapi_headers_struct *cenote_take_headers(void)
{
	sapi_headers_struct *taken = pemalloc(sizeof(sapi_headers_struct), true);
	*taken = SG(sapi_headers);
	SG(sapi_headers) = neutral;
	return taken;
}

void cenote_put_headers(sapi_headers_struct *taken)
{
	SG(sapi_headers) = *taken;
	pefree(taken, true);
}

void cenote_drop_headers(sapi_headers_struct *taken)
{
	zend_llist_destroy(&taken->headers);
	if (taken->mimetype) {
		efree(taken->mimetype);
	}
	if (taken->http_status_line) {
		efree(taken->http_status_line);
	}
	pefree(taken, true);
}
