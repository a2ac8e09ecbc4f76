from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import headwater
from headwater._jars import agent_jar
from headwater._spark import find_spark

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("jar", "version", "scala"),
    [
        ("spark-core_2.12-3.5.9.jar", "3.5.9", "2.12"),
        ("spark-core_2.13-4.0.5.jar", "4.0.5", "2.13"),
        ("spark-core_2.12-3.5.2-amzn-1.jar", "3.5.2-amzn-1", "2.12"),
        ("spark-core_2.13-4.1.0-SNAPSHOT.jar", "4.1.0-SNAPSHOT", "2.13"),
    ],
)
def test_version_and_scala_are_read_off_the_core_jar(
    fake_spark: Callable[..., Path], jar: str, version: str, scala: str
) -> None:
    fake_spark(jar)
    spark = find_spark()
    assert (spark.version, spark.scala) == (version, scala)


def test_a_vendor_s_spark_is_known_by_its_scala_library_and_release_file(fake_spark: Callable[..., Path]) -> None:
    home = fake_spark("scala-library-2.12.18.jar")
    (home / "RELEASE").write_text("Spark 3.5.1 (git revision x) built for Hadoop 3\n", encoding="utf-8")
    assert (find_spark().version, find_spark().scala) == ("3.5.1", "2.12")


@pytest.mark.parametrize("jar", ["spark-core_2.12-3.2.4.jar", "spark-core_2.14-5.0.0.jar", "other.jar"])
def test_a_spark_without_an_agent_is_refused(fake_spark: Callable[..., Path], jar: str) -> None:
    fake_spark(jar)
    with pytest.raises(headwater.UnsupportedSparkError):
        headwater.jars()


def test_the_error_for_a_missing_spark_lists_the_search_locations(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("headwater._spark._pyspark_home", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(headwater.SparkNotFoundError, match="SPARK_HOME"):
        headwater.jars()


def test_spark_home_without_jars_is_rejected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPARK_HOME", str(tmp_path))
    with pytest.raises(headwater.SparkNotFoundError, match="no folder jars"):
        headwater.jars()


def test_spark_is_found_by_the_path_when_nothing_else_names_it(
    fake_spark: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = fake_spark()
    monkeypatch.delenv("SPARK_HOME")
    monkeypatch.setattr("headwater._spark._pyspark_home", lambda: None)
    monkeypatch.setenv("PATH", str(home / "bin"))
    assert find_spark().home == home.resolve()


def test_jars_are_absolute_and_exist(fake_spark: Callable[..., Path]) -> None:
    fake_spark()
    (jar,) = headwater.jars()
    assert Path(jar).is_absolute()
    assert Path(jar).name == "headwater-agent_2.13.jar"


def test_the_error_for_a_missing_jar_names_the_build_command(fake_spark: Callable[..., Path]) -> None:
    fake_spark("spark-core_2.12-3.5.9.jar")
    with pytest.raises(headwater.JarNotFoundError, match=r"headwater-agent_2\.12\.jar.*make jar"):
        agent_jar(find_spark())
