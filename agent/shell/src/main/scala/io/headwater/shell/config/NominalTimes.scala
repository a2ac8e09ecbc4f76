package io.headwater.shell.config

import java.time.{OffsetDateTime, ZonedDateTime}

import scala.util.Try

import io.headwater.config.ConfigProblem
import io.headwater.model.NominalTime

/** The time that the application is scheduled for: of the configuration, else of Airflow, which tells the start alone. */
private[config] object NominalTimes {
  import ConfigKeys.{nominalEnd, nominalStart, prefix}

  /** Airflow 3, and those before. */
  private val airflow = Vector("AIRFLOW_CTX_LOGICAL_DATE", "AIRFLOW_CTX_EXECUTION_DATE")

  private val fix = "no time with an offset in ISO-8601; write it as 2026-01-31T06:00:00Z"

  /** None where any part of it cannot be used; then with the reason. */
  def read(reading: ConfigValues, env: Map[String, String]): (Option[NominalTime], Vector[String]) = {
    def key(k: ConfigKey) = reading.text(k).map(v => (prefix + k.name, v))
    def problem(at: (String, String), why: String) =
      ConfigProblem.of(at._1, at._2, why, reading.redactor).line
    def time(at: (String, String)): Either[String, ZonedDateTime] = parsed(at._2).toRight(problem(at, fix))
    def after(from: ZonedDateTime, end: (String, String)): Either[String, ZonedDateTime] =
      time(end).filterOrElse(!_.isBefore(from), problem(end, "before the start; mend one of them"))

    val end = key(nominalEnd)
    key(nominalStart).orElse(said(env)) match {
      case Some(start) =>
        val read = for {
          from <- time(start)
          until <- end.fold[Either[String, Option[ZonedDateTime]]](Right(None))(after(from, _).map(Some(_)))
        } yield NominalTime(from, until)
        (read.toOption, read.left.toOption.toVector)
      case None =>
        (None, end.map(problem(_, s"has no start; set $prefix${nominalStart.name} as well")).toVector)
    }
  }

  private def said(env: Map[String, String]): Option[(String, String)] =
    airflow.flatMap(name => env.get(name).map(_.trim).filter(_.nonEmpty).map(name -> _)).headOption

  /** A zone's name would not be ISO-8601. */
  private def parsed(text: String): Option[ZonedDateTime] =
    Try(OffsetDateTime.parse(text).toZonedDateTime).toOption
}
