package io.headwater.shell.config

import java.time.{OffsetDateTime, ZonedDateTime}

import scala.util.Try

import io.headwater.model.{ConfigProblem, NominalTime}

/** The time that the application is scheduled for: of the configuration, else of Airflow, which tells the start alone. */
private[config] object NominalTimes {
  import ConfigKeys.{nominalEnd, nominalStart, prefix}

  /** Airflow 3, and those before. */
  private val airflow = Vector("AIRFLOW_CTX_LOGICAL_DATE", "AIRFLOW_CTX_EXECUTION_DATE")

  private val fix = "no time with an offset in ISO-8601; write it as 2026-01-31T06:00:00Z"

  /** None where any part of it cannot be used; then with the reason. */
  def read(reading: Reading, env: Map[String, String]): (Option[NominalTime], Vector[String]) = {
    def key(k: ConfigKey) = reading.text(k).map(v => (prefix + k.name, v))
    val start = key(nominalStart).orElse(
      airflow.flatMap(name => env.get(name).map(_.trim).filter(_.nonEmpty).map(name -> _)).headOption
    )
    def problem(at: (String, String), why: String) =
      ConfigProblem.of(at._1, at._2, why, reading.redactor).line
    val read = for {
      from <- start.map(s => time(s._2).toRight(problem(s, fix)))
      until = key(nominalEnd).map(e => time(e._2).toRight(problem(e, fix)))
    } yield for {
      f <- from
      u <- until.fold[Either[String, Option[ZonedDateTime]]](Right(None))(_.map(Some(_)))
      both <- u.filter(_.isBefore(f)).flatMap(_ => key(nominalEnd)).map(problem(
        _,
        "before the start; mend one of them"
      ))
        .toLeft(NominalTime(f, u))
    } yield both
    val lonely = key(nominalEnd).filter(_ => start.isEmpty)
      .map(problem(_, s"has no start; set $prefix${nominalStart.name} as well"))
    (read.flatMap(_.toOption), (read.flatMap(_.left.toOption) ++ lonely).toVector)
  }

  /** A zone's name would not be ISO-8601. */
  private def time(text: String): Option[ZonedDateTime] =
    Try(OffsetDateTime.parse(text).toZonedDateTime).toOption
}
