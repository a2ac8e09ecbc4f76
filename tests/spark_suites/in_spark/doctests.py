"""usage: python doctests.py MODULE RESULTS

The doctests of a module of PySpark, in the session that the module makes for them. The names of the tests and whether they
have passed go to the file RESULTS.
"""

from __future__ import annotations

import doctest
import json
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

from pyspark import SparkContext

MILLISECONDS = 1_200_000

passed: dict[str, bool] = {}
stop = SparkContext.stop


class RecordingRunner(doctest.DocTestRunner):
    """Remembers whether each test has passed. One without examples is none."""

    def run(
        self,
        test: doctest.DocTest,
        compileflags: int | None = None,
        out: Callable[[str], object] | None = None,
        clear_globs: bool = True,
    ) -> doctest.TestResults:
        found = super().run(test, compileflags, out, clear_globs)
        if found.attempted:
            passed[test.name] = not found.failed
        return found


def stop_after_listeners(context: SparkContext) -> None:
    """Stop Spark when its listeners have seen all events."""
    if context._jsc is not None:
        context._jsc.sc().listenerBus().waitUntilEmpty(MILLISECONDS)
    stop(context)


if __name__ == "__main__":
    module, results = sys.argv[1:]
    doctest.DocTestRunner = RecordingRunner  # type: ignore[misc]
    SparkContext.stop = stop_after_listeners
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        Path(results).write_text(json.dumps(passed))
