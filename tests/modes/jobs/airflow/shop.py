"""A DAG of Airflow with two tasks that start Spark: by the Spark provider's operator, and by a command."""

from __future__ import annotations

import os
from datetime import datetime, timezone
from pathlib import Path

from airflow.providers.apache.spark.operators.spark_submit import SparkSubmitOperator
from airflow.providers.standard.operators.bash import BashOperator
from airflow.sdk import DAG

JAR = os.environ["AGENT_JAR"]
OUT = os.environ["OUT"]
COPY = str(Path(__file__).with_name("copy_numbers.py"))
CONF = {
    "spark.extraListeners": "io.openlineage.spark.agent.OpenLineageSparkListener",
    "spark.ui.enabled": "false",
}
MACROS = "macros.OpenLineageProviderPlugin"

with DAG("shop", start_date=datetime(2026, 1, 1, tzinfo=timezone.utc), schedule=None):
    orders = SparkSubmitOperator(
        task_id="orders",
        name="orders_app",
        application=COPY,
        application_args=[f"{OUT}/orders"],
        jars=JAR,
        conf=CONF,
    )
    transport = {
        "spark.openlineage.transport.type": "http",
        "spark.openlineage.transport.url": os.environ["BACKEND"],
    }
    settings = " ".join(f"--conf {key}={value}" for key, value in (CONF | transport).items())
    totals = BashOperator(
        task_id="totals",
        bash_command=f"spark-submit --name totals_app --jars {JAR} {settings} {COPY} {OUT}/totals",
        env={
            "OPENLINEAGE_PARENT_ID": f"{{{{ {MACROS}.lineage_parent_id(task_instance) }}}}",
            "OPENLINEAGE_ROOT_PARENT_ID": f"{{{{ {MACROS}.lineage_root_parent_id(task_instance) }}}}",
        },
        append_env=True,
    )
    orders >> totals
