/** Every version that the build names, once. */
object Versions {
  val scala212 = "2.12.21"
  val scala213 = "2.13.16"

  val openlineage = "1.53.0"
  val jackson = "2.18.9" // the one openlineage-java itself declares
  val scalatest = "3.2.19"
  val scalacheck = "1.18.1"

  /** A Spark line: what its shim compiles against and the Scala versions it is built for. */
  final case class SparkLine(
      id: String,
      spark: String,
      scala: Seq[String],
      hadoop: String,
      otherModules: Seq[String] // what is a part of core and catalyst in the oldest line
  )

  /** The oldest line comes first: core compiles against it and runs on all that follow. */
  val lines: Seq[SparkLine] = Seq(
    SparkLine("33", "3.3.4", Seq(scala212, scala213), "3.3.2", Nil),
    SparkLine("40", "4.0.4", Seq(scala213), "3.4.1", Seq("common-utils", "sql-api"))
  )

  val oldest: SparkLine = lines.head

  /** What the example extensions compile against, as their authors do. They name members that 3.3 does not have. */
  val ofExamples: SparkLine =
    SparkLine("35", "3.5.9", Seq(scala212, scala213), "3.3.4", Seq("common-utils", "sql-api"))

  /** The PySpark distribution under build/spark/ that a Scala version's plan tests run on. */
  def testSpark(scala: String): String = if (scala == scala212) "3.5" else "4.0"
}
