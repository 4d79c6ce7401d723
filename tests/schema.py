"""docs/schema.json is the source of the tables in docs/protocol.md and docs/payloads.md.

    .venv/bin/python -m tests.schema

writes them into the pages again. A table is named by its section and its first column.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
PAGES = ("protocol", "payloads")

_TABLE = re.compile(r"(?:^\|.*\|\n)+", re.MULTILINE)

Row = dict[str, str]


def tables() -> dict[str, dict[str, list[Row]]]:
    """Return the rows of all tables, by page and name."""
    schema: dict[str, Any] = json.loads((DOCS / "schema.json").read_text(encoding="utf-8"))
    return {page: schema[page] for page in PAGES}


def page(name: str) -> str:
    """Return the text of a page."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def written(text: str) -> Iterator[tuple[str, str]]:
    """Yield the tables in the text of a page, each with its name."""
    for table in _TABLE.finditer(text):
        section = re.findall(r"^## (.*)$", text[: table.start()], re.MULTILINE)[-1]
        yield f"{section}/{table[0][2:].partition(' |')[0]}", table[0]


def as_markdown(rows: list[Row]) -> str:
    """Return a table as a page has it."""
    columns = list(rows[0])
    lines = [columns, ["---"] * len(columns), *(row.values() for row in rows)]
    return "".join("|" + "|".join(f" {cell} " if cell else " " for cell in line) + "|\n" for line in lines)


def main() -> None:
    """Write the tables into the pages."""
    for name, named in tables().items():
        text = page(name)
        for table, old in written(text):
            text = text.replace(old, as_markdown(named[table]), 1)
        (DOCS / f"{name}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
