"""Gives a Spark session a temporary folder in place of each file system.

Hadoop's ``ViewFileSystemOverloadScheme`` shows a folder under the addresses of any file system. So plans, and the
datasets of events, have the names of production; nothing outside the folder is read or written. An address whose scheme
or authority was not added fails, it never reaches the real file system.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.errors import DryRunError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from headwater.dry_run import Session

__all__ = ["WAREHOUSE", "FileSystems"]

WAREHOUSE = "/headwater-warehouse"
"""The folder of the tables in the session catalog, the same in each run."""

_STORES = ("s3", "s3a", "s3n", "gs", "abfs", "abfss", "wasb", "wasbs", "adl", "oss", "cosn", "dbfs")
_SCHEMES = ("file", "hdfs", "webhdfs", "swebhdfs", "viewfs", "har", "ftp", "sftp", *_STORES)
_READ_ONLY = ("http", "https")
"""Hadoop only reads from these, so a dataset that is written there is none of files."""
_HADOOP = "spark.hadoop."
_PROPERTY = "<property><name>{}</name><value>{}</value><final>true</final></property>"
_VIEW = "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme"
_NO_CLASS = "headwater.NoFileSystemWasAddedForThisAddress"
"""What Hadoop would use, and cannot find, for an address without a temporary folder; else it takes the real one."""
_NO_CONTEXT = "org.apache.hadoop.fs.viewfs.ViewFs"
_EXTENSION = "io.headwater.shell.dryrun.DryRunExtensions"
"""Of the agent's jar: nothing that a statement runs on the empty tables starts a program or calls a method of Java."""
_EARLY_RULE = "org.apache.spark.sql.catalyst.optimizer.ConvertToLocalRelation"
"""A rule of Spark that computes expressions over literal rows before the rules of an extension."""
_DELTA_LOG = "io.delta.storage.S3SingleDriverLogStore"
_ADDRESS = re.compile(rf"\b(?:{'|'.join((*_SCHEMES, *_READ_ONLY))})://([^/\s'\"`,;)?#]+)", re.IGNORECASE)


class FileSystems:
    """The file systems of a session, all below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def settings(self) -> dict[str, str]:
        """Return the settings of a new Spark session; addresses without an authority share one file system."""
        prefix = f"{_HADOOP}fs."
        settings = {}
        for scheme in (*_SCHEMES, *_READ_ONLY):
            settings[f"{prefix}{scheme}.impl"] = _VIEW
            settings[f"{prefix}viewfs.overload.scheme.target.{scheme}.impl"] = _NO_CLASS
        settings[f"{prefix}viewfs.overload.scheme.target.file.impl"] = "org.apache.hadoop.fs.LocalFileSystem"
        settings[f"{prefix}{_link('default')}"] = self._target("default")
        # What opens files in Hadoop's other way, FileContext, must fail: it would reach the real file system.
        settings |= {f"{prefix}AbstractFileSystem.{scheme}.impl": _NO_CONTEXT for scheme in _SCHEMES}
        # Delta does so for these, unless it is told to use the file systems of above.
        settings |= {f"spark.delta.logStore.{scheme}.impl": _DELTA_LOG for scheme in _SCHEMES}
        # Spark 3.5 makes tables of Hive by default, which a catalog in memory cannot have.
        own = {"spark.sql.warehouse.dir": WAREHOUSE, "spark.sql.legacy.createHiveTableByDefault": "false"}
        own |= {"spark.sql.extensions": _EXTENSION, "spark.sql.optimizer.excludedRules": _EARLY_RULE}
        return {**settings, **own, f"{prefix}defaultFS": "file:///"}

    def settings_folder(self) -> Path:
        """Make and return a folder for SPARK_CONF_DIR: Hadoop reads these settings, and there are no others.

        So what asks Hadoop for a new configuration has them, too, and no file that it adds can change them.
        """
        folder = self._folder / ".settings"
        folder.mkdir(exist_ok=True)
        keys = {key.removeprefix(_HADOOP): value for key, value in self.settings().items() if key.startswith(_HADOOP)}
        lines = [_PROPERTY.format(key, escape(value)) for key, value in keys.items()]
        text = "\n".join(("<configuration>", *lines, "</configuration>", ""))
        (folder / "core-site.xml").write_text(text, encoding="utf-8")
        return folder

    def check(self, session: Any) -> None:  # noqa: ANN401  (a Java session)
        """Raise :class:`~headwater.DryRunError` unless the session was started with these settings."""
        if session.sparkContext().getConf().get(f"spark.hadoop.fs.{_link('default')}", "") != self._target("default"):
            raise DryRunError(
                "a Spark session with the real file systems runs in this process already: plan files of statements in "
                "a new process"
            )

    @staticmethod
    def use_working_directory(session: Session) -> None:
        """Let relative paths begin at the working directory of this process, as without planning."""
        path = session.java_class("org.apache.hadoop.fs.Path")
        conf = session.java.sparkContext().hadoopConfiguration()
        # Hadoop's Path takes its text as it is, without percent signs.
        folder = f"file:///{Path.cwd().as_posix().lstrip('/')}"
        path("file:///").getFileSystem(conf).setWorkingDirectory(path(folder))

    def add_from(self, text: str, session: Any) -> None:  # noqa: ANN401  (a Java session)
        """Add the file systems whose addresses occur in a text: buckets, containers, name nodes."""
        conf = session.sparkContext().hadoopConfiguration()
        for authority in _ADDRESS.findall(text):  # s3 and s3a have the same buckets
            for name in (authority, _host(authority)):
                conf.set(f"fs.{_link(name)}", self._target(authority))

    def _target(self, name: str) -> str:
        folder = self._folder / re.sub(r"[^\w.-]", "_", name)
        folder.mkdir(parents=True, exist_ok=True)
        return folder.as_uri()

    @staticmethod
    def holds(dataset: Mapping[str, Any]) -> bool:
        """Return whether the dataset of an event is in one of these file systems."""
        namespace = str(dataset["namespace"])
        return namespace.partition(":")[0] in _SCHEMES


def _host(authority: str) -> str:
    """Return the name by which Hadoop looks up an authority with a port.

    >>> _host("name-node:8020"), _host("container@account.example:443"), _host("bucket")
    ('name-node', 'account.example', 'bucket')
    """
    user, _, host = authority.rpartition("@")
    name, has_port, _ = host.partition(":")
    return name if has_port or not user else authority


def _link(authority: str) -> str:
    return f"viewfs.mounttable.{authority}.linkFallback"
