"""Replaces the methods of PySpark that would need data, or would reach something else than temporary files."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from headwater.dry_run import RunByAnalysisError, lineage, plan
from headwater.errors import DryRunError
from headwater.planning.catalogs import why_not_unplanned_command
from headwater.planning.java_calls import substitute_java_calls
from headwater.planning.options import substitute_options
from headwater.planning.parameters import checked, plan_with
from headwater.planning.readers import substitute_readers
from headwater.planning.replacement import replaced
from headwater.planning.report import PlanningError, Report
from headwater.planning.statements import why_not_file_system, why_not_run, why_not_statement
from headwater.planning.writers import substitute_writers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from headwater.planning.planning import Planning

__all__ = ["substituted"]

_ACTIONS = ("collect", "count", "first", "head", "isEmpty", "tail", "take", "toArrow", "toLocalIterator", "toPandas")
_ACTIONS_OF_RDDS = (
    "aggregate",
    "collect",
    "collectAsMap",
    "count",
    "countApprox",
    "countApproxDistinct",
    "countByKey",
    "countByValue",
    "first",
    "fold",
    "histogram",
    "isEmpty",
    "lookup",
    "max",
    "mean",
    "meanApprox",
    "min",
    "reduce",
    "reduceByKeyLocally",
    "sampleStdev",
    "sampleVariance",
    "stats",
    "stdev",
    "sum",
    "sumApprox",
    "take",
    "takeOrdered",
    "takeSample",
    "toLocalIterator",
    "top",
    "treeAggregate",
    "treeReduce",
    "variance",
)
_EFFECTS = ("foreach", "foreachPartition")
_WRITES_OF_RDDS = (
    "saveAsHadoopDataset",
    "saveAsHadoopFile",
    "saveAsNewAPIHadoopDataset",
    "saveAsNewAPIHadoopFile",
    "saveAsPickleFile",
    "saveAsSequenceFile",
    "saveAsTextFile",
)
_READS_OF_RDDS = (
    "binaryFiles",
    "binaryRecords",
    "hadoopFile",
    "hadoopRDD",
    "newAPIHadoopFile",
    "newAPIHadoopRDD",
    "pickleFile",
    "sequenceFile",
    "textFile",
    "wholeTextFiles",
)
_OWN_SETTINGS = ("spark.sql.catalog.", "spark.sql.extensions", "spark.hadoop.fs.", "spark.remote", "fs.")


@contextmanager
def substituted(planning: Planning) -> Iterator[None]:
    """Replace the methods for the duration of the block."""
    with ExitStack() as stack:

        def replace(owner: type, names: tuple[str, ...], make: Callable[[str, Any], Any]) -> None:
            for name in names:
                if (original := getattr(owner, name, None)) is not None:
                    stack.enter_context(replaced(owner, name, make(name, original)))

        _substitute_session(planning, replace)
        _substitute_frames(planning, replace)
        _substitute_without_data(planning, replace)
        substitute_readers(planning, replace)
        substitute_writers(planning, replace)
        substitute_options(planning, replace)
        substitute_java_calls(planning, replace)
        yield


def _substitute_session(planning: Planning, replace: Callable[..., None]) -> None:
    spark = planning.spark
    replace(type(spark), ("sql",), lambda _, original: _running_sql(planning, original))
    replace(type(spark.conf), ("set",), lambda _, original: _setting(planning, original))
    replace(type(type(spark).builder), ("getOrCreate",), lambda _, original: _getting_session(planning, original))
    for owner in (type(spark), type(spark.sparkContext)):  # what follows a stop is planned, too
        replace(owner, ("stop",), lambda _name, _original: lambda _self: None)


def _running_sql(planning: Planning, original: Any) -> Any:  # noqa: ANN401  (PySpark's)
    def run(self: Any, sqlQuery: str, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401, N803  (the same)
        planning.sources.add_file_systems(sqlQuery, *args, *kwargs.values())

        def why_not(text: str, parameters: Any) -> str:  # noqa: ANN401  (the same)
            if problem := _why_not(planning, text, parameters):
                planning.report.problem(f"{problem}: {' '.join(sqlQuery.split())[:80]}")
            return problem

        frame = original(checked(self, why_not), sqlQuery, *args, **kwargs)
        return type(frame)(frame._jdf, self)  # noqa: SLF001  (not of the session that asks)

    return run


def _setting(planning: Planning, original: Any) -> Any:  # noqa: ANN401  (the same)
    def set_value(self: Any, key: str, value: Any) -> None:  # noqa: ANN401  (the same)
        if _is_setting_applied(planning, key, value):
            original(self, key, value)

    return set_value


def _getting_session(planning: Planning, original: Any) -> Any:  # noqa: ANN401  (the same)
    def get(self: Any) -> Any:  # noqa: ANN401  (the same)
        for key, value in list(self._options.items()):
            if not _is_setting_applied(planning, key, value):
                del self._options[key]
        return original(self)

    return get


def _why_not(planning: Planning, text: str, parameters: Any) -> str:  # noqa: ANN401  (PySpark's)
    """Return why a statement must not run, after its event was added; a query and what Spark cannot plan may run."""
    if problem := why_not_file_system(text):
        return problem
    try:
        planned = plan_with(planning.session, text, parameters) if parameters else plan(text, session=planning.session)
        if not planned.is_command:
            return ""
        event = lineage(planned)
    except Exception as error:  # noqa: BLE001  (of Spark, also of a line with other parameters)
        is_invalid = isinstance(error, DryRunError) and not isinstance(error, RunByAnalysisError)
        if is_invalid and not parameters:  # Spark says it to the program
            return why_not_statement(text)
        return why_not_statement(text) or why_not_unplanned_command(planning, text)
    problem = why_not_run(text, event, planning.session)
    if problem and event["outputs"]:
        planning.add_event(event)
    return problem


def _is_setting_applied(planning: Planning, key: str, value: object) -> bool:
    """Return whether the program may set this; what the command line sets stays, and so does what is set already."""
    if not key.startswith(_OWN_SETTINGS):
        return True
    is_set = str(planning.session.java.sparkContext().getConf().get(key, "")) == str(value)
    if key not in planning.given_settings and not is_set:
        planning.report.problem(f"{key} is not applied, because it may reach a real system: give --conf {key}=…")
    return False


def _substitute_frames(planning: Planning, replace: Callable[..., None]) -> None:
    report, spark = planning.report, planning.spark
    frame_class, rdd_class = type(spark.range(1)), type(spark.sparkContext.emptyRDD())

    def action(name: str, original: Any) -> Any:  # noqa: ANN401  (PySpark's)
        def run(self: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
            report.note_of_call(f"{name}() is answered from empty tables")
            return original(self, *args, **kwargs)

        return run

    def effect(name: str, _: Any) -> Any:  # noqa: ANN401  (the same)
        def skip(*_args: object, **_kwargs: object) -> None:
            report.problem(f"{name}() is not run, and its lineage is not known")

        return skip

    def fail(name: str, _: Any) -> Any:  # noqa: ANN401  (the same)
        def stop(*_args: object, **_kwargs: object) -> None:
            raise PlanningError(report.problem(f"{name} cannot be planned"))

        return property(stop) if name.endswith("Stream") else stop

    replace(frame_class, _ACTIONS, action)
    replace(rdd_class, _ACTIONS_OF_RDDS, action)
    replace(frame_class, _EFFECTS, effect)
    replace(rdd_class, (*_EFFECTS, *_WRITES_OF_RDDS), effect)
    replace(frame_class, ("writeStream",), fail)
    replace(type(spark), ("readStream",), fail)
    replace(type(spark.sparkContext), _READS_OF_RDDS, fail)


def _substitute_without_data(planning: Planning, replace: Callable[..., None]) -> None:
    """Replace what has other columns, or no rows, where there is no data."""
    report, spark = planning.report, planning.spark
    replace(type(spark.range(1).groupBy()), ("pivot",), lambda _, original: _pivoting(report, original))
    replace(type(spark.sparkContext.emptyRDD()), ("pipe",), lambda _name, _original: _not_piping(report))


def _pivoting(report: Report, original: Any) -> Any:  # noqa: ANN401  (PySpark's)
    def pivot(self: Any, pivot_col: str, values: Any = None) -> Any:  # noqa: ANN401  (the same)
        if values is None:
            report.problem("the columns of pivot() are those of the data: give it the values")
        return original(self, pivot_col, values)

    return pivot


def _not_piping(report: Report) -> Any:  # noqa: ANN401  (PySpark's)
    def pipe(self: Any, *_args: object, **_kwargs: object) -> Any:  # noqa: ANN401  (an RDD)
        report.problem("pipe() is not run, because it would start a program, and its lineage is not known")
        return self.context.emptyRDD()

    return pipe
