package io.headwater.shell.capture

/** Classifies Spark's call sites. The first line of a call site is the innermost Spark method; the second is its caller.
  */
private[shell] object CallSites {
  private val libraries = Vector("io.delta.", "org.apache.iceberg.", "org.apache.hudi.")
  private val rddConversions = Vector("rdd", "javaRDD", "toJavaRDD")
  private val rddActions = Vector("foreach", "foreachPartition", "reduce")
  private val localIteratorInPython = "PythonRDD$.$anonfun$toLocalIteratorAndServe"
  private val hadoopWriter = Vector("org.apache.spark.internal.io.SparkHadoopWriter")
  private val engines = "org.apache.spark.sql." +: libraries

  /** Whether a table format has started the query or job. */
  def ofLibrary(details: String): Boolean = begins(details, libraries)

  /** Whether a table format or Spark SQL has started it. */
  def ofEngine(details: String): Boolean = begins(details, engines)

  /** Whether it is the start of a streaming query. */
  def ofStream(details: String): Boolean = Option(details).getOrElse("").takeWhile(_ != '\n').contains(
    ".DataStreamWriter."
  )

  /** Whether a job writes the files of an RDD: `saveAsTextFile` and all other formats of Hadoop. */
  def isHadoopWriter(details: String): Boolean = begins(details, hadoopWriter)

  /** Whether a DataFrame is turned into an RDD. From Spark 4 on this is an execution, which reads no data. */
  def isRddConversion(details: String): Boolean = isOfDataset(details, rddConversions)

  /** Whether an action of a DataFrame runs jobs for its rows as an RDD. */
  def isRddAction(details: String): Boolean = isOfDataset(details, rddActions)

  /** Whether a local iterator asks for a partition, in Python or in the JVM. Its jobs run while the program iterates. */
  def isLocalIterator(details: String): Boolean = {
    val text = Option(details).getOrElse("")
    text.startsWith(
      "scala.collection."
    ) || text.linesIterator.take(2).exists(_.contains(localIteratorInPython))
  }

  /** Whether a DataFrame is read by `spark.read`: Spark may look at the data for its schema. */
  def isReader(details: String): Boolean = sqlMethod(details).contains(".DataFrameReader.")

  private def isOfDataset(details: String, names: Vector[String]): Boolean = {
    val method = sqlMethod(details)
    names.exists(name => method.endsWith(s".Dataset.$name"))
  }

  /** The method of Spark SQL that is the innermost one; empty if that is another's. */
  private def sqlMethod(details: String): String =
    Option(details).filter(_.startsWith("org.apache.spark.sql.")).getOrElse("").takeWhile(_ != '(')

  /** The call site is the whole stack, of which only two lines matter. */
  private def begins(details: String, packages: Vector[String]): Boolean = {
    val text = Option(details).getOrElse("")
    val second = text.indexOf('\n') + 1
    packages.exists(p => text.startsWith(p) || (second > 0 && text.startsWith(p, second)))
  }
}
