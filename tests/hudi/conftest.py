"""The one run of a Spark line with Hudi's bundle; there is no bundle for Spark 4."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import options
from tests.e2e.lines import fetched
from tests.e2e.spark_submit import Driver, Job, file_transport
from tests.services.conftest import Outcome, outcome

CONF = {
    "spark.serializer": "org.apache.spark.serializer.KryoSerializer",
    "spark.kryo.registrator": "org.apache.spark.HoodieSparkKryoRegistrar",
    "spark.sql.extensions": "org.apache.spark.sql.hudi.HoodieSparkSessionExtension",
    "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.hudi.catalog.HoodieCatalog",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    options.declare(parser)


@pytest.fixture(scope="session")
def job(request: pytest.FixtureRequest) -> Outcome:
    spark = options.spark_line(request.config)
    agent = options.agent(request.config, spark)
    hudi = fetched(f"hudi-{spark.name}")
    work = options.new_folder("hudi", spark.name)
    folder = work / "hudi"
    conf = file_transport(folder / "events.jsonl") | CONF
    script = Path(__file__).resolve().parent / "job.py"
    jobs = [Job("hudi", script, folder, conf, ["orders"])]
    job_results = Driver(spark, [agent, hudi, spark.avro()], work).run(jobs, work / "data")
    return outcome(folder, 0, job_results["hudi"])
