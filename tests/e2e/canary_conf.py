"""Secrets of tests/e2e/canaries.py in settings and in the environment."""

from __future__ import annotations

from tests.e2e.canaries import Seeds

OPENLINEAGE = "spark.openlineage"
TRANSPORTS = f"{OPENLINEAGE}.transport.transports"
BACKENDS = ("good", "failing", "refusing", "redirecting")
LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required"


def captured(seeds: Seeds) -> dict[str, str]:
    """Settings of Spark, Hadoop and catalogs, all of which are listed in `capturedProperties`."""
    return {
        "spark.my.password": seeds("captured password"),
        "spark.my.secret": seeds("captured secret"),
        "spark.my.api.token": seeds("captured token"),
        "spark.my.credential": seeds("captured credential"),
        "spark.hadoop.fs.s3a.access.key": seeds("captured s3a access key"),
        "spark.hadoop.fs.s3a.secret.key": seeds("captured s3a secret key"),
        "spark.hadoop.fs.azure.account.key.a.dfs.core.windows.net": seeds(
            "captured azure account key"
        ),
        "spark.hadoop.fs.azure.sas.box.a.blob.core.windows.net": seeds(
            "captured azure sas of a container"
        ),
        "spark.hadoop.fs.azure.account.oauth2.client.secret": seeds("captured azure client secret"),
        "spark.hadoop.fs.gs.auth.service.account.private.key": seeds("captured google private key"),
    } | captured_values(seeds)


def captured_values(seeds: Seeds) -> dict[str, str]:
    """Settings whose values, not their keys, show that they contain a secret; and settings of Spark."""
    jaas, connection = seeds("captured jaas config"), seeds("captured connection string")
    return {
        "spark.my.sasl.jaas.config": f'{LOGIN} username="u" password="{jaas}";',
        "spark.my.jaas": f"{LOGIN} password={seeds('captured jaas config without quotes')};",
        "spark.ssl.ui.keyPassword": seeds("captured ssl key password"),
        "spark.ssl.ui.keyStorePassword": seeds("captured ssl key store password"),
        "spark.executorEnv.AWS_SECRET_ACCESS_KEY": seeds("captured environment of executors"),
        "spark.executor.defaultJavaOptions": (
            f"-Djavax.net.ssl.trustStorePassword={seeds('captured java options')} -Dplain=1"
        ),
        "spark.my.catalog.token": seeds("captured catalog token"),
        "spark.my.catalog.header.Authorization": f"Basic {seeds('captured catalog header')}",
        "spark.my.catalog.uri": f"https://bob:{seeds('captured catalog url')}@rest.example/v1",
        "spark.my.store": (
            "DefaultEndpointsProtocol=https;AccountName=a;"
            f"AccountKey={connection}==;EndpointSuffix=x"
        ),
        "spark.my.url": f"jdbc:postgresql://bob:{seeds('captured jdbc user info')}@db.example/x",
        "spark.my.other.url": (
            f"jdbc:redshift://db.example:5439/x;UID=bob;PWD={seeds('captured jdbc parameter')}"
        ),
        "spark.my.internal": seeds("captured custom key"),
        "spark.my.note": f"order {seeds('captured custom text')} of today",
    }


