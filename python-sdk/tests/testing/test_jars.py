"""Jars of the session inside the process: the driver and the executor share their classes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from headwater import DryRunError
from headwater.testing import open_session

if TYPE_CHECKING:
    from pathlib import Path

SEEN = """
package acme;
public class Seen implements org.apache.spark.sql.api.java.UDF1<Long, Integer> {
    private static int state = 0;
    public static void set(int value) { state = value; }
    public Integer call(Long id) { return state; }
}
"""
PROGRAM = """
import sys
from headwater.testing import open_session
session = open_session(spark_home=sys.argv[1], jars=["seen.jar"])
session.java_class("acme.Seen").set(7)
session.java.udf().registerJava("seen", "acme.Seen", None)
print("state", session.sql("SELECT seen(id) FROM range(1)").head().getInt(0))
open_session(jars=["seen.jar", "other.jar"])
print(sorted(str(jar).rpartition("/")[2] for jar in session.sql("LIST JARS").toLocalIterator()))
session.stop()
"""


def jdk_tool(folder: Path, name: str, *arguments: str) -> None:
    subprocess.run([shutil.which(name) or name, *arguments], cwd=folder, check=True)


@pytest.mark.spark
def test_static_state_is_shared_by_driver_and_executor(tmp_path: Path, spark_home: Path) -> None:
    source = tmp_path / "Seen.java"
    source.write_text(SEEN, encoding="utf-8")
    jdk_tool(tmp_path, "javac", "-cp", f"{spark_home}/jars/*", "-d", "classes", source.name)
    for jar in ("seen.jar", "other.jar"):
        jdk_tool(tmp_path, "jar", "cf", jar, "-C", "classes", ".")
    command = [sys.executable, "-c", PROGRAM, str(spark_home)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines() == ["state 7", "['other.jar]']"], ran.stdout + ran.stderr


def test_a_jar_that_does_not_exist_is_named() -> None:
    with pytest.raises(DryRunError, match=r"the jar .*/acme.jar does not exist"):
        open_session(jars=["acme.jar"])
