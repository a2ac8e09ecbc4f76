package io.headwater.model

import java.util.regex.{Pattern, PatternSyntaxException}

/** Which names of settings, options, parameters and properties hold secrets: ours and the user's own, together.
  * Of a long name only the end is looked at, so that a match costs the same whatever the input.
  */
final class SensitiveKeys private (own: Option[Pattern]) {
  import SensitiveKeys._

  def matches(key: String): Boolean = {
    val end = key.substring(math.max(0, key.length - longest))
    builtIn.matcher(end).find() || own.exists(p => Budgeted.find(p, end))
  }

  /** Spark redacts a property whose value matches the user's pattern as well; so do we, for that pattern alone. */
  def matchesValue(value: String): Boolean = own.exists(p => Budgeted.find(p, value))
}

object SensitiveKeys {
  private val longest = 200

  /** Covers Spark's default of `spark.redaction.regex`, and the words of JDBC drivers, clouds and signed URLs. */
  private val builtIn: Pattern = Pattern.compile(
    "(?i)secret|passw(or)?d|passphrase|passcode|pwd|token|credential|signature|authorization" +
      "|(access|api|account|private|encryption|master|shared|storage)[._-]?key" +
      "|(^|[._-])(pass|auth|sig|sas|googleaccessid)$"
  )

  /** The pattern that Spark ships with; given back by its configuration when the user set none. */
  private val sparkDefault = "(?i)secret|password|token|access[.]?key"

  val default: SensitiveKeys = new SensitiveKeys(None)

  /** `pattern` is the value of `spark.redaction.regex`; a malformed one is told by its message. */
  def of(pattern: Option[String]): Either[String, SensitiveKeys] =
    pattern.filter(p => p.nonEmpty && p != sparkDefault) match {
      case None => Right(default)
      case Some(p) => compile(p).map(c => new SensitiveKeys(Some(c)))
    }

  private[model] def compile(regex: String): Either[String, Pattern] =
    try Right(Pattern.compile(regex))
    catch { case e: PatternSyntaxException => Left(e.getDescription) }
}
