"""A module whose import takes longer than any timeout."""

import time

time.sleep(300)
