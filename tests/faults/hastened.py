"""`python -m tests.faults.hastened …`: the same as `luckytui …`, at the tempo of the fault tests."""

import sys

from luckytui.cli import main
from tests.faults.tempo import hasten

if __name__ == "__main__":
    hasten()
    sys.exit(main())
