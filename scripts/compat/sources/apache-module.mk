# PHP as a module for Apache, from the objects of a tree that was configured for the embed SAPI (configure takes one library at a time).
# In the tree: make -f …/apache-module.mk APACHE_INCLUDES=…      makes .libs/mod_php.so
include Makefile

APACHE_OBJS = $(patsubst %.c,%.lo,$(wildcard sapi/apache2handler/*.c))

mod_php.la: $(PHP_GLOBAL_OBJS) main/internal_functions.lo $(APACHE_OBJS)
	$(LIBTOOL) --tag=CC --mode=link $(CC) -shared $(CFLAGS) $(EXTRA_CFLAGS) -rpath $(prefix) $(EXTRA_LDFLAGS) $(LDFLAGS) $^ $(EXTRA_LIBS) -o $@

sapi/apache2handler/%.lo: sapi/apache2handler/%.c
	$(LIBTOOL) --tag=CC --mode=compile $(CC) -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -DLINUX $(APACHE_INCLUDES) -I. $(COMMON_FLAGS) $(CFLAGS_CLEAN) $(EXTRA_CFLAGS) -c $< -o $@
