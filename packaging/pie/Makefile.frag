# Part of the Makefile that phpize's configure writes.
.PHONY: cenote-cargo cenote-header

# The folder is named, as CARGO_TARGET_DIR or cargo's own configuration may say another one.
cenote-cargo:
	cd $(top_srcdir)/../.. && $(if $(filter-out php-config,$(PHP_CONFIG)),PHP_CONFIG=$(PHP_CONFIG)) $(CARGO) build --release --locked --package cenote-php --target-dir target

$(phplibdir)/cenote.so: cenote-cargo
	@mkdir -p $(phplibdir)
	cp $(top_srcdir)/../../target/release/libcenote.so $@

install-modules: cenote-header

cenote-header:
	@$(mkinstalldirs) $(INSTALL_ROOT)$(phpincludedir)/ext/cenote
	$(INSTALL_DATA) $(top_srcdir)/../../crates/cenote-php/include/zend_async_pool.h $(INSTALL_ROOT)$(phpincludedir)/ext/cenote
