# Two commands do everything: `make play` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: play test check screenshots translations clean

play: $(STAMP)
	@$(BIN)/luckytui

test: check
	@$(BIN)/pytest -n 2

check: $(STAMP)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo | tail -n 1

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
