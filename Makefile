# Two commands do everything: `make play` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
# uv is quicker than pip, and leaves pip itself out.
UV := $(shell command -v uv)
venv = $(if $(UV),$(UV) venv --quiet --allow-existing --python $(PYTHON) $(1),$(PYTHON) -m venv $(1))
install = $(if $(UV),$(UV) pip install --quiet --python $(1)/bin/python,$(1)/bin/python -m pip install --quiet \
	--disable-pip-version-check)

NO_VENV := luckytui needs Python 3.11 or newer with its venv module, and $(PYTHON) could not make a virtual \
	environment. On Debian or Ubuntu: sudo apt install python3-venv. Then run this again.

.PHONY: play test check style types suite lowest newest windows faults fuzz mutate bench sizes screenshots translations docs release example clean

# The game alone: what only developers need is not installed.
play: .venv/.player
	@$(BIN)/luckytui

# The types are checked beside the tests. What fails says so at once, and what runs beside it comes to its end.
test: .venv/.developer
	@$(MAKE) --no-print-directory style
	@$(MAKE) --no-print-directory --jobs=2 types suite

check: style types

style: .venv/.developer
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@contracts=$$($(BIN)/lint-imports --no-logo) || { echo "$$contracts"; exit 1; }

types: .venv/.developer
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/mypy --no-error-summary --platform win32 --cache-dir .mypy_cache/windows -p luckytui -p net

# Many tests wait for programs and connections: one worker a core would leave the cores half idle. Collecting
# the tests once compiles them: in a new clone each worker would do that for itself.
suite: .venv/.developer
	@$(BIN)/pytest --collect-only >/dev/null 2>&1 || true
	@$(BIN)/pytest -n 4 --dist loadgroup

# The tests again, with the lowest version of each package that pyproject.toml allows.
lowest: .venv-lowest/.developer
	@.venv-lowest/bin/pytest -n 3 --dist loadgroup

# The tests once more, with the newest Python that can be had here, if that is another one.
newest: .venv-newest/.developer
	@! [ -e .venv-newest/bin ] || { .venv-newest/bin/python --version && .venv-newest/bin/pytest -n 3 --dist loadgroup; }

# The faults of docs/reliability.md, between programs. With REAL=1 time runs at its usual speed: ten times slower.
faults: .venv/.developer
	@FAULTS=all REAL=$(REAL) $(BIN)/pytest -n 2 --durations=0 --durations-min=1 tests/faults

# Every board in terminals of every size, from 60×20 to 240×65: what lies over something else is printed.
sizes: .venv/.developer
	@$(BIN)/python -m tests.tui.sizes $(STEP)

# What a host and players do on Windows, under Wine: with a Windows Python in a folder of its own.
WINDOWS_PACKAGES := .windows/python/Lib/site-packages
windows: .windows/.ready
	@rm -rf .windows/wheel $(WINDOWS_PACKAGES)/luckytui* $(WINDOWS_PACKAGES)/net
	@$(BIN)/python -m hatchling build --target wheel --directory .windows/wheel >/dev/null
	@$(BIN)/python -m zipfile --extract .windows/wheel/*.whl $(WINDOWS_PACKAGES)
	@$(BIN)/pytest -n 2 --timeout=600 tests/windows

# Looks for bytes, and for sequences of events, that do harm: SECONDS each.
fuzz: SECONDS ?= 600
fuzz: .venv/.developer
	@$(BIN)/python -m tests.fuzz --seconds $(SECONDS)
	@$(BIN)/python -m tests.simulation --seconds $(SECONDS)

# How fast the rules are, beside OpenSpiel, RLCard and PettingZoo.
bench: .venv/.developer
	@$(call install,.venv) --editable '.[bench]'
	@$(BIN)/python -m benchmarks.speed

# Plants small bugs, and prints those that no test catches: a few minutes.
mutate: .venv/.developer
	@$(BIN)/python -m tests.mutants

screenshots: .venv/.developer
	@$(BIN)/python -m screenshots.make
	@$(BIN)/python -m screenshots.movie

# Brings the catalogue of every language up to date with the texts of the program, and compiles it.
translations: .venv/.developer
	@$(BIN)/python -m tests.catalogues

.venv/.player: pyproject.toml
	@echo "Installing luckytui into .venv: 50 to 100 MB, half a minute. This happens once."
	@$(call venv,.venv) || { echo "$(NO_VENV)" >&2; rm -rf .venv; exit 1; }
	@$(call install,.venv) --editable .
	@touch $@

.venv/.developer: .venv/.player
	@echo "Installing the tools for developers: about 120 MB more, a minute or two. This happens once."
	@$(call install,.venv) --editable '.[dev]'
	@touch $@

.venv/.release: .venv/.developer
	@$(call install,.venv) --editable '.[release]'
	@touch $@

.venv-lowest/.developer: pyproject.toml tests/lowest_versions.py
	@echo "Installing the lowest versions into .venv-lowest: a minute or two. This happens once."
	@$(call venv,.venv-lowest)
	@.venv-lowest/bin/python tests/lowest_versions.py > .venv-lowest/constraints.txt
	@$(call install,.venv-lowest) --constraint .venv-lowest/constraints.txt --editable '.[dev]'
	@touch $@

.venv-newest/.developer: pyproject.toml tests/newest_python.py | .venv/.developer
	@echo "Installing the newest Python into .venv-newest: a minute or two. This happens once."
	@rm -rf .venv-newest
	@$(BIN)/python tests/newest_python.py .venv-newest
	@touch $@

.windows/.ready: pyproject.toml tests/windows/install.py | .venv/.developer
	@echo "Installing a Windows Python into .windows: about 770 MB with Wine's own files, a minute. This happens once."
	@rm -rf .windows
	@$(BIN)/python tests/windows/install.py .windows
	@touch $@

# Pig, the example game: installed beside luckytui in a fresh environment, and by its own tests.
example: .venv/.developer
	@$(BIN)/pytest tests/test_example_game.py

# The site of the documentation, in build/site/site. A link that leads nowhere is an error.
docs: .venv/.release
	@$(BIN)/python docs/site.py

# Wheel, sdist and SBOM of the last commit, in dist/, checked. URL is where the project is to be found.
release: .venv/.release
	@$(BIN)/python .ci/release.py $(URL)

clean:
	rm -rf .venv .venv-lowest .venv-newest .windows build dist
