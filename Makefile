# Everything a person or a machine does with this project. Each target does its own set-up.
# Needed beforehand: Python 3.11 or newer (with its venv module), make, git.

PYTHON ?= python3
UV := .tools/bin/uv
BIN := .venv/bin
BROWSER ?= 1
POSTGRES ?= 1
COMPILER ?= 1
HOST ?= 127.0.0.1
SCALE ?= 1
NPM := $(shell command -v npm)
# The client's sources, without its tests and the settings of the tools that check it.
CLIENT := build_client.py $(shell find web src/paddock/games/*/web examples/*/src/*/web -name node_modules -prune -o -type f \
  ! -name '*.test.ts' ! -name eslint.config.js ! -name prettier.config.js ! -name vitest.config.ts -print 2>/dev/null)

# The environment is always .venv, made with $(PYTHON): never another one, never a downloaded interpreter.
export UV_PROJECT_ENVIRONMENT := .venv
export UV_PYTHON_DOWNLOADS := never
# Libraries start three times as fast, also where Python may not write beside them.
export UV_COMPILE_BYTECODE ?= 1

# A script of web/package.json. The tools it runs are installed for developers only: playing needs none of them.
TOOLS := $(if $(NPM),web/node_modules/.tools)
client = $(if $(NPM),cd web && npm run --silent $(1),@echo "npm is not here: the client goes without 'npm run $(1)'")

.DEFAULT_GOAL := help
.PHONY: help play test check coverage lint types format bench torture clauses golden clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-8s %s\n", $$1, $$2}' Makefile

play: ## play in the browser (HOST=0.0.0.0: with others on your network)
	@./paddock serve --host '$(HOST)'

# Workers and many short processes load the same files: Python keeps them compiled, even where it was told not to.
test: export PYTHONDONTWRITEBYTECODE :=
test: .venv/.ok $(TOOLS) ## run the tests (BROWSER=0, POSTGRES=0, COMPILER=0: without those that need one; make check: with the long ones)
ifneq ($(BROWSER),0)
	@$(BIN)/python tools/ensure_browser.py >/dev/null
endif
ifneq ($(POSTGRES),0)
	@$(BIN)/python tools/ensure_postgres.py >/dev/null
endif
ifneq ($(COMPILER),0)
	@$(BIN)/python tools/ensure_compiler.py >/dev/null
endif
	$(call client,test)
	$(BIN)/python -m paddock.testing compile
	$(BIN)/python -m pytest -n 4 --dist worksteal $(if $(filter 0,$(BROWSER)),--ignore tests/browser) -m '$(CHOSEN)$(WITHOUT)'

CHOSEN := not long
check: CHOSEN := (long or not long)
WITHOUT := $(if $(filter 0,$(POSTGRES)), and not postgres)$(if $(filter 0,$(COMPILER)), and not compiler)
check: lint types test coverage ## format check, lint, strict types, all tests and their coverage: what CI runs

# Tracing slows interpreted rules down, and compiled ones are not seen: so the quick tests of the parts below the games.
COVERED := tests/engine tests/series src/paddock/games/_template
coverage: .venv/.ok ## how much of the engine and the series their own tests run
	@mkdir -p .pytest_cache
	@$(BIN)/python -m coverage run -m pytest -q $(COVERED) -m 'not long' -k 'not conformance and not native' >.pytest_cache/covering.txt \
	  || { cat .pytest_cache/covering.txt; exit 1; }
	@echo "coverage of src/paddock/engine and src/paddock/series by $(COVERED):" \
	  "$$($(BIN)/python -m coverage report --format=total --include='src/paddock/engine/*,src/paddock/series/*') %"

lint: .venv/.ok $(TOOLS) ## format check and lint, of the browser client too where npm is
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(call client,lint)

types: .venv/.ok $(TOOLS) ## strict type check, of the browser client too where npm is
	$(BIN)/basedpyright
	$(call client,check)

format: .venv/.ok $(TOOLS) ## format the code and mend what the linter can mend
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(call client,format)

bench: .venv/.bench ## measure speed, also against other implementations
	$(BIN)/paddock bench
	$(BIN)/python -m bench
	$(BIN)/python -m bench.search
	$(BIN)/python -m bench.lab
	$(BIN)/python -m bench.envs
	$(BIN)/python -m bench.load --seconds 5
	$(BIN)/python -m bench.live --seconds 5
	$(BIN)/python -m bench.stores --rounds 1
	$(BIN)/python -m bench.delay --races 100

torture: .venv/.ok ## the long proofs of the server, on loopback: at most five hours (SCALE=0.01: some minutes)
	$(BIN)/python -m bench.torture --scale $(SCALE)

clauses: .venv/.ok ## for each game: rule clauses, how many are tested, which are not
	@$(BIN)/python -m paddock.testing clauses

golden: .venv/.ok ## write the golden playthroughs anew (then read the difference)
	$(BIN)/python -m paddock.testing golden --write

clean: ## remove the environment, the tools and all caches
	rm -rf .venv .venv.before .tools .pytest_cache .ruff_cache .hypothesis build dist bench/build web/node_modules src/paddock/print/static src/paddock/server/static examples/*/src/*/static
	find src tests bench examples -name __pycache__ -type d -prune -exec rm -rf {} +

# --- set-up -----------------------------------------------------------------------------------------------------------

# An environment that was made for another folder would run that folder's code.
ifneq "$(shell cat .venv/.folder 2>/dev/null)" "$(shell pwd -P)"
ELSEWHERE := elsewhere
endif
.PHONY: elsewhere
elsewhere:

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "paddock needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." >&2; \
	  echo "Name another one like this: make PYTHON=python3.12 test" >&2; exit 1; }
	$(PYTHON) -m venv --clear .tools
	.tools/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.7

SOURCES := $(UV) tools/set_up.py pyproject.toml uv.lock $(CLIENT) $(ELSEWHERE)

.venv/.play: $(SOURCES)
	@PYTHON=$(PYTHON) $(PYTHON) tools/set_up.py play

.venv/.ok: $(SOURCES)
	@PYTHON=$(PYTHON) $(PYTHON) tools/set_up.py dev

.venv/.bench: $(SOURCES)
	@PYTHON=$(PYTHON) $(PYTHON) tools/set_up.py bench

# Set-up comes first: it may install what the client is built with, and so remove these.
web/node_modules/.tools: web/package.json web/package-lock.json | .venv/.ok
	cd web && npm ci --no-audit --no-fund --prefer-offline --fetch-retries=1 --fetch-timeout=30000
	@cd web && cat package.json package-lock.json | tee node_modules/.installed >node_modules/.tools
