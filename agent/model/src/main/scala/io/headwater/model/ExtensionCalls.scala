package io.headwater.model

/** The calls of one extension in an application.
  *
  * @param errors
  *   the calls that failed or had no answer in time
  * @param millis
  *   the time of all calls
  * @param maxMillis
  *   the time of the longest call
  */
final case class ExtensionCalls(
    extension: String,
    calls: Long,
    errors: Long,
    millis: Double,
    maxMillis: Double
)
