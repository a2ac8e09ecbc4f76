"""A short hunt on Spark: no experiment refutes the lineage of its random programs. `make hunt` runs many more."""

from __future__ import annotations

import pytest

from tests.e2e import options
from tests.hunt.__main__ import arguments, hunt
from tests.hunt.report import misses

PROGRAMS = 24
REFUSED = 5  # programs that Spark refuses, of so many


def test_no_experiment_refutes_the_lineage_of_a_random_program(
    request: pytest.FixtureRequest,
) -> None:
    line = options.spark_line(request.config).id
    given = f"--seed 7 --programs {PROGRAMS} --no-tour --claims 0 --jobs 1 --spark {line}"
    tally = hunt(arguments(given.split()))
    assert tally.programs == PROGRAMS
    assert misses(tally) == ""
    assert sum(tally.errors.values()) <= REFUSED, tally.errors
