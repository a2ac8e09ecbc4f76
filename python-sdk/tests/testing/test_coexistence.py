from __future__ import annotations

import os
import subprocess
import sys
import types
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from headwater import DryRunError, SparkNotFoundError
from headwater.dry_run._jvm import start_jvm
from headwater.testing import Session, use

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class NoJavaError(Exception):
    pass


def fake_jpype(monkeypatch: pytest.MonkeyPatch, **parts: Any) -> None:
    module = types.ModuleType("jpype")
    for name, value in ({"isJVMStarted": lambda: False, "JVMNotFoundException": NoJavaError} | parts).items():
        setattr(module, name, value)
    monkeypatch.setitem(sys.modules, "jpype", module)


def raising(error: Exception) -> Callable[..., Any]:
    def start(*_: object, **__: object) -> None:
        raise error

    return start


def test_without_jpype_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jpype", None)
    with pytest.raises(DryRunError, match=r"pip install 'headwater\[testing\]'"):
        start_jvm(None, ())


def test_without_spark_the_error_is_that_of_the_finder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake_jpype(monkeypatch)
    with pytest.raises(SparkNotFoundError):
        start_jvm(tmp_path, ())


@pytest.mark.usefixtures("fake_spark")
def test_without_java_java_home_is_named(monkeypatch: pytest.MonkeyPatch, fake_spark: Callable[..., Path]) -> None:
    home = fake_spark()
    fake_jpype(monkeypatch, startJVM=raising(NoJavaError()))
    with pytest.raises(DryRunError, match="JAVA_HOME"):
        start_jvm(home, ())


def test_a_jvm_that_was_shut_down_is_reported(monkeypatch: pytest.MonkeyPatch, fake_spark: Callable[..., Path]) -> None:
    home = fake_spark()
    fake_jpype(monkeypatch, startJVM=raising(OSError("JVM cannot be restarted")))
    with pytest.raises(DryRunError, match="can't be started again before the process ends"):
        start_jvm(home, ())


def test_starting_the_jvm_leaves_the_environment_as_it_was(
    monkeypatch: pytest.MonkeyPatch, fake_spark: Callable[..., Path]
) -> None:
    home = fake_spark()
    seen: dict[str, str] = {}
    java = SimpleNamespace(lang=SimpleNamespace(System=SimpleNamespace(getenv=lambda _: None)))
    fake_jpype(monkeypatch, java=java, startJVM=lambda *_, **__: seen.update(os.environ))
    before = dict(os.environ)
    start_jvm(home, ())
    assert dict(os.environ) == before
    assert seen["SPARK_HOME"] == str(home.resolve())
    assert seen["PYSPARK_PYTHON"] == sys.executable


NULL_IN_COMPILED_CODE = """
import faulthandler
from headwater.dry_run._jvm import start_jvm, java_class

start_jvm(None, ("-Xbatch",))
faulthandler.disable()
import jpype

strings = jpype.JArray(java_class("java.lang.String"))
for _ in range(300):
    array = strings([str(i * 7919 % 1000) for i in range(1000)])
    java_class("java.util.Arrays").sort(array)
array[500] = None
try:
    java_class("java.util.Arrays").sort(array)
except java_class("java.lang.NullPointerException"):
    print("found null")
"""


@pytest.mark.spark
def test_the_jvm_keeps_its_signals_when_pytest_ends(spark_home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", NULL_IN_COMPILED_CODE],
        env={**os.environ, "SPARK_HOME": str(spark_home)},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "found null"), done.stderr


def test_a_foreign_jvm_without_the_agent_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = TypeError("Class io.headwater.shell.dryrun.DryRun is not found")
    fake_jpype(monkeypatch, isJVMStarted=lambda: True, JClass=raising(missing))
    with pytest.raises(DryRunError, match=r"without Headwater's jar.*headwater.jars\(\)"):
        start_jvm(None, ())


def test_a_pyspark_frame_is_refused_by_the_session_inside() -> None:
    inside = Session(object(), lambda name: name)
    with pytest.raises(DryRunError, match=r"another JVM: call headwater.testing.use\(spark\)"):
        inside.query_of(SimpleNamespace(_jdf=object()))


def test_a_java_frame_is_refused_by_a_pyspark_session() -> None:
    outside = Session(object(), lambda name: name, object())
    with pytest.raises(DryRunError, match="is not a PySpark DataFrame"):
        outside.query_of(SimpleNamespace(queryExecution=object))


@pytest.mark.parametrize("thing", [7, None, object()])
def test_an_invalid_query_object_is_rejected(thing: object) -> None:
    with pytest.raises(DryRunError, match="neither SQL text nor a DataFrame"):
        Session(object(), lambda name: name).query_of(thing)


def test_only_a_classic_pyspark_session_can_be_used() -> None:
    with pytest.raises(DryRunError, match="is not a classic PySpark session"):
        use(object())


def test_a_pyspark_session_without_the_agent_explains_the_fix() -> None:
    class Package:
        def __getattr__(self, name: str) -> Package:
            return Package()

    spark = SimpleNamespace(_jsparkSession=object(), _jvm=Package())
    with pytest.raises(DryRunError, match=r"headwater\.configure"):
        use(spark)
