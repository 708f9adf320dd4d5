dnl For phpize, and so for PIE: configure finds Rust, make calls cargo, make install takes the module and the header.
PHP_ARG_ENABLE([cenote],
  [whether to build cenote],
  [AS_HELP_STRING([--enable-cenote], [Build cenote: coroutines, Async\Pool and the pooled PDO])],
  [yes])

if test "$PHP_CENOTE" != "no"; then
  AC_PATH_PROG([CARGO], [cargo], [], [$PATH:$HOME/.cargo/bin])
  if test -z "$CARGO"; then
    AC_MSG_ERROR([cargo was not found: cenote needs Rust 1.85 or newer (https://rustup.rs)])
  fi
  PHP_SUBST([CARGO])
  PHP_SUBST([PHP_CONFIG])
  PHP_MODULES="$PHP_MODULES \$(phplibdir)/cenote.so"
  PHP_ADD_MAKEFILE_FRAGMENT([$abs_srcdir/Makefile.frag], [$abs_srcdir], [$abs_builddir])
fi
