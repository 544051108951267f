# make test   sets up all it needs, then checks and tests
# make help   says what else there is
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run pictures texts test lint pytest bench campaign installer windows windows-smoke windows-tests lock clean \
	packages-for-app packages-for-tests .venv

BIN := .venv/bin
READY := .venv/ready
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

# Compiled once and not at every start: a test run starts Python some hundred times.
unexport PYTHONDONTWRITEBYTECODE

# The first Python that is new enough and can build a .venv; make PYTHON=… to choose.
PYTHON ?= python3.11 python3.12 python3.13 python3.14 python3
define MAKE_VENV
for python in $(PYTHON); do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		&& exec $$python -m venv --clear .venv; \
done; \
echo "No Python 3.11 or newer with venv found (tried: $(PYTHON))"; exit 1
endef

help:
	@echo "make run        open the app on the sample floor; without a display, its tour into out/"
	@echo "make pictures   the README's pictures again, by the tour, and the keyboard card"
	@echo "make texts      every text, one page for each screen, into out/texts, to read or translate"
	@echo "make test       lint, then all tests"
	@echo "make lint       ruff, mypy, the import contracts, and what one system alone has"
	@echo "make bench      how fast it is, beside a bare library or a peer"
	@echo "make campaign   the long trials: kills, storms, fuzzing, a whole day; writes a table"
	@echo "make installer  build the packages people install"
	@echo "make windows    build the installer for Windows, with Wine (ten minutes)"
	@echo "make windows-smoke  install that in a fresh Wine, walk through it, remove it again"
	@echo "make windows-tests  the test suite on Python for Windows, under Wine"
	@echo "make lock       write requirements.txt again from pyproject.toml"
	@echo "make clean      remove what was built, .venv too"

# With a display the app on the sample floor; without one its tour, as pictures.
run: .venv
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then $(BIN)/floorapp --sample; \
	else echo "There is no display here: the tour of the app goes into out/ as pictures." \
		&& $(BIN)/floorapp tour out; fi

# The pictures of the README, made again by the tour, and the keyboard card, so that they cannot age.
PICTURES := floor-dark dispute-light incidents-light inspection-dark papers-issued-light
pictures: .venv
	@$(BIN)/floorapp tour build/tour
	@for name in $(PICTURES); do cp build/tour/[0-9][0-9]-$$name.png resources/help/pictures/$$name.png; done
	@$(BIN)/python -m floorapp.ui.live.key_card > build/keys.md && cp build/keys.md resources/help/keys.md

# Every text a person can meet, gathered from the code: a page for each screen, as gettext's templates are written.
texts: .venv
	@$(BIN)/python -m tests.texts out/texts

test: packages-for-tests lint pytest

lint: .venv
	$(BIN)/ruff check
	$(BIN)/ruff format --check --quiet
	@echo "mypy, as on this system and as on Windows at the same time"
	@$(BIN)/mypy --platform win32 --num-workers 0 --cache-dir .mypy_cache/win32 floorapp db printing & there=$$!; \
		$(BIN)/mypy; here=$$?; wait $$there && exit $$here
	$(BIN)/lint-imports
	@$(BIN)/python -m pytest -q --no-header -k stands_in_one_module tests/test_systems.py

# make pytest ARGS="-k surrender" runs a few. Three workers for two cores: many tests wait for a line or a server.
WORKERS ?= $(shell echo $$(( ($$(nproc) * 3 + 1) / 2 )))
pytest: .venv
	$(BIN)/python -m pytest -n $(WORKERS) --maxprocesses 8 --dist worksteal $(ARGS)

bench: .venv
	@$(BIN)/python -m tests.bench $(ARGS)

campaign: .venv
	@installer/system-packages.sh archive
	@$(BIN)/python -m tests.campaign $(ARGS)

installer: .venv
	@installer/build.sh
	@installer/smoke.sh

windows: .venv
	@installer/windows/build.sh

windows-smoke: .venv
	@installer/windows/smoke.sh

windows-tests: .venv
	@installer/windows/tests.sh -q $(ARGS)

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find floorapp db printing resources tests -name __pycache__ -prune -exec rm -rf {} +

# --- the ground: Debian packages, then .venv from requirements.txt ---

.venv: $(READY)

$(READY): requirements.txt pyproject.toml | packages-for-app
	@echo "Setting up .venv (a minute or two the first time)"
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { $(MAKE_VENV); }
	@$(PIP) --require-hashes -r requirements.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

packages-for-app:
	@installer/system-packages.sh app

packages-for-tests:
	@installer/system-packages.sh app tests

# uv is not among the requirements: bring your own.
lock:
	uv pip compile --universal --generate-hashes --python-version 3.11 --extra dev \
		--no-emit-index-url --no-annotate --no-header --quiet pyproject.toml -o requirements.txt
	uv pip compile --universal --generate-hashes --python-version 3.11 \
		--no-emit-index-url --no-annotate --no-header --quiet installer/requirements.in -o installer/requirements.txt
