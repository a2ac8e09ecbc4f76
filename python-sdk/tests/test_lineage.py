from __future__ import annotations

import inspect
import json
import os
import pickle
import subprocess
import sys
import typing
from typing import TYPE_CHECKING, Any

import pytest

import headwater
from headwater.extensions import Dataset, InputDataset

if TYPE_CHECKING:
    from pathlib import Path

JOBS = """
from __future__ import annotations
import headwater
from headwater.extensions import Dataset

BIG = list(range(100_000))

@headwater.lineage(inputs=Dataset("http://scores", "v2"), columns={"score": ["amount"]})
def score(amount: float, factor: int = 2) -> float:
    "Doc."
    return amount * factor + len(BIG) * 0

def fake_udf(function):
    import functools
    @functools.wraps(function)
    def call(*args):
        return function(*args)
    call.func = function
    return call

@fake_udf
@headwater.lineage(outputs=Dataset("kafka://b:9092", "t"))
def hidden(x: int) -> int:
    return x + 1

class Tools:
    @staticmethod
    @headwater.lineage(outputs=Dataset("kafka://b:9092", "t"))
    def send(x: int) -> int:
        return x + 2
"""

MAIN = """
import cloudpickle, sys, headwater
from headwater.extensions import Dataset

@headwater.lineage(inputs=Dataset("http://scores", "v2"))
def enrich(x):
    return x * 3

def make(n):
    @headwater.lineage(inputs=Dataset("http://scores", "v2"))
    def inner(x):
        return x * n
    return inner

for name, function in (("enrich", enrich), ("inner", make(4))):
    with open(name, "wb") as file:
        cloudpickle.dump((lambda it: [function(x) for x in it]), file)
"""

WITHOUT_HEADWATER = """
import pickle, sys
sys.modules["headwater"] = None
for name in ("enrich", "inner"):
    with open(name, "rb") as file:
        print(pickle.load(file)([1, 2]))
"""

DRIVER = """
import cloudpickle, jobs
for name, function in (("score", jobs.score), ("hidden", jobs.hidden.func), ("send", jobs.Tools.send)):
    with open(name, "wb") as file:
        cloudpickle.dump((lambda it: [function(x) for x in it]), file)
"""

EXECUTOR = """
import pickle
for name in ("score", "hidden", "send"):
    with open(name, "rb") as file:
        print(pickle.load(file)([1, 2]))
"""


