"""How it looks: calm, one colour for what can be done, one for what has just changed, one for warnings."""

from textual.theme import Theme

DARK = Theme(
    name="luckytui-dark",
    primary="#8fb573",
    accent="#e0b457",
    success="#8fd18a",
    warning="#e58a6b",
    error="#e58a6b",
    foreground="#d8d8d2",
    background="#14171a",
    surface="#14171a",
    panel="#1d2226",
    dark=True,
    variables={
        "red": "#e5706b",
        "yellow": "#e3c35c",
        "blue": "#74a7e8",
        "magenta": "#cf86d6",
        "green": "#7fc482",
        "black": "#9a9a96",
    },
)
