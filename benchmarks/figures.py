"""How a benchmark tells what it measured: rows of a table, and the machine that they were measured on."""

import os
import platform
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, median, quantiles, stdev


def machine() -> str:
    """Return on what this runs, in a line, and how many other programs wanted to run in the last minute."""
    cores, load = len(os.sched_getaffinity(0)), os.getloadavg()[0]
    system = f"{platform.system()} {platform.machine()}"
    return f"{cores} cores with a load of {load:.1f}, Python {platform.python_version()}, {system}"


def row(name: str, seconds: Sequence[float]) -> str:
    """Return the median and the spread of some times as a row of a Markdown table, in milliseconds."""
    low, *_, high = quantiles(seconds, n=20)
    return f"| {name} | {1000 * median(seconds):.2f} | {1000 * low:.2f}–{1000 * high:.2f} | {len(seconds)} |"


def percent(shares: Iterable[float]) -> str:
    """Return the mean of some shares, and how far off it may be at 95 %, in percent."""
    each = [*shares]
    return f"{100 * fmean(each):.1f} ± {196 * stdev(each) / sqrt(len(each)) if each[1:] else 100:.1f}"


HEAD = "| what | median ms | 5 %–95 % | times |\n| --- | ---: | ---: | ---: |"
"""What stands above the rows."""
