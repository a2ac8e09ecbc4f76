"""usage: python3 -m tests.shape.jar_rules JAR JAR

What an agent jar may hold. `make jar` runs this on the jars of both Scala versions and fails where they break a rule.
"""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZipFile

from tests.shape import licence_rules

MAX_BYTES = 9_100_000
OURS = ("io/headwater/",)
# Micrometer is part of the API: `OpenLineageContext.getMeterRegistry` and the client.
CLIENT = ("io/openlineage/client/", "io/micrometer/")
# The listener's package, the extension packages and relocated packages; nothing else below io/openlineage/spark.
SPARK = (
    "io/openlineage/spark/agent/",
    "io/openlineage/spark/api/",
    "io/openlineage/spark/builtin/",
    "io/openlineage/spark/extension/",
    "io/openlineage/spark/shaded/",
)
# A data file: the HTTP client reads the list of domains from this path, and logs a warning without it.
DATA = ("org/publicsuffix/list/",)
# The HTTP client logs what it sends, so it is relocated outside of the packages whose log users enable.
QUIET = ("headwater/shaded/org/apache/hc/",)
# Column names in SQL text, for the column builder.
SQL = ("io/openlineage/sql/",)
ALLOWED = (*OURS, *CLIENT, *SQL, *SPARK, *QUIET, *DATA, "META-INF/")
# Scala's traits for extensions.
TRAITS = "io/openlineage/spark/builtin/scala/"
PICKLE = b"Lscala/reflect/ScalaSignature;"
SERVICES = "META-INF/services/"
LISTENER = "io/openlineage/spark/agent/OpenLineageSparkListener.class"
SHADED = "io/openlineage/spark/shaded/"


def problems(jar: Path) -> list[str]:
    """Every rule that the jar breaks, in words; empty where it breaks none."""
    with ZipFile(jar) as archive:
        names = [n for n in archive.namelist() if not n.endswith("/")]
        services = {n: archive.read(n).decode() for n in names if n.startswith(SERVICES)}
        licences = licence_rules.problems(archive)
        pickled = [n for n in names if n.endswith(".class") and PICKLE in archive.read(n)]
    return [
        *size(jar.stat().st_size),
        *pickles(pickled),
        *foreign(names),
        *modules(names),
        *missing_providers(names, services),
        *licences,
        *([] if LISTENER in names else [f"{LISTENER} is missing"]),
    ]


def size(actual: int) -> list[str]:
    return [] if actual <= MAX_BYTES else [f"{actual:,} bytes; at most {MAX_BYTES:,} are allowed"]


def pickles(names: list[str]) -> list[str]:
    """Classes with the Scala compiler's own description, which is 1 MB in all: only extensions are compiled against it."""
    return [f"{n} holds a ScalaSignature" for n in names if not n.startswith(TRAITS)]


def foreign(names: list[str]) -> list[str]:
    """Packages that are neither ours nor relocated: they would clash with the cluster's own."""
    packages = {package(n) for n in names if not n.startswith(ALLOWED)}
    return [f"foreign package or file: {p}" for p in sorted(packages)]


def modules(names: list[str]) -> list[str]:
    found = [n for n in names if n.rpartition("/")[2] == "module-info.class"]
    return [f"module descriptor: {n}" for n in found]


def missing_providers(names: list[str], services: dict[str, str]) -> list[str]:
    """Service files that name classes which are not in the jar."""
    classes = {n.removesuffix(".class").replace("/", ".") for n in names if n.endswith(".class")}
    return [
        f"{file} names {provider}, which is not in the jar"
        for file, text in sorted(services.items())
        for provider in providers(text)
        if provider not in classes
    ]


def providers(text: str) -> list[str]:
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]


def package(name: str) -> str:
    return name.rpartition("/")[0] or name


def packages(jar: Path) -> set[str]:
    """The packages of a jar's classes."""
    with ZipFile(jar) as archive:
        return {package(n) for n in archive.namelist() if n.endswith(".class")}


def package_differences(jars: list[Path]) -> list[str]:
    """Packages that are in one jar and not in another."""
    packages_by_jar = {jar: packages(jar) for jar in jars}
    common = set.intersection(*packages_by_jar.values())
    return [
        f"{p} is only in {jar.name}"
        for jar, ps in packages_by_jar.items()
        for p in sorted(ps - common)
    ]


def main(jars: list[Path]) -> int:
    found = [f"{jar.name}: {p}" for jar in jars for p in problems(jar)] + package_differences(jars)
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main([Path(a) for a in sys.argv[1:]]))
