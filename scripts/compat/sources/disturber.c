/* A test extension that calls what cenote replaces from where it must not disturb: signal handlers at any instruction, and
 * other threads (SPEC 29.9, 29.10).
 *
 *   disturb_by_signals(int $hertz)   from now on a handler of C calls one of the functions each time
 *   disturb_by_threads(int $count)   so many threads call them in turn
 *   disturb_close(int $fd)           a handler closes this descriptor, once
 *   disturb_stop(): array            how often each was called
 */
#define _GNU_SOURCE
#include <php.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CLOSE, CLOSE_NOTHING, POLL, POLL_READY, PPOLL, SELECT, SLEEP, USLEEP, NANOSLEEP, CLOCK_NANOSLEEP, READ, WRITE, RECV,
    RECVFROM, RECVMSG, ACCEPT, ACCEPT4, CONNECT, KILL, DUP2, SIGACTION, SIGNAL, FLOCK, FORK, CALLS };

static const char *const NAMES[CALLS] = {"close", "close(-1)", "poll", "poll (ready)", "ppoll", "select", "sleep", "usleep", "nanosleep",
    "clock_nanosleep", "read", "write", "recv", "recvfrom", "recvmsg", "accept", "accept4", "connect", "kill", "dup2", "sigaction",
    "signal", "flock", "fork"};

static atomic_ulong counts[CALLS];
static atomic_int to_close = -1;
static atomic_int running;
static int pair[2], empty[2], listener, null;
static unsigned next;
static pthread_t threads[16];
static int thread_count;

static void ignore(int number) { (void) number; }

/* Everything here is async-signal-safe, but for flock, which is a system call. */
static void call(int what, int may_fork)
{
    char byte = 0;
    struct pollfd one = {.fd = empty[0], .events = POLLIN};
    struct pollfd ready = {.fd = pair[1], .events = POLLOUT};
    struct timespec moment = {0, 20000};
    struct timeval short_while = {0, 20};
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    struct sigaction action = {.sa_handler = ignore};
    struct sockaddr_in nobody = {.sin_family = AF_INET, .sin_port = htons(1), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    fd_set set;
    int fd;
    pid_t child;
    switch (what) {
        case CLOSE: fd = dup(null); close(fd); break;
        case CLOSE_NOTHING: close(-1); break;
        case POLL: poll(&one, 1, 1); break;
        case POLL_READY: poll(&ready, 1, 100); break;
        case PPOLL: ppoll(&one, 1, &moment, NULL); break;
        case SELECT:
            FD_ZERO(&set);
            if (empty[0] < FD_SETSIZE) { FD_SET(empty[0], &set); }
            select(empty[0] + 1, &set, NULL, NULL, &short_while);
            break;
        case SLEEP: sleep(0); break;
        case USLEEP: usleep(20); break;
        case NANOSLEEP: nanosleep(&moment, NULL); break;
        case CLOCK_NANOSLEEP: clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL); break;
        case READ: (void) !read(null, &byte, 1); break;
        case WRITE: (void) !write(null, &byte, 1); break;
        case RECV: recv(empty[0], &byte, 1, 0); break; /* blocks, for a millisecond */
        case RECVFROM: recvfrom(empty[0], &byte, 1, 0, NULL, NULL); break;
        case RECVMSG: recvmsg(empty[0], &message, 0); break;
        case ACCEPT: accept(listener, NULL, NULL); break; /* the same */
        case ACCEPT4: accept4(listener, NULL, NULL, 0); break;
        case CONNECT:
            fd = socket(AF_INET, SOCK_STREAM, 0);
            connect(fd, (struct sockaddr *) &nobody, sizeof nobody);
            close(fd);
            break;
        case KILL: kill(getpid(), 0); break;
        case DUP2: fd = dup(null); dup2(null, fd); close(fd); break;
        case SIGACTION: sigaction(SIGUSR2, &action, NULL); break;
        case SIGNAL: signal(SIGUSR2, ignore); break;
        case FLOCK: flock(null, LOCK_SH); flock(null, LOCK_UN); break;
        case FORK:
            if (!may_fork || atomic_load(&counts[FORK]) % 8) { break; }
            child = fork();
            if (child == 0) { _exit(0); }
            if (child > 0) { waitpid(child, NULL, 0); }
            break;
    }
    atomic_fetch_add(&counts[what], 1);
}

static void on_signal(int number)
{
    int before = errno, fd = atomic_exchange(&to_close, -1);
    (void) number;
    if (fd >= 0) {
        close(fd);
    } else if (atomic_load(&running)) {
        call(next++ % CALLS, 1);
    }
    errno = before;
}

static void *in_thread(void *unused)
{
    (void) unused;
    for (unsigned turn = 0; atomic_load(&running); turn++) {
        /* Handlers of signals are the process's. */
        int what = turn % CALLS;
        if (what != SIGACTION && what != SIGNAL) { call(what, 0); }
    }
    return NULL;
}

static void prepare(void)
{
    struct timeval limit = {0, 1000};
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    if (!null) {
        null = open("/dev/null", O_RDWR);
        socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
        socketpair(AF_UNIX, SOCK_STREAM, 0, empty);
        listener = socket(AF_INET, SOCK_STREAM, 0);
        bind(listener, (struct sockaddr *) &any, sizeof any);
        listen(listener, 1);
        setsockopt(empty[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    }
    atomic_store(&running, 1);
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_one, 0, 0, 1)
    ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()
ZEND_BEGIN_ARG_INFO_EX(arginfo_none, 0, 0, 0)
ZEND_END_ARG_INFO()

PHP_FUNCTION(disturb_by_signals)
{
    zend_long hertz;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    struct itimerval span = {0};
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_LONG(hertz)
    ZEND_PARSE_PARAMETERS_END();
    prepare();
    sigaction(SIGALRM, &action, NULL);
    span.it_interval.tv_usec = span.it_value.tv_usec = 1000000 / hertz;
    setitimer(ITIMER_REAL, &span, NULL);
}

PHP_FUNCTION(disturb_by_threads)
{
    zend_long count;
    sigset_t all, before;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_LONG(count)
    ZEND_PARSE_PARAMETERS_END();
    prepare();
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    for (thread_count = 0; thread_count < count && thread_count < 16; thread_count++) {
        pthread_create(&threads[thread_count], NULL, in_thread, NULL);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

PHP_FUNCTION(disturb_close)
{
    zend_long fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_LONG(fd)
    ZEND_PARSE_PARAMETERS_END();
    atomic_store(&to_close, (int) fd);
}

PHP_FUNCTION(disturb_stop)
{
    struct itimerval never = {0};
    ZEND_PARSE_PARAMETERS_NONE();
    setitimer(ITIMER_REAL, &never, NULL);
    atomic_store(&running, 0);
    while (thread_count > 0) {
        pthread_join(threads[--thread_count], NULL);
    }
    array_init(return_value);
    for (int what = 0; what < CALLS; what++) {
        add_assoc_long(return_value, NAMES[what], (zend_long) atomic_load(&counts[what]));
    }
}

static const zend_function_entry functions[] = {
    PHP_FE(disturb_by_signals, arginfo_one)
    PHP_FE(disturb_by_threads, arginfo_one)
    PHP_FE(disturb_close, arginfo_one)
    PHP_FE(disturb_stop, arginfo_none)
    PHP_FE_END
};

zend_module_entry disturber_module_entry = {
    STANDARD_MODULE_HEADER, "disturber", functions, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(disturber)
