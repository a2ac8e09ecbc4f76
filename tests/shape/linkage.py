"""usage: python3 -m tests.shape.linkage JAR FOLDER LINE

Resolves each class, field and method of Spark, Scala and Hadoop that the agent's classes name, in the jars of a
distribution. A reference that is not there is a NoSuchMethodError, a NoClassDefFoundError or an
IncompatibleClassChangeError, as soon as a query needs it.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

from tests.shape import class_files
from tests.shape.class_files import ClassFile, Member

OURS = (
    "io/headwater/",
    "io/openlineage/spark/agent/",
    "io/openlineage/spark/api/",
    "io/openlineage/sql/",
)
CHECKED = (
    "org/apache/spark/",
    "org/apache/hadoop/",
    "scala/",
    "org/slf4j/",
    "py4j/",
    "com/codahale/",
)
SHIMS = "io/headwater/shim/"
# They are loaded only if their library is there.
OPTIONAL = ("org/apache/spark/sql/connect/", "org/apache/spark/sql/hive/thriftserver/")
# Of the JVM's own, these have nothing that is not in OBJECT_METHODS.
WITHOUT_MEMBERS = ("java/lang/Object", "java/io/Serializable", "java/lang/Cloneable")


class Distribution:
    """The classes in the jars of a folder, read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._jars = [ZipFile(jar) for jar in sorted(folder.glob("*.jar"))]
        self._jar_of = {name: jar for jar in self._jars for name in jar.namelist()}

    @functools.cache  # noqa: B019 - as long as the distribution
    def find(self, name: str) -> ClassFile | None:
        jar = self._jar_of.get(f"{name}.class")
        return class_files.read(jar.read(f"{name}.class")) if jar else None

    def declares(self, owner: str, name: str, descriptor: str) -> bool:
        """Whether the class or one of its supertypes has the member. Other classes of the JVM count as having it."""
        found = self.find(owner)
        if found is None:
            return not owner.startswith(CHECKED) and owner not in WITHOUT_MEMBERS
        if (name, descriptor) in found.declared:
            return True
        # the constructor of a superclass is none of the class's own
        return name != "<init>" and any(self.declares(p, name, descriptor) for p in found.parents)


def missing(jar: Path, distribution: Distribution, line: str) -> list[str]:
    """What the jar's classes name and the distribution of this Spark line lacks."""
    own = list(classes(jar, line))
    found = {
        f"class {name}"
        for one in own
        for name in one.classes
        if name.startswith(CHECKED)
        and not name.startswith(OPTIONAL)
        and distribution.find(name) is None
    }
    members = {member for one in own for member in one.members}
    found |= {text for member in members for text in problem(member, distribution)}
    return sorted(found)


def classes(jar: Path, line: str) -> Iterator[ClassFile]:
    """The agent's own classes, without the shims of other lines."""
    with ZipFile(jar) as archive:
        for name in archive.namelist():
            of_spark3 = name == f"{SHIMS}Spark33.class"
            loaded = not name.startswith(SHIMS) or of_spark3 == line.startswith("3.")
            if name.endswith(".class") and name.startswith(OURS) and loaded:
                yield class_files.read(archive.read(name))


def problem(member: Member, distribution: Distribution) -> Iterator[str]:
    owner = distribution.find(member.owner)
    if not member.owner.startswith(CHECKED) or owner is None:
        return
    if member.kind != "field" and owner.is_interface != (member.kind == "interface method"):
        yield f"{member.owner} is {'an interface' if owner.is_interface else 'a class'}"
    elif not is_object(member) and not distribution.declares(*member[1:]):
        yield f"{member.kind} {member.owner}.{member.name}{member.descriptor}"


def is_object(member: Member) -> bool:
    """Whether each object has the method."""
    return (member.name, member.descriptor) in OBJECT_METHODS


OBJECT_METHODS = {
    ("equals", "(Ljava/lang/Object;)Z"),
    ("getClass", "()Ljava/lang/Class;"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
}


if __name__ == "__main__":
    for line in missing(Path(sys.argv[1]), Distribution(Path(sys.argv[2])), sys.argv[3]):
        print(line)
