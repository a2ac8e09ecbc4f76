"""What an agent jar must say about licences: the text of its own, a notice of all that it contains, its manifest."""

from __future__ import annotations

import hashlib
from zipfile import ZipFile

from scripts.notice import APACHE_SHA256, DATA, LICENSE, NOTICE

MANIFEST = "META-INF/MANIFEST.MF"
HEADER = "SPDX-License-Identifier: Apache-2.0"
SHADED = "io/openlineage/spark/shaded/"
OTHERS = (SHADED, "headwater/shaded/", "io/micrometer/", "io/openlineage/client/")
# The packages of other projects, and the module that the notice must name for them.
MODULES = {
    f"{SHADED}com/fasterxml/jackson/annotation/": "com.fasterxml.jackson.core:jackson-annotations",
    f"{SHADED}com/fasterxml/jackson/core/": "com.fasterxml.jackson.core:jackson-core",
    f"{SHADED}com/fasterxml/jackson/databind/": "com.fasterxml.jackson.core:jackson-databind",
    f"{SHADED}com/fasterxml/jackson/dataformat/yaml/": "com.fasterxml.jackson.dataformat:jackson-dataformat-yaml",
    f"{SHADED}com/fasterxml/jackson/datatype/jdk8/": "com.fasterxml.jackson.datatype:jackson-datatype-jdk8",
    f"{SHADED}com/fasterxml/jackson/datatype/jsr310/": "com.fasterxml.jackson.datatype:jackson-datatype-jsr310",
    f"{SHADED}com/fasterxml/jackson/module/blackbird/": "com.fasterxml.jackson.module:jackson-module-blackbird",
    f"{SHADED}org/HdrHistogram/": "org.hdrhistogram:HdrHistogram",
    f"{SHADED}org/apache/commons/lang3/": "org.apache.commons:commons-lang3",
    f"{SHADED}org/yaml/snakeyaml/": "org.yaml:snakeyaml",
    "headwater/shaded/org/apache/hc/client5/": "org.apache.httpcomponents.client5:httpclient5",
    "headwater/shaded/org/apache/hc/core5/": "org.apache.httpcomponents.core5:httpcore5",
    "headwater/shaded/org/apache/hc/core5/http2/": "org.apache.httpcomponents.core5:httpcore5-h2",
    "io/micrometer/common/": "io.micrometer:micrometer-commons",
    "io/micrometer/core/": "io.micrometer:micrometer-core",
    "io/micrometer/observation/": "io.micrometer:micrometer-observation",
    "io/openlineage/client/": "io.openlineage:openlineage-java",
}


def problems(archive: ZipFile) -> list[str]:
    names = archive.namelist()
    texts = {n: archive.read(n) for n in (LICENSE, NOTICE, MANIFEST) if n in names}
    return [
        *(f"{n} is missing" for n in (LICENSE, NOTICE, MANIFEST) if n not in texts),
        *text(texts.get(LICENSE)),
        *notice(names, texts.get(NOTICE, b"").decode()),
        *manifest(texts.get(MANIFEST)),
    ]


def text(held: bytes | None) -> list[str]:
    if held is None or hashlib.sha256(held).hexdigest() == APACHE_SHA256:
        return []
    return [f"{LICENSE} is not the text of the Apache License, Version 2.0"]


def notice(names: list[str], text: str) -> list[str]:
    """Each module whose classes are in the jar has an entry; each file that an entry names is in the jar."""
    if not text:
        return []
    classes = [n for n in names if n.endswith(".class")]
    needed = {MODULES[p] for p in MODULES if any(n.startswith(p) for n in classes)}
    others = [n for n in classes if n.startswith(OTHERS)]
    unknown = {n.rpartition("/")[0] for n in others if not n.startswith(tuple(MODULES))}
    lines = text.splitlines()
    named = {line.rpartition(":")[0] for line in lines}
    files = [line.removeprefix("    file: ") for line in lines if line.startswith("    file: ")]
    return [
        *(f"{NOTICE} does not name {m}" for m in sorted(needed - named)),
        *(f"{NOTICE} does not name {d}" for d in DATA if d in names and d not in lines),
        *(f"{NOTICE} names {f}, which is not in the jar" for f in files if f not in names),
        *(f"tests/shape/licence_rules.py names no module for {p}" for p in sorted(unknown)),
    ]


def manifest(held: bytes | None) -> list[str]:
    if held is None or HEADER in held.decode().splitlines():
        return []
    return [f"the manifest has no line `{HEADER}`"]
