"""A module that is not imported in any time that a job may wait."""

import time

time.sleep(300)
