# SPDX-License-Identifier: MIT
# The front door. `make run` and `make test` do all the set-up by themselves.
.PHONY: run test setup release asan check coverage clean

PROGRAM ?= examples/orders.ts

run: setup
	cmake --preset release
	cmake --build --preset release --target codemode
	./build/release/src/codemode run --demo --show-calls $(PROGRAM)

test: setup
	cmake --preset release
	cmake --build --preset release
	ctest --preset release --output-on-failure
	cmake --preset asan
	cmake --build --preset asan
	ctest --preset asan --output-on-failure

# Installs what is missing (Debian packages); quick when nothing is.
setup:
	@tools/setup

release: setup
	cmake --preset release
	cmake --build --preset release

asan: setup
	cmake --preset asan
	cmake --build --preset asan

# What a change has to pass besides the tests: layers, style, format.
check: setup
	tools/check-layers
	tools/check-format
	cmake --preset dev
	tools/check-tidy

# The whole suite with line counts; fails when src/js or src/regexp has less than
# 90 % of its lines run. Per file: build/cov/coverage.txt.
coverage: setup
	@tools/setup gcovr
	cmake --preset cov
	cmake --build --preset cov
	find build/cov -name '*.gcda' -delete
	ctest --preset cov
	tools/check-coverage build/cov

clean:
	rm -rf build
