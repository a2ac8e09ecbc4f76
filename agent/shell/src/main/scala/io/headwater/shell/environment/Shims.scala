package io.headwater.shell.environment

import scala.util.Try

import io.headwater.plan.shim.SparkShim

/** The shim of the Spark that runs: the newest that is not newer. */
object Shims {
  private val known = Vector((4, 0) -> "io.headwater.shim.Spark40", (3, 5) -> "io.headwater.shim.Spark35")

  /** @return what is wrong, in words for the log, when this Spark is older than all that the jar holds */
  def of(sparkVersion: String): Either[String, SparkShim] =
    line(sparkVersion).flatMap { case (major, minor) =>
      known.collectFirst { case ((m, n), name) if major > m || (major == m && minor >= n) => name }
        .toRight(s"Spark $sparkVersion is older than 3.5, the oldest line that it supports")
        .flatMap(load(_, sparkVersion))
    }

  private def load(name: String, sparkVersion: String): Either[String, SparkShim] =
    Try(Class.forName(name).getDeclaredConstructor().newInstance()).toOption
      .collect { case shim: SparkShim => shim }
      .toRight(s"this jar has no support for Spark $sparkVersion; take the jar for Spark's Scala version")

  private def line(version: String): Either[String, (Int, Int)] = version.split("\\.") match {
    case Array(major, minor, _*) if (major + minor).forall(_.isDigit) => Right((major.toInt, minor.toInt))
    case _ => Left(s"Spark's version '$version' is none that it can read")
  }
}
