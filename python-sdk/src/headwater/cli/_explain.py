"""``headwater explain``: print the lineage of SQL text without running it."""

from __future__ import annotations

import json
import os
import shlex
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater._sql_text import short_sql, statements_of_file
from headwater._text import last_part, one_line
from headwater.cli._options import add_jars, add_output, add_spark_home, items_of, require_file
from headwater.errors import DryRunError, UsageError
from headwater.extensions._load import load_named
from headwater.planning import WAREHOUSE
from headwater.planning.runs import as_own_run

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from headwater.planning.statements import PlannedStatement

__all__ = ["add_to", "append_events", "print_lineage"]


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "explain",
        help="print the lineage of SQL, without running it",
        description="Print the inputs, the outputs and the sources of each column. Queries are not run. Commands of a "
        "file are run on empty tables in a temporary folder. The exit code is 1 if a statement or an extension fails.",
    )
    parser.add_argument(
        "sql",
        metavar="SQL|FILE",
        nargs="+",
        help="a statement, a SQL script (.sql), or a notebook (.ipynb) with SQL cells",
    )
    parser.add_argument(
        "--setup", metavar="FILE.sql", type=Path, help="file of statements to run first: tables and views"
    )
    parser.add_argument("--extensions", metavar="M:NAME,…", default="", help="extensions to ask")
    add_jars(parser)
    add_spark_home(parser)
    parser.add_argument(
        "--json", action="store_true", help="print the OpenLineage events: an object for each statement"
    )
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print inputs, outputs and columns; return 1 if an extension or a statement of a file failed."""
    if options.setup is not None:
        require_file(options.setup, "--setup")
    for text in options.sql:
        _check_text(text)
    setup = statements_of_file(options.setup) if options.setup is not None else []
    scripts = {text: statements_of_file(Path(text)) for text in options.sql if text.endswith(_FILES)}
    extensions = [each.extension for each in load_named(options.extensions)]
    with tempfile.TemporaryDirectory(prefix="headwater-files-") as folder:
        found = list(_plan(options, setup, scripts, extensions, Path(folder)))
    events = [each.event for each in found if each.event is not None and (each.has_datasets or not each.problem)]
    if options.output is not None:
        append_events(options.output, [as_own_run(each, "explain") for each in events])
    if options.json:
        for event in events:
            print(json.dumps(event, indent=2, ensure_ascii=False))
    else:
        print_lineage(events)
    sys.stdout.flush()
    errors = [f"{each['extension']} failed: {each['message']}" for event in events for each in _errors(event)]
    errors += [f"{short_sql(each.sql)}: {each.problem.partition(_END)[0]}" for each in found if each.problem]
    for text in errors:
        print(f"headwater: {text}", file=sys.stderr)
    return 1 if errors else 0


def _check_text(text: str) -> None:
    """Raise :class:`~headwater.UsageError` if a text is the name of a file that has no SQL."""
    if text.endswith(_FILES) or not os.path.isfile(text):  # noqa: PTH113  (Path raises an error for a long text)
        return
    if text.endswith(".py"):
        raise UsageError(f"{text} is a Python program: use headwater plan {shlex.quote(text)}")
    raise UsageError(f"{text} is neither a SQL script (.sql) nor a notebook (.ipynb): give its file such a name")


def _plan(
    options: argparse.Namespace,
    setup: list[str],
    scripts: dict[str, list[str]],
    extensions: list[object],
    folder: Path,
) -> Iterator[PlannedStatement]:
    """Yield the statements of the command line and, of the files, those that read or write something."""
    from headwater.dry_run import check_jpype, lineage, open_session  # noqa: PLC0415  (only this command starts Spark)
    from headwater.planning import FileSystems  # noqa: PLC0415  (the same)
    from headwater.planning.statements import PlannedStatement, plan_script, set_up  # noqa: PLC0415  (the same)

    check_jpype()
    files = FileSystems(folder)
    conf = files.settings() if scripts or setup else None
    session = open_session(spark_home=options.spark_home, jars=items_of(options.jars), conf=conf)
    if scripts:
        files.check(session.java)
        files.use_working_directory(session)
    for problem in set_up(setup, files, session):
        raise DryRunError(problem)
    warehouse = str(session.java.conf().get("spark.sql.warehouse.dir")).removeprefix("file:")
    for text in options.sql:
        if text not in scripts:
            yield PlannedStatement(text, _with_fixed_paths(lineage(text, *extensions), warehouse))
            continue
        planned = plan_script(scripts[text], files, session, *extensions)
        yield from (each for each in planned if each.problem or each.has_datasets)


def _with_fixed_paths(event: dict[str, Any], warehouse: str) -> dict[str, Any]:
    """Replace the temporary warehouse folder, so that tables have the same name in every run."""
    text = json.dumps(event, ensure_ascii=False)
    with_fixed_paths: dict[str, Any] = json.loads(
        text.replace(json.dumps(warehouse, ensure_ascii=False)[1:-1], WAREHOUSE)
    )
    return with_fixed_paths


def _errors(event: Mapping[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = event["run"]["facets"].get("headwater_extensionErrors", {}).get("errors", [])
    return found


def append_events(path: Path, events: Iterable[Mapping[str, Any]]) -> None:
    """Append events to the file of ``--output``, one in each line."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(json.dumps(event, ensure_ascii=False) + "\n" for event in events)
    except OSError as error:
        raise UsageError(f"--output {path}: {error.strerror}") from error


def print_lineage(events: Sequence[Mapping[str, Any]]) -> None:
    """Print each event as text; of several, each below its statement or the name of its job."""
    for number, event in enumerate(events):
        if len(events) > 1:
            sql = event["job"].get("facets", {}).get("sql", {}).get("query")
            print(f"{_END if number else ''}-- {short_sql(sql or event['job']['name'])}")
        print("\n".join(lines_of(event)))


def lines_of(event: Mapping[str, Any]) -> Iterator[str]:
    """Return an event as text: inputs, outputs, and the sources of each column."""
    from headwater.dry_run import columns_of  # noqa: PLC0415  (as above)

    for key in ("inputs", "outputs"):
        for dataset in event[key]:
            extra = ", ".join(name for name in dataset.get("facets", {}) if name not in _STANDARD_FACETS)
            yield f"{key[:-1]:7} {dataset['namespace']} {dataset['name']}" + (f"  [{extra}]" if extra else "")
    for column, sources in columns_of(event).items():
        of_values = [f"{each.text} ({', '.join(each.steps)})" for each in sources if each.is_direct]
        others = [f"{each.text} ({', '.join(each.steps)})" for each in sources if not each.is_direct]
        first, *more = of_values or ["nothing"]
        yield f"  {column} <- {first}"
        yield from (f"  {'':{len(column)}}    {line}" for line in (*more, *others))
    yield from (f"filtered, joined, grouped or sorted by {text}" for text in _common_sources(event))


_FILES = (".sql", ".ipynb")
_END = "\n"
_STANDARD_FACETS = {
    "columnLineage",
    "dataSource",
    "datasetType",
    "hierarchy",
    "lifecycleStateChange",
    "schema",
    "symlinks",
}


def _common_sources(event: Mapping[str, Any]) -> Iterator[str]:
    for output in event["outputs"]:
        for each in output.get("facets", {}).get("columnLineage", {}).get("dataset", ()):
            how = (one_line(": ".join(_how(kind))) for kind in each.get("transformations", ()))
            yield f"{last_part(each['name'])}.{each['field']} ({', '.join(how)})"


def _how(transformation: Mapping[str, Any]) -> Iterator[str]:
    yield transformation.get("subtype", "")
    if text := transformation.get("description"):
        yield text
