"""Rows of values, as states hold them: never changed, only made anew."""

from typing import TypeVar

T = TypeVar("T")


def replaced(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the row with another value in that place."""
    return (*row[:index], value, *row[index + 1 :])
