"""An extension that adds a facet, raises, hangs or ends its process, by chance."""

from __future__ import annotations

import os
import random
import time

from headwater.extensions import RunFacetBuilder

CHANCE = random.Random(os.environ.get("CHAOS_SEED"))


class Troubled(RunFacetBuilder):
    """Five of ten answers are good."""

    def build(self) -> dict[str, object]:
        chance = CHANCE.random()
        if chance > 0.95:
            os._exit(7)
        if chance > 0.85:
            time.sleep(3)
        if chance > 0.7:
            raise RuntimeError("chaos")
        if chance > 0.6:
            return {"chaos": {"big": "x" * 2_000_000}}
        if chance > 0.5:
            return {"": {"x": float("nan")}}
        return {"chaos": {"chance": chance}}
