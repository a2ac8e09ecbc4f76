"""Faults of the configuration, each told once."""

from __future__ import annotations

from collections.abc import Callable

from tests.faults.fault import OPENLINEAGE, TRANSPORT, Conf, Fate, Fault, Scene, http

YML = "openlineage.yml"
NOBODY = "http://127.0.0.1:9"
RUN_ID = f"{OPENLINEAGE}.applicationRunId"
PARENT_ID = f"{OPENLINEAGE}.parentRunId"


def off(name: str, conf: Conf, *said: str) -> Fault:
    """A value that cannot be used: one line that names key, value and remedy, and no lineage."""
    return Fault(name, lambda _: conf, Fate.NONE, said, job="one")


def odd(name: str, conf: Conf, *said: str) -> Fault:
    """A setting that is only told."""
    return Fault(name, lambda scene: scene.backend() | conf, Fate.SENT, said, job="one")


def yml(text: str, conf: Callable[[Scene], Conf] = lambda _: {}) -> Callable[[Scene], Conf]:
    """The file lies in the driver's working directory."""

    def make(scene: Scene) -> Conf:
        scene.writes(YML, text)
        return conf(scene)

    return make


SETTINGS = [
    off(
        "unknown transport",
        {f"{TRANSPORT}.type": "pigeon"},
        f"{TRANSPORT}.type",
        "pigeon",
        "http, file",
    ),
    off(
        "malformed URL", http("ht!tp://no where"), f"{TRANSPORT}.url", "ht!tp://no where", "http://"
    ),
    off("no URL", {f"{TRANSPORT}.type": "http"}, f"{TRANSPORT}.url", "http://"),
    off(
        "password in the URL",
        http("http://bob:s3cr3t@127.0.0.1"),
        f"{TRANSPORT}.url",
        "transport.auth",
    ),
    off(
        "time-out that is no number",
        http(NOBODY) | {f"{TRANSPORT}.timeoutInMillis": "soon"},
        f"{TRANSPORT}.timeoutInMillis",
        "soon",
        "Integer",
    ),
    off(
        "bound that is no number",
        http(NOBODY) | {f"{OPENLINEAGE}.queue.maxEvents": "many"},
        f"{OPENLINEAGE}.queue.maxEvents",
        "many",
        "whole number",
    ),
    off("run id that is no UUID", http(NOBODY) | {RUN_ID: "42"}, RUN_ID, "42", "UUID"),
    odd(
        "parent's run id that is no UUID",
        {
            PARENT_ID: "42",
            PARENT_ID.replace("RunId", "JobName"): "j",
            PARENT_ID.replace("RunId", "JobNamespace"): "n",
        },
        PARENT_ID,
        "UUID",
    ),
    off(
        "transport and transport.type",
        {TRANSPORT: "http", f"{TRANSPORT}.type": "http"},
        TRANSPORT,
        "keep one",
    ),
    off(
        "composite of nothing",
        {f"{TRANSPORT}.type": "composite"},
        f"{TRANSPORT}.transports",
        "at least one",
    ),
    off(
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
    off(
        "S3 transport without its jar",
        {f"{TRANSPORT}.type": "s3", f"{TRANSPORT}.bucketName": "lineage"},
        f"{TRANSPORT}.type",
        "io.openlineage:transports-s3",
    ),
    off(
        "unknown circuit breaker",
        {f"{OPENLINEAGE}.circuitBreaker.type": "nonsense"},
        f"{OPENLINEAGE}.circuitBreaker.type",
        "nonsense",
    ),
    odd("unknown key", {f"{OPENLINEAGE}.namespaze": "x"}, f"{OPENLINEAGE}.namespaze", "namespace"),
    Fault(
        "malformed openlineage.yml",
        yml("transport: [type: {file\n"),
        Fate.NONE,
        (YML, "not YAML", "fix"),
        job="one",
    ),
    Fault(
        "openlineage.yml without keys",
        yml("just a word\n"),
        Fate.NONE,
        (YML, "key: value"),
        job="one",
    ),
    Fault(
        "unknown key in openlineage.yml",
        yml("namespaze: x\n", lambda scene: scene.backend()),
        Fate.SENT,
        ("namespaze", "did you mean spark.openlineage.namespace"),
        job="one",
    ),
]
