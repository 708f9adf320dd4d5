/* A program that starts PHP and ends it, several times in one process: embed TIMES SCRIPT. */
#include <sapi/embed/php_embed.h>

int main(int count, char **arguments)
{
    int starts = count > 2 ? atoi(arguments[1]) : 0;
    for (int start = 0; start < starts; start++) {
        zend_file_handle script;
        if (php_embed_init(count, arguments) == FAILURE) {
            fprintf(stderr, "start %d failed\n", start + 1);
            return 1;
        }
        zend_first_try {
            zend_stream_init_filename(&script, arguments[2]);
            php_execute_script(&script);
        } zend_end_try();
        php_embed_shutdown();
        fflush(stdout);
    }
    printf("%d starts\n", starts);
    return 0;
}
