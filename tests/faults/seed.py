"""The seed of everything that these tests choose at random. Each run prints it; `HEADWATER_SEED` repeats the choices."""

from __future__ import annotations

import os
import random

VARIABLE = "HEADWATER_SEED"
SEED = int(os.environ.get(VARIABLE) or random.SystemRandom().randrange(1_000_000))


def of(name: str) -> random.Random:
    """A generator for one use: other uses, and which tests run, do not change what it gives."""
    return random.Random(f"{SEED}/{name}")  # noqa: S311 - a choice of tests, no secret
