# Every target is a small script under scripts/; this file only names them.
.DEFAULT_GOAL := help
.PHONY: help setup build install uninstall deb archives stubs docs test-docs demo live check test test-all mutants test-php84 test-php85 test-zts test-aarch64 test-phpt spec-coverage semver public-api valgrind fuzz-php soak chaos closing bench-php bench-db bench-hosts bench-rust

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' Makefile

setup: ## install what is missing (Debian, as root) and check the Rust version
	@scripts/setup.sh test

build: ## the extension in release mode: target/release/libcenote.so
	@scripts/build.sh

install: ## build, and put the extension, its ini file and the C header where PHP looks (as root; DESTDIR=folder)
	@scripts/build.sh
	@scripts/release/install.sh

uninstall: ## take all of that away again
	@scripts/release/install.sh uninstall

deb: ## build a Debian package for this machine's PHP, in target/deb
	@scripts/build.sh
	@scripts/release/deb.sh

archives: ## what people install without a compiler, in target/dist: for this machine's PHP, or PHPS="8.2 8.4 8.5"; then tried in clean systems (as root)
	@scripts/release/archives.sh $(PHPS)
	@scripts/release/try.sh

stubs: ## write stubs/cenote.php anew from the extension's signatures, and the API reference from it
	@scripts/build.sh
	@scripts/check/stubs.sh

docs: ## the manual as a site: target/manual/index.html
	@scripts/release/manual.sh

test-docs: ## every code block and link of README and manual, and the pages that are made from the source
	@cargo test --quiet --locked --doc --workspace --exclude cenote-php
	@scripts/check/test.sh build examples doc-blocks doc-links messages plots waits c-example rust-examples comparison

demo: ## install what is missing, build, and run examples/orders.php; DSN='pgsql:host=…' for a server, DB_USER, DB_PASSWORD
	@scripts/build.sh
	@CENOTE_CLIENTS="mysqlnd pdo_mysql pdo_pgsql odbc pdo_odbc" DB_USER='$(DB_USER)' DB_PASSWORD='$(DB_PASSWORD)' scripts/php.sh examples/orders.php $(if $(DSN),'$(DSN)')

live: ## a page that shows a pool at work and lets you disturb it, on SQLite; DSN='pgsql:host=…', DB_USER, DB_PASSWORD, LISTEN=127.0.0.1:8090
	@scripts/build.sh
	@DB_USER='$(DB_USER)' DB_PASSWORD='$(DB_PASSWORD)' LISTEN='$(LISTEN)' scripts/examples/live.sh $(if $(DSN),'$(DSN)')

check: ## the quick look before a commit: format, lints, tests that need neither server nor valgrind; two minutes
	@scripts/check/quick.sh

test: ## everything that must pass: format, lints, core, .phpt tests, valgrind, demo, spec coverage
	@scripts/check/test.sh

test-all: ## test, and the compatibility runs in full: PHP's tests, engine modes, servers, other extensions, costs, mutants
	@scripts/compat/all.sh

mutants: ## break each statement of SPEC 34 in turn and see a test turn red; MUTANTS=name for some of them
	@scripts/setup.sh test
	@scripts/check/mutants.sh $(MUTANTS)

test-php84: ## build and test with the PHP 8.4 of Debian 13, in a Debian of its own below target/ (as root); PARTS="build phpt" for some
	@scripts/compat/debian-php.sh 8.4 $(PARTS)

test-php85: ## the same with PHP 8.5, of Debian's development branches
	@scripts/compat/debian-php.sh 8.5 $(PARTS)

test-zts: ## build and test with a thread-safe PHP, made from Debian's source package: on one thread, and on many at once; PARTS="phpt threads" for some
	@scripts/check/zts.sh $(PARTS)

test-aarch64: ## build for aarch64 and test with its PHP under qemu (slow; as root for the installation); TESTS=path for some of them
	@scripts/compat/aarch64.sh $(TESTS)

test-phpt: ## the extension's own tests; TESTS=path for some of them, OPCACHE=1 with opcache and JIT
	@scripts/build.sh
	@scripts/check/phpt.sh $(if $(OPCACHE),--opcache) $(TESTS)

spec-coverage: ## each number of the specification with its tests
	@scripts/docs/spec-coverage.php

semver: ## the Rust crates' public API beside the last release, or beside BASE=commit (cargo-semver-checks)
	@scripts/release/semver.sh $(BASE)

public-api: ## write the signatures of the Rust crates anew: crates/*/public-api.txt
	@scripts/rust-api/public-api.php renew

valgrind: ## chosen .phpt tests and the growth check under valgrind; TESTS=path for some, TESTS=all; TESTS=--wait for real servers
	@scripts/setup.sh test
	@scripts/build.sh
	@$(if $(filter --wait,$(TESTS)),scripts/servers/run.sh) scripts/check/valgrind.sh $(TESTS)

fuzz-php: ## random PHP programs against the extension; SEEDS=40 of them, from FIRST on; OPCACHE=1, VALGRIND=1
	@scripts/build.sh
	@scripts/stress/fuzz.sh $(SEEDS) $(FIRST)

soak: ## coroutines on real servers under faults, for MINUTES=10 or SECONDS=60; SEED=n
	@scripts/setup.sh test
	@scripts/build.sh
	@SEED=$(SEED) scripts/stress/soak.sh $(if $(SECONDS),$(SECONDS),$$(($(or $(MINUTES),10) * 60)))

chaos: ## money transferred through one pooled PDO under faults, on each server, for SECONDS=60; SEED=n
	@scripts/setup.sh test
	@scripts/build.sh
	@SEED=$(SEED) scripts/stress/chaos.sh $(SECONDS)

closing: ## streams and clients are closed while others are inside, for SECONDS=60; SEED=n, KIND=redis, VALGRIND=1
	@scripts/setup.sh test
	@scripts/build.sh
	@SEED=$(SEED) KIND=$(KIND) scripts/stress/closing.sh $(if $(VALGRIND),--valgrind) $(SECONDS)

bench-php: ## the extension against plain PHP; writes docs/reports/bench-php.md
	@scripts/build.sh
	@scripts/bench/php.sh

bench-db: ## stock clients on real servers: concurrency, CPU time per request, the pace of a timer
	@scripts/setup.sh test
	@scripts/build.sh
	@scripts/bench/db.sh

bench-hosts: ## HTTP servers of CENOTE_HOSTS on their own loops and on ours
	@scripts/build.sh
	@scripts/bench/hosts.sh

bench-rust: ## the Rust crate against other pools; writes docs/reports/bench-rust.md
	@scripts/bench/rust.sh
