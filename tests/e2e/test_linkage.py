"""What the agent's classes name of Spark, Scala and Hadoop is in the distribution of the line."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Suite
from tests.shape import linkage
from tests.shape.class_files import Member
from tests.shape.linkage import Distribution

PROJECT = "org/apache/spark/sql/catalyst/plans/logical/Project"


@pytest.fixture(scope="module")
def distribution(suite: Suite) -> Distribution:
    return Distribution(suite.line.home / "jars")


def test_all_that_the_jar_names_is_there(suite: Suite, distribution: Distribution) -> None:
    assert linkage.missing(suite.agent, distribution, suite.line.id) == []


def test_a_method_that_is_not_there_is_reported(distribution: Distribution) -> None:
    absent = Member("method", PROJECT, "absent", "()V")
    assert list(linkage.problem(absent, distribution)) == [f"method {PROJECT}.absent()V"]


def test_a_method_of_a_superclass_counts_and_its_constructor_does_not(
    distribution: Distribution,
) -> None:
    inherited = Member("method", PROJECT, "schema", "()Lorg/apache/spark/sql/types/StructType;")
    assert list(linkage.problem(inherited, distribution)) == []
    constructor = Member("method", PROJECT, "<init>", "()V")
    assert list(linkage.problem(constructor, distribution)) == [f"method {PROJECT}.<init>()V"]


def test_a_class_that_has_become_an_interface_is_reported(distribution: Distribution) -> None:
    name = "org/apache/spark/sql/connector/catalog/Table"
    called = Member("method", name, "name", "()Ljava/lang/String;")
    assert list(linkage.problem(called, distribution)) == [f"{name} is an interface"]


# rows: beyond.versions
