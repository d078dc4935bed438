# Every target sets up what it needs, in .venv, from pinned and hashed packages. `make help` lists them.

PYTHON ?= python3
OUT ?= dist
WORKERS ?= 4
ENGINE ?= chromium
SECONDS ?= 60
EXAMPLES ?= 1000

BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
VENDOR := src/easycompilers_site/vendor/vendor.json
VENDOR_INPUTS := .npmrc package.json package-lock.json hatch_build.py hatch_fonts.py hatch_snapshot.mjs $(wildcard static/editor/* static/rich/*) \
  src/easycompilers_site/bundle.py $(wildcard src/coursekit/*.py static/python/*.py) static/python/start.js
READY := .venv/installed $(VENDOR)
UV_VERSION := 0.13.9
TWINE_VERSION := 7.0.0
ATHERIS_VERSION := 3.0.0

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help build serve docs test fuzz services benchmark page pictures checkers browsers release constraints clean

help: ## lists these targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1 \t\2/p' Makefile | expand -t 22
	@echo
	@echo "  make test TESTS='tests/packaging -k wheel'   runs some of the tests"
	@echo "  make test TESTS='--engine firefox'           runs the browser tests in one engine"
	@echo "  make build OUT=/some/folder                  builds into another folder"

build: $(READY) ## builds the site into dist/
	$(BIN)/easycompilers build --out "$(OUT)"

serve: $(READY) ## serves the site on this machine, shows each saved change
	$(BIN)/easycompilers serve

docs: $(READY) ## builds the documentation for authors into docs/dist/
	$(BIN)/easycompilers build docs

# Tests start Python again and again, and draw with the same templates: what was compiled is kept, whatever else the shell asks for.
test: export PYTHONDONTWRITEBYTECODE =
test: $(READY) ## runs all tests; says which browsers are missing and were not tested in
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(TESTS)

fuzz: $(READY) build/fuzz/atheris ## tries the readers with made-up input for SECONDS each (60); what breaks one is kept in tests/fuzz/
	@for target in $$($(BIN)/python tests/fuzz.py --list); do \
	  echo "$$target:"; mkdir -p build/fuzz/found/$$target tests/fuzz/$$target; \
	  PYTHONPATH=build/fuzz $(BIN)/python tests/fuzz.py $$target build/fuzz/found/$$target tests/fuzz/$$target \
	    -max_total_time=$(SECONDS) -artifact_prefix=tests/fuzz/$$target/ -print_final_stats=1 -verbosity=0 -timeout=10 -rss_limit_mb=2048 || exit 1; \
	done
	EASYCOMPILERS_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest -q tests/test_text_properties.py tests/test_term_properties.py

build/fuzz/atheris: .venv/packages
	@$(PIP) --no-deps --upgrade --target build/fuzz atheris==$(ATHERIS_VERSION)

services: .venv/packages ## installs Cloudflare's schema and Netlify's reader, with which the tests judge what `easycompilers ci` writes
	@$(BIN)/python -c 'from pathlib import Path; from hatch_build import install_packages; install_packages(Path("tests/services"))'

release: $(READY) ## builds sdist and wheel into build/release/, checks both, and makes a site with the wheel in an empty environment
	rm -rf build/release build/empty && mkdir -p build/release
	$(BIN)/python -m hatchling build --target sdist --directory build/release
	mkdir build/release/source && tar -xzf build/release/*.tar.gz --strip-components 1 -C build/release/source
	cd build/release/source && ../../../$(BIN)/python -m hatchling build --target wheel --directory ..
	rm -rf build/release/source
	[ -x build/twine/bin/twine ] || { $(PYTHON) -m venv build/twine && build/twine/bin/python -m pip install --quiet twine==$(TWINE_VERSION); }
	build/twine/bin/twine check --strict build/release/*
	$(PYTHON) -m venv build/empty && build/empty/bin/python -m pip install --quiet build/release/*.whl
	cd build/empty && PATH=/nowhere bin/easycompilers new site && PATH=/nowhere bin/easycompilers build site
	@echo "build/release/ holds what can be published:" && ls -l build/release

benchmark: $(READY) ## measures Python in the page against a bare page (ENGINE=firefox: in another engine)
	$(BIN)/python benchmarks/runtime.py --engine $(ENGINE) --keep

page: $(READY) checkers ## measures what a chapter costs a learner with a slow telephone
	$(BIN)/python benchmarks/page.py --keep

pictures: $(READY) ## takes the pictures of docs/pictures/ anew
	$(BIN)/python benchmarks/pictures.py

checkers: $(READY) ## installs Lighthouse and the Nu HTML checker, which judge pages from outside
	@$(BIN)/python -c 'from pathlib import Path; from hatch_build import install_packages; install_packages(Path("tests/checkers"))'

browsers: ## installs Chromium, Firefox and WebKit for the browser tests (Debian and Ubuntu, as root)
	@missing=; \
	for each in chromium:chromium firefox-esr:firefox-esr WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb; do \
	  command -v "$${each%%:*}" >/dev/null 2>&1 || missing="$$missing $${each#*:}"; \
	done; \
	if [ -z "$$missing" ]; then \
	  echo "All three are here."; \
	elif ! command -v apt-get >/dev/null 2>&1; then \
	  echo "There is no apt-get on this machine. Install in its own way what Debian calls$$missing."; exit 1; \
	elif [ "$$(id -u)" != 0 ]; then \
	  echo "Installing a browser takes root. Run:"; \
	  echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends$$missing"; exit 1; \
	else \
	  echo "Installing$$missing; this takes a minute or two …"; \
	  apt-get update && apt-get install -y --no-install-recommends$$missing; \
	fi

# ── Setting up: three steps, each done again only when what it reads has changed ──

.venv/packages: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "This needs Python 3.11 or newer, called $(PYTHON). Another one: make PYTHON=python3.13 …"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "This Python cannot make a virtual environment. On Debian and Ubuntu that part is a package of its own; run:"; \
	  echo "  sudo apt-get install python3-venv"; exit 1; }
	@echo "Setting up .venv with the packages of constraints.txt; the first time takes a minute or two …"
	@$(BIN)/python -c '' 2>/dev/null || $(PYTHON) -m venv --clear .venv
	@$(PIP) --require-hashes -r constraints.txt
	@touch $@

$(VENDOR): .venv/packages $(VENDOR_INPUTS)
	@$(BIN)/python hatch_build.py
	@touch $@

.venv/installed: .venv/packages pyproject.toml | $(VENDOR)
	@echo "Installing easycompilers-site itself, editable …"
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

constraints: ## pins the Python packages anew, after a change in pyproject.toml
	@[ -x build/uv/bin/uv ] || { $(PYTHON) -m venv build/uv && build/uv/bin/python -m pip install --quiet uv==$(UV_VERSION); }
	build/uv/bin/uv pip compile --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	  --extra test --upgrade --quiet --output-file constraints.txt pyproject.toml

clean: ## deletes all that these targets made
	rm -rf .venv build dist docs/dist docs/.easycompilers node_modules src/easycompilers_site/vendor .easycompilers .pytest_cache .hypothesis
	find src tests benchmarks course -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
