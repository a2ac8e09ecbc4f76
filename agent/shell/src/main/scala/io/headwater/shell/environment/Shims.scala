package io.headwater.shell.environment

import scala.util.Try

import io.headwater.plan.shim.SparkShim

/** Loads the shim for the running Spark version: the newest shim that is not newer than Spark. */
object Shims {
  private val shims = Vector((4, 0) -> "io.headwater.shim.Spark40", (3, 3) -> "io.headwater.shim.Spark33")

  /** @return
    *   a message for the log if the jar has no shim for this version
    */
  def of(sparkVersion: String): Either[String, SparkShim] =
    majorMinor(sparkVersion).flatMap { case (major, minor) =>
      shims.collectFirst { case ((m, n), name) if major > m || (major == m && minor >= n) => name }
        .toRight(s"Spark $sparkVersion is older than 3.3, the oldest that Headwater supports")
        .flatMap(load(_, sparkVersion))
    }

  private def load(name: String, sparkVersion: String): Either[String, SparkShim] =
    Try(Class.forName(name).getDeclaredConstructor().newInstance()).toOption
      .collect { case shim: SparkShim => shim }
      .toRight(s"this jar has no support for Spark $sparkVersion; take the jar for Spark's Scala version")

  private def majorMinor(version: String): Either[String, (Int, Int)] = version.split("\\.") match {
    case Array(major, minor, _*) if (major + minor).forall(_.isDigit) => Right((major.toInt, minor.toInt))
    case _ => Left(s"cannot read Spark's version '$version'")
  }
}
