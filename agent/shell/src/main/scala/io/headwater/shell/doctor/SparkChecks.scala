package io.headwater.shell.doctor

import java.io.File

import scala.util.Properties

import org.apache.spark.SPARK_VERSION

import io.headwater.plan.session.{AwsAccount, GlueCatalog}
import io.headwater.shell.BuiltFor
import io.headwater.shell.environment.Shims

/** Checks the jars and Spark's own configuration: versions of Scala and Spark, the listener, conflicting jars. */
private[doctor] object SparkChecks {
  private val area = "spark"
  private val publishedJar = "openlineage-spark"
  private val driverEnvironments =
    Vector("spark.yarn.appMasterEnv.", "spark.emr-serverless.driverEnv.", "spark.kubernetes.driverEnv.")
  private val listenerClass = "io.openlineage.spark.agent.OpenLineageSparkListener"

  def all(args: DoctorArgs): Vector[Finding] =
    (scalaVersion +: sparkVersion.toVector) ++ (listener(args) +: (publishedInSpark(args) ++ jars(args))) ++
      OtherAgent.findings(args.conf) ++ glue(args)

  /** Sees the given configuration only, and no `hive-site.xml`. */
  private def glue(args: DoctorArgs): Option[Finding] = {
    def hadoop(key: String) = args.conf.get(s"spark.hadoop.$key")
    val ofDriver = for {
      (key, value) <- args.conf
      prefix <- driverEnvironments.find(key.startsWith(_))
    } yield key.stripPrefix(prefix) -> value
    val account = AwsAccount.of(args.conf.get, hadoop, args.env ++ ofDriver)
    GlueCatalog.problem(account, hadoop).map(Finding.warning(area, _))
  }

  private def scalaVersion: Finding = {
    val scala = Properties.versionNumberString
    if (scala.startsWith(s"${BuiltFor.scala}."))
      Finding.ok(area, s"the jar is for Spark's Scala version, ${BuiltFor.scala}")
    else {
      val binaryVersion = scala.split('.').take(2).mkString(".")
      Finding.problem(
        area,
        s"this jar is for Scala ${BuiltFor.scala}, Spark's version is $scala; use headwater-agent_$binaryVersion.jar"
      )
    }
  }

  private def sparkVersion: Option[Finding] =
    Shims.of(SPARK_VERSION).left.toOption.map(Finding.problem(area, _))

  /** Sees the given configuration only. A program can register the listener, too. */
  private def listener(args: DoctorArgs): Finding = {
    val isNamed = args.conf.get("spark.extraListeners").exists(_.split(',').exists(_.trim == listenerClass))
    if (isNamed) Finding.ok(area, "spark.extraListeners names the listener")
    else Finding.warning(
      area,
      s"spark.extraListeners does not name $listenerClass; add it, unless headwater submit or headwater.configure() does"
    )
  }

  /** The jars in Spark's own folder are before those of `spark.jars`. */
  private def publishedInSpark(args: DoctorArgs): Vector[Finding] = {
    val isFirst = args.conf.get("spark.driver.userClassPathFirst").exists(_.trim.equalsIgnoreCase("true")) ||
      args.conf.get("spark.driver.extraClassPath").exists(_.contains("headwater-agent_"))
    args.classPath.filter(f => !isFirst && new File(f).getName.startsWith(publishedJar)).map(p =>
      Finding.problem(
        area,
        s"$p is the published agent, and is before the jars of spark.jars: it runs in place of Headwater; remove it, or set " +
          "spark.driver.userClassPathFirst=true and spark.executor.userClassPathFirst=true"
      )
    )
  }

  private def jars(args: DoctorArgs): Vector[Finding] = {
    def list(key: String, separator: String): Vector[String] =
      args.conf.get(key).toVector.flatMap(_.split(separator)).map(_.trim).filter(_.nonEmpty)
    val files = list("spark.jars", "[,:]") ++ list("spark.driver.extraClassPath", "[,:]")
    val names = files.map(f => f -> f.substring(f.lastIndexOf('/') + 1))
    val published = names.filter(_._2.startsWith(publishedJar)).map(_._1) ++
      list("spark.jars.packages", ",").filter(_.startsWith("io.openlineage:openlineage-spark"))
    val otherScala = names.collect {
      case (file, name)
          if name.startsWith("headwater-agent_") && !name.startsWith(s"headwater-agent_${BuiltFor.scala}") =>
        file
    }
    val client = names.filter(_._2.startsWith("openlineage-java")).map(_._1)
    client.map(c =>
      Finding.warning(
        area,
        s"$c is the OpenLineage client; if it is loaded before the agent's jar and lacks something, the agent is off; remove it"
      )
    ) ++ published.map(p =>
      Finding.problem(
        area,
        s"$p is the published agent; its classes have the same names as Headwater's; remove it"
      )
    ) ++ otherScala.map(o =>
      Finding.problem(
        area,
        s"$o is for another Scala version than Spark's; use headwater-agent_${BuiltFor.scala}.jar"
      )
    )
  }
}
