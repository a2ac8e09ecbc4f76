package io.headwater.config

import java.util.regex.{Pattern, PatternSyntaxException}

import io.headwater.redaction.Redactor

/** Reads Spark's redaction settings into a [[io.headwater.redaction.Redactor]]. */
object RedactionPatterns {

  /** Spark's settings with patterns for the names of keys and options. */
  private val keySettings = Vector("spark.redaction.regex", "spark.sql.redaction.options.regex")

  /** Spark's settings with patterns for secrets within any text. */
  private val textSettings = Vector("spark.redaction.string.regex", "spark.sql.redaction.string.regex")

  /** @param sparkConf
    *   Spark's configuration
    * @param withoutLiterals
    *   returns a statement without its literals, or none if it cannot be parsed; if absent, literals are kept
    * @return
    *   the redactor, or the setting that is not a regular expression
    */
  def read(
      sparkConf: Map[String, String],
      withoutLiterals: Option[String => Option[String]] = None
  ): Either[ConfigProblem, Redactor] =
    for {
      keys <- patterns(sparkConf, keySettings)
      text <- patterns(sparkConf, textSettings)
    } yield Redactor(keys, text, withoutLiterals)

  private def patterns(
      sparkConf: Map[String, String],
      settings: Vector[String]
  ): Either[ConfigProblem, Vector[Pattern]] =
    settings.flatMap(s => sparkConf.get(s).filter(_.nonEmpty).map(s -> _))
      .foldLeft[Either[ConfigProblem, Vector[Pattern]]](Right(Vector.empty)) {
        case (previous, (setting, regex)) =>
          for { all <- previous; next <- pattern(setting, regex) } yield all :+ next
      }

  private def pattern(setting: String, regex: String): Either[ConfigProblem, Pattern] =
    try Right(Pattern.compile(regex))
    catch {
      case e: PatternSyntaxException =>
        val fix = s"not a regular expression (${e.getDescription}); correct or remove it"
        Left(ConfigProblem.of(setting, regex, fix))
    }
}
