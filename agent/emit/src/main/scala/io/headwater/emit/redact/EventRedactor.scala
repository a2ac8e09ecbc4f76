package io.headwater.emit.redact

import io.headwater.model.{ColumnMetrics, PlanLineage, QualityMetrics, RunEvent}
import io.headwater.redaction.Redactor

/** Redacts what must be known for what it is: the statement, the properties, the error, parameters, what a table is known to hold. Everything else is left to
  * `JsonRedactor`, that sees the finished event.
  */
final class EventRedactor(redactor: Redactor) {
  def redact(event: RunEvent): RunEvent = event.copy(
    lineage = if (redactor.hidesLiterals) withoutValues(event.lineage) else event.lineage,
    sql = event.sql.map(redactor.sql),
    properties = redactor.properties(event.properties),
    error = event.error.map(e => e.copy(redactor.message(e.message), e.stackTrace.map(redactor.stackTrace))),
    description = event.description.map(redactor.text),
    parameters = event.parameters.map { case (name, value) => name -> parameter(name, value) }
  )

  /** What is least and largest in a column are values of the data. */
  private def withoutValues(lineage: PlanLineage): PlanLineage = {
    def column(m: ColumnMetrics) = m.copy(min = None, max = None)
    def quality(m: QualityMetrics) = m.copy(columns = m.columns.map { case (name, of) => name -> column(of) })
    lineage.copy(sources = lineage.sources.map(d => d.copy(quality = d.quality.map(quality))))
  }

  /** A value is a literal. */
  private def parameter(name: String, value: String): String =
    if (redactor.hidesLiterals) Redactor.replacement else redactor.property(name, value)
}