def python(code: str, folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ["PYTHONPATH"]])}
    (folder / "program.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "program.py"], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert not done.stderr
    return done.stdout


def declared(pickled: bytes) -> dict[str, Any]:
    at = pickled.index(headwater._lineage._MARKER.encode()) + len(headwater._lineage._MARKER)
    found: dict[str, Any] = json.JSONDecoder().raw_decode(pickled[at:].decode("ascii", errors="replace"))[0]
    return found


def test_a_function_of_the_program_carries_its_declaration_and_needs_no_headwater(tmp_path: Path) -> None:
    python(MAIN, tmp_path)
    for name in ("enrich", "inner"):
        found = declared((tmp_path / name).read_bytes())
        assert found["inputs"] == [{"namespace": "http://scores", "name": "v2", "facets": {}}]
        assert found["function"].startswith("__main__:")
    assert python(WITHOUT_HEADWATER, tmp_path).splitlines() == ["[3, 6]", "[4, 8]"]


def test_a_function_of_a_module_carries_its_declaration_and_nothing_of_the_module(tmp_path: Path) -> None:
    (tmp_path / "jobs.py").write_text(JOBS, encoding="utf-8")
    python(DRIVER, tmp_path)
    found = declared((tmp_path / "score").read_bytes())
    assert found["function"] == "jobs:score"
    assert found["columns"] == {"score": ["amount"]}
    assert declared((tmp_path / "hidden").read_bytes())["function"] == "jobs:hidden"
    assert declared((tmp_path / "send").read_bytes())["function"] == "jobs:Tools.send"
    assert (tmp_path / "score").stat().st_size < 2000
    assert python(EXECUTOR, tmp_path).splitlines() == ["[2, 4]", "[2, 3]", "[3, 4]"]


def test_a_udf_that_shadows_its_function_needs_no_module_and_no_headwater(tmp_path: Path) -> None:
    (tmp_path / "jobs.py").write_text(JOBS, encoding="utf-8")
    python(DRIVER, tmp_path)
    (tmp_path / "jobs.py").unlink()
    code = "import pickle, sys\nsys.modules['headwater'] = None\nprint(pickle.load(open('hidden', 'rb'))([1]))"
    assert python(f"import warnings; warnings.simplefilter('ignore')\n{code}", tmp_path) == "[2]\n"


def test_a_module_that_executors_do_not_have_is_pickled_by_value(tmp_path: Path) -> None:
    (tmp_path / "jobs.py").write_text(JOBS, encoding="utf-8")
    by_value = "import jobs, cloudpickle\ncloudpickle.register_pickle_by_value(jobs)\n"
    python(by_value + DRIVER, tmp_path)
    assert declared((tmp_path / "score").read_bytes())["function"] == "jobs:score"
    (tmp_path / "jobs.py").unlink()
    code = "import pickle, sys\nsys.modules['headwater'] = None\n"
    code += "with open('score', 'rb') as file: print(pickle.load(file)([1]))"
    assert python(code, tmp_path) == "[2]\n"


def module_function(amount: float, factor: int = 2) -> float:
    """Doc."""
    return amount * factor


def test_a_declared_function_looks_like_the_function(monkeypatch: pytest.MonkeyPatch) -> None:
    made = headwater.lineage(inputs=[Dataset("a", "b")])(module_function)
    assert made is not module_function
    assert (made.__name__, made.__doc__, made.__module__) == ("module_function", "Doc.", __name__)
    assert inspect.signature(made) == inspect.signature(module_function)
    assert inspect.getfullargspec(made) == inspect.getfullargspec(module_function)
    assert typing.get_type_hints(made) == {"amount": float, "factor": int, "return": float}
    assert made(2.0, factor=3) == 6.0
    assert made.__code__ is module_function.__code__
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or inspect.getmodule(module_function))
    monkeypatch.setattr(sys.modules[__name__], "module_function", made)
    assert pickle.loads(pickle.dumps(made)) is made.__wrapped__  # type: ignore[attr-defined]  # noqa: S301  (our own)


def test_a_declaration_is_ascii_and_has_facets_and_columns_of_datasets() -> None:
    orders = Dataset("acme", "bestellungen-ü")

    @headwater.lineage(
        inputs=[orders], outputs=InputDataset("a", "b", facets={"note": {"x": 1}}), columns={"s": orders.column("e")}
    )
    def function() -> None: ...

    marker = function.__headwater_lineage__  # type: ignore[attr-defined]  # the decorator's
    found = declared(marker.encode("ascii"))
    assert found["inputs"][0]["name"] == "bestellungen-ü"
    assert found["outputs"][0]["facets"]["note"]["x"] == 1
    assert found["columns"] == {"s": [{"namespace": "acme", "name": "bestellungen-ü", "field": "e"}]}


def test_an_invalid_declaration_is_rejected() -> None:
    with pytest.raises(headwater.UsageError, match="is for functions"):
        headwater.lineage()(int)
    with pytest.raises(headwater.UsageError, match="inputs: a dataset is Dataset"):
        headwater.lineage(inputs=["orders"])  # type: ignore[list-item]
    with pytest.raises(headwater.UsageError, match="columns: a column is its name"):
        headwater.lineage(columns={"a": [3]})  # type: ignore[list-item]

    def udf() -> None: ...

    udf.evalType = 100  # type: ignore[attr-defined]  # as PySpark does
    with pytest.raises(headwater.UsageError, match="below @udf"):
        headwater.lineage()(udf)
