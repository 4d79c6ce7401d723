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
)
