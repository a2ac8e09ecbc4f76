package io.headwater.shell.config

import java.time.{OffsetDateTime, ZonedDateTime}

import scala.util.Try

import io.headwater.config.ConfigProblem
import io.headwater.model.NominalTime

/** The time for which the application was scheduled: from the configuration, else from Airflow's variables, which have
  * the start only.
  */
object NominalTimes extends ConfigSection {

  val start = key(
    "run.nominalStartTime",
    KeyType.Time,
    "Start of the nominal time, for which the application was scheduled. Default: AIRFLOW_CTX_LOGICAL_DATE or " +
      "AIRFLOW_CTX_EXECUTION_DATE."
  )(_.text(_))
  val end =
    key("run.nominalEndTime", KeyType.Time, "End of the nominal time interval (exclusive).")(_.text(_))

  /** The variables of Airflow 3 and of earlier versions. */
  private val airflowVariables = Vector("AIRFLOW_CTX_LOGICAL_DATE", "AIRFLOW_CTX_EXECUTION_DATE")

  private val fix = "no time with an offset in ISO-8601; write it as 2026-01-31T06:00:00Z"

  /** A time, and the key or variable that holds it. */
  private final case class Setting(name: String, value: String)

  /** The nominal time, or the reason why it is left out: a part of it is invalid. */
  def read(values: ConfigValues): Either[String, Option[NominalTime]] = {
    def setting(key: ConfigKey[Option[String]]) = key.read(values).map(Setting(key.fullName, _))
    def problem(setting: Setting, reason: String) =
      ConfigProblem.of(setting.name, setting.value, reason, values.redactor).line
    def time(setting: Setting): Either[String, ZonedDateTime] =
      parse(setting.value).toRight(problem(setting, fix))
    def timeAfter(from: ZonedDateTime, end: Setting): Either[String, ZonedDateTime] =
      time(end).filterOrElse(!_.isBefore(from), problem(end, "before the start; correct one of them"))

    (setting(start).orElse(fromAirflow(values)), setting(end)) match {
      case (None, None) => Right(None)
      case (None, Some(endSetting)) =>
        Left(problem(endSetting, s"has no start; set ${start.fullName} as well"))
      case (Some(startSetting), None) => time(startSetting).map(from => Some(NominalTime(from, None)))
      case (Some(startSetting), Some(endSetting)) =>
        for { from <- time(startSetting); until <- timeAfter(from, endSetting) } yield Some(NominalTime(
          from,
          Some(until)
        ))
    }
  }

  private def fromAirflow(values: ConfigValues): Option[Setting] =
    airflowVariables.flatMap(name => values.variable(name).map(Setting(name, _))).headOption

  /** OpenLineage requires ISO-8601, which has offsets but no names of zones. */
  private def parse(text: String): Option[ZonedDateTime] =
    Try(OffsetDateTime.parse(text).toZonedDateTime).toOption
}
