"""What the tests with random inputs share; `make fuzz` sets the number of examples and a new seed."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

CASES = os.environ.get("HEADWATER_CASES")

repeatable = settings(
    derandomize=CASES is None,  # the examples are the same in each run of `make test`
    database=None,
    deadline=None,
    max_examples=int(CASES or 100),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
