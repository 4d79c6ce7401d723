"""`python -m benchmarks.size`: how large each room of the program is, in statements and lines of Python.

A statement is a node `ast.stmt` that is neither an import nor a docstring; lines are counted as they are.
"""

import ast
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PRODUCT = ("luckytui", "net")


def statements(source: str) -> int:
    """Return how many statements a module has."""
    return sum(
        isinstance(node, ast.stmt)
        and not isinstance(node, ast.Import | ast.ImportFrom)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in ast.walk(ast.parse(source))
    )


def rooms() -> Mapping[str, tuple[int, int]]:
    """Return the statements and lines of every folder that git knows, by its path."""
    found = defaultdict[str, list[int]](lambda: [0, 0])
    names = subprocess.check_output(["git", "ls-files", "*.py"], cwd=ROOT, text=True).split()  # noqa: S607 - git, as it is found
    for name in names:
        source = (ROOT / name).read_text(encoding="utf-8")
        parts = Path(name).parts
        room = "/".join(parts[: 3 if parts[:2] == ("luckytui", "games") else 2][: len(parts) - 1])
        found[room][0] += statements(source)
        found[room][1] += source.count("\n")
    return {room: (one, other) for room, (one, other) in sorted(found.items())}


def main() -> None:
    """Print a line for each room, and the sums."""
    sizes = rooms()
    product = [size for room, size in sizes.items() if room.split("/")[0] in PRODUCT]
    tests = [size for room, size in sizes.items() if room.split("/")[0] == "tests"]
    for room, (one, other) in sizes.items():
        print(f"{room:32}{one:8}{other:8}")
    for what, those in (("product", product), ("tests", tests)):
        print(f"{what:32}{sum(one for one, _ in those):8}{sum(other for _, other in those):8}")


if __name__ == "__main__":
    main()
