# Two commands do everything: `make play` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: play test check faults fuzz screenshots translations clean

play: $(STAMP)
	@$(BIN)/luckytui

# Many tests wait for terminals and lines: two at a time would leave two cores half idle.
test: check
	@$(BIN)/pytest -n 4

check: $(STAMP)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo | tail -n 1

# The faults of docs/reliability.md, between programs. With REAL=1 time runs as it does in a room, ten times slower.
faults: $(STAMP)
	@REAL=$(REAL) $(BIN)/pytest -n 2 --durations=0 --durations-min=1 tests/faults

# Looks for bytes, and for courses of events, that do harm; for so many seconds each.
fuzz: SECONDS ?= 600
fuzz: $(STAMP)
	@$(BIN)/python -m tests.fuzz --seconds $(SECONDS)
	@$(BIN)/python -m tests.net.simulation --seconds $(SECONDS)

screenshots: $(STAMP)
	@$(BIN)/python -m screenshots.make

# Collects every text into luckytui/locale/luckytui.pot, for translators.
translations: $(STAMP)
	@$(BIN)/python -m luckytui.locale.collect

$(STAMP): pyproject.toml
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

clean:
	rm -rf .venv build dist
