"""The tiers of test suites: check, test and matrix."""

from __future__ import annotations

from scripts.suites import (
    PYTEST,
    UNIT,
    Suite,
    cases,
    consumers,
    corpus,
    differential,
    e2e,
    extensions_jvm,
    folder,
    hudi,
    java,
    lake,
    lake_oldest,
    lake_on_java,
    libraries,
    modes,
    scala,
    scale,
    services,
    spark,
    spark_suites,
    with_pandas,
)

CHAOS = Suite(
    "chaos 4.0",
    (*PYTEST, "tests/chaos/test_chaos.py", "--spark=4.0"),
    needs=(*spark("4.0"), ("scripts/chaos-env",)),
)
SHAPE = Suite("shape", (*PYTEST, "tests/shape"))
DOCS = Suite("docs", (*PYTEST, "tests/docs"), needs=(("scripts/spark-env", "4.0"),))
PYTHON = Suite(
    "python",
    (*PYTEST, "python-sdk/tests"),
    needs=(*spark("4.0"), ("scripts/browser-env",), libraries("4.0", "axe-core")),
)
PLANNING = Suite(
    "planning 3.5",
    (*PYTEST, "python-sdk/tests/testing", "--spark=3.5"),
    needs=(*spark("3.5"), libraries("3.5")),
)

# The ways to run Spark that each line has. The YARN of the tests is that of Spark 4.0.
EVERYWHERE = (
    *("class_path", "client_library", "closed_loader", "history_server"),
    *("notebook", "shells"),
)
NEWEST = (
    *("connect_clients", "connect_server", "pipelines", "standalone", "streams"),
    "thrift_server",
)

# What tests/e2e shows on Spark 4.0 alone in `make test`: it depends on the agent, hardly on the line.
ON_ONE_LINE = (
    *("breaker", "commands", "configuration", "dropped_ends", "fs_group", "http", "lagging_bus"),
    *("places", "proxies", "secrets", "streams", "tls", "transport_jar", "user_errors"),
)

TIERS: dict[str, tuple[Suite, ...]] = {
    "check": (
        scala("scala 2.13", "all " + " ".join(f"{task}/test" for task in UNIT), "4.0"),
        Suite("python", (*PYTEST, "python-sdk/tests", "-m", "not browser")),
        SHAPE,
        DOCS,
    ),
    "test": (
        scala("scala", "test", "3.5", "4.0"),
        PYTHON,
        SHAPE,
        DOCS,
        e2e("4.0"),
        e2e("3.5", *ON_ONE_LINE),  # the rest: make matrix
        folder("faults", "4.0"),
        folder("faults", "3.5", "ends", "versions"),
        lake("4.0"),
        lake("3.5"),
        with_pandas("extensions", "4.0"),
        with_pandas("extensions", "3.5", "at_once", "lineage", "every_event"),
        extensions_jvm("4.0", "2.13"),
        extensions_jvm("3.5", "2.12"),
        Suite(
            "services",
            (*PYTEST, "tests/services", "--ignore=tests/services/test_kafka_real_time.py"),
            needs=(*spark("4.0"), ("scripts/service-env",)),
        ),
        services("4.2"),
        modes("4.0", "thrift_server", "connect_server"),
        scale("4.0", "--divide=20"),  # the whole of it is in the matrix
        folder("footprint", "4.0"),
        consumers("4.0", "-k", "warehouse"),
        Suite("accuracy", (*PYTEST, "tests/accuracy", "-m", "not slow")),  # the rest: make accuracy
        with_pandas("hunt", "4.0"),
        corpus("4.0"),
        Suite("chaos", (*PYTEST, "tests/chaos/test_judge.py")),  # the rest: make chaos
        cases("4.3"),
    ),
    "matrix": (
        *(cases(line) for line in ("3.3", "3.3_2.13", "3.4", "3.4_2.13", "3.5_2.13")),
        cases("4.1"),
        cases("4.2"),
        cases("4.3"),
        *(lake(line) for line in ("3.3", "3.4", "4.1", "4.2")),
        *(lake_oldest(line) for line in ("3.3", "3.4", "3.5")),
        *(java(line, "8", "http") for line in ("3.3", "3.4", "3.5")),
        *(java(line, "11", "http") for line in ("3.3", "3.4", "3.5")),
        *(java(line, "21", "http") for line in ("3.5", "4.0", "4.3")),
        java("4.3", "25", "http"),
        lake_on_java("4.0", "21"),
        *(hudi(line) for line in ("3.3", "3.4", "3.5")),
        differential("4.0", "2.13"),
        e2e("3.5"),
        folder("faults", "3.5"),
        folder("faults", "4.3"),
        CHAOS,
        scale("4.0"),
        Suite("commands 4.0", (*PYTEST, "tests/e2e/test_commands.py"), needs=e2e("4.0").needs),
        modes("3.5", *EVERYWHERE, "thrift_server"),  # its PySpark has no Connect server
        modes(
            "4.0",
            *EVERYWHERE,
            "airflow",
            "connect_clients",
            "connect_server",
            "dbt",
            "standalone",
            "thrift_server",
            "yarn",
        ),
        modes("4.1", "pipelines"),
        PLANNING,
        modes("4.3", *EVERYWHERE, *NEWEST),
        consumers("4.0"),
        *(corpus(line, "--sample=0") for line in ("3.5", "4.0", "4.3")),
        spark_suites("4.0"),
    ),
}
