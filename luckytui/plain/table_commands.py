"""Which commands a table in lines has, when, and which of them it asks about twice."""

from luckytui.shown.commands import Command
from luckytui.text import N_

OWN = (
    Command("who", "", N_("who"), N_("Hear who is at the table.")),
    Command("again", "", N_("again"), N_("Hear the question again.")),
    Command("quiet", "", N_("quiet"), N_("Hear less before each decision, or more again.")),
)
"""The commands that only a table in lines has."""

ASKED_TWICE = {"leave", "new_code", "close_door"}
"""The commands that are done only when they are typed twice."""

PAGES = {"rules", "settings", "options"}
"""The commands that read so much that it is said again what is asked."""

FIRST = {"lobby": ("start", "fill", "options", "leave"), "results": ("again", "review", "options", "leave")}
"""The commands that are offered with numbers where no move is asked for."""