def conf(seeds: Seeds, urls: dict[str, str], spool: str, extensions: str) -> dict[str, str]:
    """Settings with one transport for each backend, and secrets in all settings that can hold one."""
    own = captured(seeds)
    settings = own | {
        "spark.app.name": f"canaries of https://bob:{seeds('app name')}@team.example",
        "spark.redaction.regex": "(?i)secret|password|token|access[.]?key|internal",
        "spark.redaction.string.regex": "hwx-[0-9a-f]+",
        "spark.sql.ansi.enabled": "true",
        "spark.hadoop.ipc.client.connect.max.retries": "0",
        # Accepts any host without a connection, so that a table may refer to it.
        "spark.hadoop.fs.s3a.impl": "org.apache.hadoop.fs.http.HttpFileSystem",
        "spark.hadoop.fs.wasbs.impl": "org.apache.hadoop.fs.http.HttpFileSystem",
        f"{OPENLINEAGE}.capturedProperties": ",".join(["spark.my.plain", *own]),
        "spark.my.plain": "seen",
        f"{OPENLINEAGE}.job.sourceCodeLocation.url": (
            f"https://bob:{seeds('source code url')}@forge.example/jobs/load.py"
        ),
        f"{OPENLINEAGE}.job.sourceCodeLocation.repoUrl": (
            f"https://{seeds('source code repository')}@forge.example/jobs.git"
        ),
        f"{OPENLINEAGE}.python.extensions": extensions,
        f"{OPENLINEAGE}.python.timeoutMillis": "20000",
        f"{OPENLINEAGE}.spool.dir": spool,
        f"{OPENLINEAGE}.servicePassword": seeds("unknown key"),
        f"{OPENLINEAGE}.apikey": seeds("misspelt key"),
    }
    return settings | facet_settings() | transports(seeds, urls)


def facet_settings() -> dict[str, str]:
    """Facets with unchanged values, plans and settings."""
    return {
        f"{OPENLINEAGE}.facets.executionParameters.disabled": "false",
        f"{OPENLINEAGE}.facets.extractionError.disabled": "false",
        f"{OPENLINEAGE}.facets.spark.logicalPlan.disabled": "false",
        f"{OPENLINEAGE}.facets.spark_unknown.disabled": "false",
        f"{OPENLINEAGE}.facets.debug.disabled": "false",
        f"{OPENLINEAGE}.debug.logPlanAsJson": "true",
        f"{OPENLINEAGE}.debug.payloadSizeLimitInKilobytes": "10000",
    }


def transports(seeds: Seeds, urls: dict[str, str]) -> dict[str, str]:
    """One http transport for each backend, in a composite; all have the same credentials."""
    key, header = seeds("transport api key"), seeds("transport header")
    parameter = seeds("transport url parameter")
    settings = {
        f"{OPENLINEAGE}.transport.type": "composite",
        f"{OPENLINEAGE}.transport.continueOnFailure": "true",
    }
    for name, url in urls.items():
        at = f"{TRANSPORTS}.{name}"
        settings |= {
            f"{at}.type": "http",
            f"{at}.url": url,
            f"{at}.auth.type": "api_key",
            f"{at}.auth.apiKey": key,
            f"{at}.headers.X-Gateway": header,
            f"{at}.urlParams.code": parameter,
        }
    return settings


def environment(seeds: Seeds) -> dict[str, str]:
    """Secrets in the environment of a driver."""
    secret = seeds("environment of the driver")
    scheduled = f"password={seeds('environment of a scheduler')}"
    return {
        "AWS_SECRET_ACCESS_KEY": secret,
        "PGPASSWORD": secret,
        "MY_TOKEN": secret,
        "AIRFLOW_CTX_LOGICAL_DATE": scheduled,
    }


def broken(seeds: Seeds) -> dict[str, dict[str, str]]:
    """Invalid settings that contain secrets, each for its own application."""
    at = f"{OPENLINEAGE}.transport"
    http = {f"{at}.type": "http", f"{at}.url": "http://127.0.0.1:9"}
    path = f"ht!tp://127.0.0.1/x?token={seeds('broken url path')}"
    broken = f"grpc://bob:{seeds('broken transport type')}@host"
    return {
        "url user info": http
        | {f"{at}.url": f"https://bob:{seeds('broken url user info')}@127.0.0.1"},
        "url path": http | {f"{at}.url": path},
        "section": {at: f"http token={seeds('broken section')}"},
        "auth": http | {f"{at}.auth": seeds("broken auth")},
        "timeout": http
        | {f"{at}.timeoutInMillis": "soon", f"{at}.auth.apiKey": seeds("broken timeout")},
        "transport type": {f"{at}.type": broken},
        "flag": http | {f"{OPENLINEAGE}.disabled": f"password={seeds('broken flag')}"},
    }
