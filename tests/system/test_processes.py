"""Processes to work in."""

import subprocess
import sys
from pathlib import Path

CAPTURED = """
import sys
from luckytui.system.processes import processes

class Captured:
    def fileno(self):
        return -1

if __name__ == "__main__":
    sys.stderr = Captured()
    print(processes(1).submit(abs, -7).result())
"""


def test_they_work_while_a_screen_captures_stderr(tmp_path: Path) -> None:
    """Textual's own stderr has no file number; a process that was to get it would not begin."""
    script = tmp_path / "captured.py"
    script.write_text(CAPTURED)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "7\n", done.stderr
