"""The screens. Each module is imported when a screen opens first: the program starts quickly."""
# ruff: noqa: F401 - the modules that a type checker finds here, and `__getattr__` imports

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from luckytui.tui.screens import (
        games,
        home,
        joining,
        lobby,
        pages,
        people,
        results,
        review,
        rules,
        settings,
        setup,
        study,
        table,
    )
else:

    def __getattr__(name: str) -> Any:
        if name not in {module.name for module in iter_modules(__path__)}:
            raise AttributeError(name)
        return import_module(f"{__name__}.{name}")
