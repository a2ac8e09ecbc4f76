package io.headwater.shell.capture

/** Where in the code something was started, in Spark's words: the innermost method of Spark's, then the first that is not. */
private[shell] object CallSites {
  private val libraries = Vector("io.delta.", "org.apache.iceberg.", "org.apache.hudi.")
  private val engines = "org.apache.spark.sql." +: libraries

  /** Whether it was a table format that started it. */
  def ofLibrary(details: String): Boolean = begins(details, libraries)

  /** The same, or Spark SQL. */
  def ofEngine(details: String): Boolean = begins(details, engines)

  private def begins(details: String, packages: Vector[String]): Boolean =
    Option(details).getOrElse("").split('\n').take(2).exists(line => packages.exists(line.startsWith))
}
