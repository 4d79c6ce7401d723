"""Processes to work in."""

import os
import subprocess
import sys
from pathlib import Path

CAPTURED = """
import sys
from luckytui.system.workers import pool_of

class Captured:
    def fileno(self):
        return -1

if __name__ == "__main__":
    sys.stderr = Captured()
    print(pool_of(1).submit(abs, -7).result())
"""

INTERRUPTED = """
import os
import signal
import sys
if "--multiprocessing-fork" in sys.argv:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the tests were started with
    os.kill(os.getpid(), signal.SIGINT)
"""


def test_they_work_while_a_screen_captures_stderr(tmp_path: Path) -> None:
    """Textual's own stderr has no file number; a process that was to get it would not begin."""
    done = _run(CAPTURED, tmp_path)
    assert done.stdout == "7\n", done.stderr


def test_ctrl_c_reaches_none_that_still_imports(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED)
    done = _run(CAPTURED.replace("sys.stderr = Captured()", ""), tmp_path)
    assert (done.stdout, done.stderr) == ("7\n", "")


def _run(text: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    script = folder / "script.py"
    script.write_text(text)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=60, check=False, env=environment
    )
