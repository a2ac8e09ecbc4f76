import Versions._
import sbt._

object Dependencies {

  /** Spark for compiling only, without what it drags in: the cluster brings all of it. */
  def spark(line: SparkLine): Seq[ModuleID] = {
    val modules = Seq("sql", "catalyst", "core", "unsafe", "kvstore") ++ line.otherModules
    val own = modules.map(m => "org.apache.spark" % s"spark-$m" % line.spark cross CrossVersion.binary)
    val others = Seq(
      "org.apache.hadoop" % "hadoop-client-api" % line.hadoop,
      "org.slf4j" % "slf4j-api" % "1.7.36",
      "org.antlr" % "antlr4-runtime" % "4.8" // of the oldest line's parser
    )
    (own ++ others).map(_.intransitive() % Provided)
  }

  /** Spark brings it. */
  val sparkMetrics: ModuleID =
    ("io.dropwizard.metrics" % "metrics-core" % "4.2.19").intransitive() % Provided

  /** Spark brings it; the older of the two that the lines have. */
  val py4j: ModuleID = "net.sf.py4j" % "py4j" % "0.10.9.7" % Provided

  /** What extensions of others were compiled against. */
  val publishedAgent: ModuleID =
    ("io.openlineage" % "openlineage-spark" % openlineage cross CrossVersion.binary).intransitive() % Provided

  /** The interfaces that libraries carry under a package of their own. */
  val shadedInterfaces: ModuleID =
    ("io.openlineage" % "spark-extension-interfaces" % "1.20.5").intransitive() % Provided

  /** On the class path of those who send to Kafka. */
  val kafkaClients: ModuleID =
    ("org.apache.kafka" % "kafka-clients" % "3.9.1").intransitive() % Provided
  val slf4j: ModuleID = "org.slf4j" % "slf4j-api" % "2.0.7" % Provided
  val openlineageJava: ModuleID = "io.openlineage" % "openlineage-java" % openlineage
  val jacksonDatabind: ModuleID = "com.fasterxml.jackson.core" % "jackson-databind" % jackson
  val jacksonYaml: ModuleID = "com.fasterxml.jackson.dataformat" % "jackson-dataformat-yaml" % jackson

  /** Finds import cycles between packages in class files. */
  val archunit: ModuleID = "com.tngtech.archunit" % "archunit" % "1.4.1" % Test
  val scalatestAll: ModuleID = "org.scalatest" %% "scalatest" % scalatest % Test
  val scalacheckAll: ModuleID = "org.scalacheck" %% "scalacheck" % scalacheck % Test
}
