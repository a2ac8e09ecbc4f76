"""Invalid settings; each one is reported once."""

from __future__ import annotations

from collections.abc import Callable

from tests.faults.fault import OPENLINEAGE, TRANSPORT, Conf, Delivery, Fault, FaultSetup, http

YML = "openlineage.yml"
CLOSED_PORT = "http://127.0.0.1:9"
RUN_ID = f"{OPENLINEAGE}.applicationRunId"
PARENT_ID = f"{OPENLINEAGE}.parentRunId"


def invalid_setting(name: str, conf: Conf, *agent_log: str) -> Fault:
    """A setting that disables the agent; one log line names the key, the value and the fix."""
    return Fault(name, lambda _: conf, Delivery.NONE, agent_log, job="one")


def setting_with_warning(name: str, conf: Conf, *agent_log: str) -> Fault:
    """A setting that only causes a warning."""
    return Fault(name, lambda setup: setup.backend() | conf, Delivery.SENT, agent_log, job="one")


def with_yml_file(
    text: str, conf: Callable[[FaultSetup], Conf] = lambda _: {}
) -> Callable[[FaultSetup], Conf]:
    """Put openlineage.yml into the driver's working directory."""

    def prepare(setup: FaultSetup) -> Conf:
        setup.add_file(YML, text)
        return conf(setup)

    return prepare


SETTINGS = [
    invalid_setting(
        "unknown transport",
        {f"{TRANSPORT}.type": "htpp"},
        f"{TRANSPORT}.type",
        "htpp",
        "http, file",
    ),
    invalid_setting(
        "malformed URL", http("ht!tp://no where"), f"{TRANSPORT}.url", "ht!tp://no where", "http://"
    ),
    invalid_setting("no URL", {f"{TRANSPORT}.type": "http"}, f"{TRANSPORT}.url", "http://"),
    invalid_setting(
        "password in the URL",
        http("http://bob:s3cr3t@127.0.0.1"),
        f"{TRANSPORT}.url",
        "transport.auth",
    ),
    invalid_setting(
        "time-out that is no number",
        http(CLOSED_PORT) | {f"{TRANSPORT}.timeoutInMillis": "soon"},
        f"{TRANSPORT}.timeoutInMillis",
        "soon",
        "Integer",
    ),
    invalid_setting(
        "bound that is no number",
        http(CLOSED_PORT) | {f"{OPENLINEAGE}.queue.maxEvents": "many"},
        f"{OPENLINEAGE}.queue.maxEvents",
        "many",
        "whole number",
    ),
    invalid_setting(
        "run id that is no UUID", http(CLOSED_PORT) | {RUN_ID: "42"}, RUN_ID, "42", "UUID"
    ),
    setting_with_warning(
        "parent's run id that is no UUID",
        {
            PARENT_ID: "42",
            PARENT_ID.replace("RunId", "JobName"): "j",
            PARENT_ID.replace("RunId", "JobNamespace"): "n",
        },
        PARENT_ID,
        "UUID",
    ),
    invalid_setting(
        "transport and transport.type",
        {TRANSPORT: "http", f"{TRANSPORT}.type": "http"},
        TRANSPORT,
        "keep one",
    ),
    invalid_setting(
        "composite without members",
        {f"{TRANSPORT}.type": "composite"},
        f"{TRANSPORT}.transports",
        "at least one",
    ),
    invalid_setting(
        "kafka without kafka-clients",
        {
            f"{TRANSPORT}.type": "kafka",
            f"{TRANSPORT}.topicName": "lineage",
            f"{TRANSPORT}.properties.bootstrap.servers": "127.0.0.1:9",
        },
        f"{TRANSPORT}.type",
        "kafka-clients",
        "add it",
    ),
    invalid_setting(
        "S3 transport without its jar",
        {f"{TRANSPORT}.type": "s3", f"{TRANSPORT}.bucketName": "lineage"},
        f"{TRANSPORT}.type",
        "io.openlineage:transports-s3",
    ),
    invalid_setting(
        "unknown circuit breaker",
        {f"{OPENLINEAGE}.circuitBreaker.type": "nonsense"},
        f"{OPENLINEAGE}.circuitBreaker.type",
        "nonsense",
    ),
    setting_with_warning(
        "unknown key", {f"{OPENLINEAGE}.namespaze": "x"}, f"{OPENLINEAGE}.namespaze", "namespace"
    ),
    Fault(
        "malformed openlineage.yml",
        with_yml_file("transport: [type: {file\n"),
        Delivery.NONE,
        (YML, "not YAML", "fix"),
        job="one",
    ),
    Fault(
        "openlineage.yml without keys",
        with_yml_file("just a word\n"),
        Delivery.NONE,
        (YML, "key: value"),
        job="one",
    ),
    Fault(
        "unknown key in openlineage.yml",
        with_yml_file("namespaze: x\n", lambda setup: setup.backend()),
        Delivery.SENT,
        ("namespaze", "did you mean spark.openlineage.namespace"),
        job="one",
    ),
]
