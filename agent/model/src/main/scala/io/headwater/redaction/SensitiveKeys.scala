package io.headwater.redaction

import java.util.concurrent.ConcurrentHashMap
import java.util.regex.Pattern

/** Decides which settings, options, parameters and properties hold secrets, by their names. The built-in pattern and the
  * user's patterns both apply. Only the end of a long name is matched, so that the cost of a match is bounded.
  */
final class SensitiveKeys private (userPatterns: Vector[Pattern]) {
  import SensitiveKeys._

  /** The results for short names: each statement and each event has the same few hundred words. Their number is bounded. */
  private val known = new ConcurrentHashMap[String, java.lang.Boolean]

  def matches(key: String): Boolean =
    if (key.length > maxKnownLength) find(key.substring(math.max(0, key.length - maxLength)))
    else
      known.get(key) match {
        case null => remember(key, find(key)) // null: not known
        case found => found.booleanValue
      }

  private def remember(key: String, isSensitive: Boolean): Boolean = {
    if (known.size >= maxKnown) known.clear()
    known.put(key, isSensitive)
    isSensitive
  }

  private def find(name: String): Boolean =
    builtIn.matcher(name).find() || userPatterns.exists(p => BoundedRegex.find(p, name))

  /** Spark also redacts a property if its value matches the user's pattern. The built-in pattern does not apply here. */
  def matchesValue(value: String): Boolean = userPatterns.exists(p => BoundedRegex.find(p, value))
}

object SensitiveKeys {
  private val maxLength = 200
  private val maxKnown = 4096
  private val maxKnownLength = 40

  /** Covers Spark's default of `spark.redaction.regex` and the parameter names of JDBC drivers, clouds and signed URLs. */
  private val builtIn: Pattern = Pattern.compile(
    "(?i)secret|passw(or)?d|pass[._-]?(phrase|code|word|key)|pwd|pswd|passwort|kennwort|token|credential|signature" +
      "|authorization|(access|account|aes|api|auth|cipher|crypto|dd[._-]app|decrypt(ion)?|encrypt(ion)?|fernet" +
      "|functions|hex|hmac|keystore|kms|license|master|private|pvt|securestore|shared|signing|sse|ssh|storage" +
      "|subscription|symmetric)[._-]?key|jaas[._-]?config|auth[._-]?params" +
      "|auth[._-]?mechanism[._-]?properties|provider[._-]?client[._-]?key" +
      "|(^|[._-])(pass\\d*|pw|psw|creds?|auth|basic[._-]?auth|bearer|delegation|jwt|logdata|otp|sig|sas|cookies?" +
      "|googleaccessid|jsessionid|phpsessid)$|[._-]sas[._-]|[.]cookie[.]" +
      "|(admin|db|jdbc|key|ldap|login|my|proxy|root|smtp|sql|store|trust|user)pass\\d*$|(?-i:[a-z]Pass)\\d*$|(?-i:[a-z](Pw|Cookies?|Creds?))$"
  )

  /** The defaults of Spark 3.5 and 4 for keys and options. They are ignored, because the user did not choose them:
    * `(?i)url` would remove whole URLs, of which only the credentials are secret.
    */
  private val sparkDefaults = Set(
    "(?i)secret|password|token|access[.]?key",
    "(?i)secret|password|token|access[.]?key|credential",
    "(?i)url"
  )

  val default: SensitiveKeys = new SensitiveKeys(Vector.empty)

  /** The built-in pattern and the user's patterns. */
  def of(patterns: Vector[Pattern]): SensitiveKeys =
    new SensitiveKeys(patterns.filterNot(p => sparkDefaults(p.pattern)))
}
