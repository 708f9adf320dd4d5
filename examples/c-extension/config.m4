dnl Built as any extension: phpize && ./configure && make
dnl zend_async_pool.h is where `make install` of cenote puts it, or where --with-cenote-headers says.
PHP_ARG_ENABLE([kv], [whether to build the example extension kv], [AS_HELP_STRING([--disable-kv], [do not build it])], [yes])
PHP_ARG_WITH([cenote-headers], [where zend_async_pool.h is],
  [AS_HELP_STRING([--with-cenote-headers=DIR], [folder of zend_async_pool.h])], [no], [no])

if test "$PHP_KV" != "no"; then
  if test "$PHP_CENOTE_HEADERS" != "no"; then
    PHP_ADD_INCLUDE([$PHP_CENOTE_HEADERS])
  else
    PHP_ADD_INCLUDE([$phpincludedir/ext/cenote])
  fi
  PHP_NEW_EXTENSION([kv], [kv.c kv_pool.c kv_connection.c], [$ext_shared])
fi
