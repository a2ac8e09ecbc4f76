import sbt.Keys._
import sbt._

/** The plan tests run on the very jars of a PySpark distribution (`make spark-3.5`, `make spark-4.0`). */
object PlanTests {

  def settings(scala: String): Seq[Setting[_]] = {
    val line = sys.env.getOrElse("HEADWATER_TEST_SPARK", Versions.testSpark(scala))
    val home = file("build/spark").getAbsoluteFile / line
    Seq(
      Test / unmanagedJars ++= ((home ** "jars") * "*.jar").classpath,
      Test / javaOptions ++= Seq("-Xmx2g", "-Xss4m", s"-Dheadwater.spark.line=$line") ++ opens,
      Test / baseDirectory := file(".").getAbsoluteFile,
      Test / parallelExecution := false
    )
  }

  /** What Spark's own launcher opens on Java 17. */
  private val opens = Seq(
    "java.base/java.lang",
    "java.base/java.lang.invoke",
    "java.base/java.lang.reflect",
    "java.base/java.io",
    "java.base/java.net",
    "java.base/java.nio",
    "java.base/java.util",
    "java.base/java.util.concurrent",
    "java.base/java.util.concurrent.atomic",
    "java.base/sun.nio.ch",
    "java.base/sun.nio.cs",
    "java.base/sun.security.action",
    "java.base/sun.util.calendar"
  ).map(p => s"--add-opens=$p=ALL-UNNAMED")
}
