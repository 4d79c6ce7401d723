"""`python -m luckytui` is the command `luckytui`."""

import sys

from luckytui.cli import main

sys.exit(main())
