"""The seed of all random choices in these tests. Each run prints it; `HEADWATER_SEED` repeats the choices."""

from __future__ import annotations

import os
import random

VARIABLE = "HEADWATER_SEED"
SEED = int(os.environ.get(VARIABLE) or random.SystemRandom().randrange(1_000_000))


def generator(name: str) -> random.Random:
    """A random generator for one use, independent of other uses and of the selection of tests."""
    return random.Random(f"{SEED}/{name}")  # noqa: S311 - a choice of tests, no secret
