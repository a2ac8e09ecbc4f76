package io.headwater.redaction

import java.util.regex.Pattern

/** Which names of settings, options, parameters and properties hold secrets: ours and the user's own, together.
  * Of a long name only the end is looked at, so that a match costs the same whatever the input.
  */
final class SensitiveKeys private (own: Vector[Pattern]) {
  import SensitiveKeys._

  def matches(key: String): Boolean = {
    val end = key.substring(math.max(0, key.length - longest))
    builtIn.matcher(end).find() || own.exists(p => BoundedRegex.find(p, end))
  }

  /** Spark redacts a property whose value matches the user's pattern as well; so do we, for that pattern alone. */
  def matchesValue(value: String): Boolean = own.exists(p => BoundedRegex.find(p, value))
}

object SensitiveKeys {
  private val longest = 200

  /** Covers Spark's default of `spark.redaction.regex`, and the words of JDBC drivers, clouds and signed URLs. */
  private val builtIn: Pattern = Pattern.compile(
    "(?i)secret|passw(or)?d|passphrase|passcode|pwd|token|credential|signature|authorization" +
      "|(access|api|account|private|encryption|master|shared|storage)[._-]?key" +
      "|(^|[._-])(pass|auth|sig|sas|googleaccessid)$|[._-]sas[._-]"
  )

  /** What Spark 3.5 and 4 ship with, for keys and for options: no choice of the user's. URLs lose their secrets, and not
    * all that they say.
    */
  private val sparkDefaults = Set(
    "(?i)secret|password|token|access[.]?key",
    "(?i)secret|password|token|access[.]?key|credential",
    "(?i)url"
  )

  val default: SensitiveKeys = new SensitiveKeys(Vector.empty)

  /** With the user's own patterns, beside ours. */
  def of(patterns: Vector[Pattern]): SensitiveKeys =
    new SensitiveKeys(patterns.filterNot(p => sparkDefaults(p.pattern)))
}
