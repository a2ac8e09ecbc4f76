package io.headwater.emit.redact

import io.headwater.model.{ColumnMetrics, PlanLineage, QualityMetrics, RunError, RunEvent}
import io.headwater.redaction.{BoundedRedaction, Redactor}

/** Redacts the parts of an event whose meaning must be known: the statement, the properties, the error, the parameters and
  * the statistics of tables. `JsonRedactor` handles everything else in the serialized event, and remembers the statements
  * that have no secret.
  */
final class EventRedactor(redactor: Redactor, json: JsonRedactor) {

  def redact(event: RunEvent): RunEvent = event.copy(
    lineage = if (redactor.hidesLiterals) withoutValues(event.lineage) else event.lineage,
    sql = event.sql.map(json.inQuery),
    properties = redactor.properties(event.properties),
    error = event.error.map(inError(_, event.sql)),
    description = event.description.map(redactor.text),
    parameters = event.parameters.map { case (name, value) => name -> parameter(name, value) }
  )

  private def inError(error: RunError, sql: Option[String]): RunError = {
    val clean = sql.fold(identity[String] _)(redactor.withoutValuesOf)
    error.copy(
      BoundedRedaction.message(error.message)(text => redactor.message(clean(text))),
      error.stackTrace.map(BoundedRedaction.stackTrace(_)(text => redactor.stackTrace(clean(text))))
    )
  }

  /** Minimum and maximum of a column are values of the data. */
  private def withoutValues(lineage: PlanLineage): PlanLineage = {
    def column(m: ColumnMetrics) = m.copy(min = None, max = None)
    def quality(m: QualityMetrics) = m.copy(columns = m.columns.map { case (name, metrics) =>
      name -> column(metrics)
    })
    lineage.copy(sources = lineage.sources.map(d => d.copy(quality = d.quality.map(quality))))
  }

  /** A parameter value is a literal. */
  private def parameter(name: String, value: String): String =
    if (redactor.hidesLiterals) Redactor.replacement else redactor.property(name, value)
}
