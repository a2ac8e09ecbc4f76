"""``python -m headwater``, if the command is not on the ``PATH``."""

from __future__ import annotations

import sys

from headwater.cli import main

if __name__ == "__main__":
    sys.exit(main())
