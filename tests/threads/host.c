/*
 * A program that serves requests on several threads, as FrankenPHP and Apache's event MPM do:
 *   host THREADS REQUESTS REQUESTS_PER_THREAD INI SCRIPT [ARGUMENT …]
 * Each place of THREADS serves REQUESTS requests of the script, one after another; its thread ends after REQUESTS_PER_THREAD, and a
 * new one goes on. INI are lines of php.ini. The script gets the number of the place and of the request, and the arguments; it
 * has to print "ok" and nothing else.
 */
#include "sapi/embed/php_embed.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>

static int requests, per_thread, argument_count;
static char **arguments, *script;
static atomic_int served, failed;

static __thread char answer[4096];
static __thread size_t length;

struct place {
	int number, first;
	pthread_t thread;
};

static size_t collect(const char *text, size_t size)
{
	size_t room = sizeof(answer) - length, fits = size < room ? size : room;
	memcpy(answer + length, text, fits);
	length += fits;
	return size;
}

static void say(const char *text, int kind)
{
	(void) kind;
	collect(text, strlen(text));
}

static void serve(const struct place *place, int request)
{
	char number[2][16], *argv[64];
	zend_file_handle file;
	int count = 0, i;

	snprintf(number[0], sizeof(number[0]), "%d", place->number);
	snprintf(number[1], sizeof(number[1]), "%d", request);
	argv[count++] = script;
	argv[count++] = number[0];
	argv[count++] = number[1];
	for (i = 0; i < argument_count && count < 64; i++) {
		argv[count++] = arguments[i];
	}
	length = 0;
	memset(&SG(request_info), 0, sizeof(SG(request_info)));
	SG(request_info).argc = count;
	SG(request_info).argv = argv;
	SG(headers_sent) = 1;
	SG(request_info).no_headers = 1;
	if (php_request_startup() == FAILURE) {
		collect("no request\n", 11);
	} else {
		zend_stream_init_filename(&file, script);
		zend_first_try {
			php_execute_script(&file);
		} zend_end_try();
		zend_destroy_file_handle(&file);
		php_request_shutdown(NULL);
	}
	atomic_fetch_add(&served, 1);
	if (length != 2 || memcmp(answer, "ok", 2) != 0) {
		atomic_fetch_add(&failed, 1);
		fprintf(stderr, "place %d, request %d: %.*s\n", place->number, request, (int) length, answer);
	}
}

static void *run(void *data)
{
	const struct place *place = data;
	int request;

	ts_resource(0);
	for (request = place->first; request < requests && request < place->first + per_thread; request++) {
		serve(place, request);
	}
	ts_free_thread();
	return NULL;
}

/* Has threads serve the requests of one place, each after the one before. */
static void *keep(void *data)
{
	struct place *place = data;
	for (place->first = 0; place->first < requests; place->first += per_thread) {
		if (pthread_create(&place->thread, NULL, run, place) != 0) {
			fprintf(stderr, "no thread\n");
			exit(2);
		}
		pthread_join(place->thread, NULL);
	}
	return NULL;
}

static int count_descriptors(void)
{
	int count = 0, fd;
	for (fd = 0; fd < 4096; fd++) {
		count += fcntl(fd, F_GETFD) >= 0;
	}
	return count;
}

static long resident(void)
{
	long pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (file) {
		if (fscanf(file, "%*s %ld", &pages) != 1) {
			pages = 0;
		}
		fclose(file);
	}
	return pages * 4;
}

int main(int argc, char **argv)
{
	pthread_t keepers[64];
	struct place places[64];
	int threads, i;

	if (argc < 6 || (threads = atoi(argv[1])) < 1 || threads > 64) {
		fprintf(stderr, "host THREADS REQUESTS REQUESTS_PER_THREAD INI SCRIPT [ARGUMENT …]\n");
		return 2;
	}
	requests = atoi(argv[2]);
	per_thread = atoi(argv[3]);
	script = argv[5];
	arguments = argv + 6;
	argument_count = argc - 6;

	php_tsrm_startup();
	zend_signal_startup();
	php_embed_module.php_ini_ignore = 1;
	php_embed_module.ub_write = collect;
	php_embed_module.log_message = say;
	sapi_startup(&php_embed_module);
	/* It clears them. */
	php_embed_module.ini_entries = strdup(argv[4]);
	if (php_embed_module.startup(&php_embed_module) == FAILURE) {
		fprintf(stderr, "%.*s\nPHP does not start\n", (int) length, answer);
		return 2;
	}
	if (length > 0) {
		fprintf(stderr, "at the start: %.*s\n", (int) length, answer);
		return 2;
	}
	int rounds = getenv("ROUNDS") ? atoi(getenv("ROUNDS")) : 1;
	for (int round = 0; round < rounds; round++) {
		for (i = 0; i < threads; i++) {
			places[i].number = i;
			pthread_create(&keepers[i], NULL, keep, &places[i]);
		}
		for (i = 0; i < threads; i++) {
			pthread_join(keepers[i], NULL);
		}
		fprintf(stderr, "round %d: %d served, %d failed; %d descriptors, %ld kB\n", round + 1, served, failed, count_descriptors(), resident());
	}
	php_module_shutdown();
	sapi_shutdown();
	tsrm_shutdown();
	return failed != 0;
}
