"""Four lucky tabletop games in the terminal, for anyone on the same network."""

__version__ = "1.0.0"

RELEASED = "2026-11-28"
"""The day of this version, for the manual page."""

PROGRAM = f"luckytui {__version__}"
"""What this program calls itself to others."""

FEATURES = {"fair": 1, "review": 1}
"""What it can do beyond the protocol (docs/protocol.md), each with a version of its own."""
