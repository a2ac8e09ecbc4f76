"""`python -m tests.compatibility` prints the page; with `--rewrite` it writes it."""

from __future__ import annotations

import sys

from tests.compatibility.page import PAGE, page

if "--rewrite" in sys.argv[1:]:
    PAGE.write_text(page())
else:
    sys.stdout.write(page())
