package io.headwater.emit.redact

import io.headwater.model.{Redactor, RunEvent}

/** Redacts what must be known for what it is: the statement, the properties, the error. Everything else is left to
  * `JsonRedactor`, that sees the finished event.
  */
final class EventRedactor(redactor: Redactor) {
  def redact(event: RunEvent): RunEvent = event.copy(
    sql = event.sql.map(redactor.sql),
    properties = redactor.properties(event.properties),
    error = event.error.map(e => e.copy(redactor.message(e.message), e.stackTrace.map(redactor.stackTrace)))
  )
}
