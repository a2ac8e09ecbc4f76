package io.headwater.shell.capture

/** Classifies Spark's call sites. The first line of a call site is the innermost Spark method; the second is its caller.
  */
private[shell] object CallSites {
  private val libraries = Vector("io.delta.", "org.apache.iceberg.", "org.apache.hudi.")
  private val engines = "org.apache.spark.sql." +: libraries

  /** Whether a table format has started the query or job. */
  def ofLibrary(details: String): Boolean = begins(details, libraries)

  /** Whether a table format or Spark SQL has started it. */
  def ofEngine(details: String): Boolean = begins(details, engines)

  private def begins(details: String, packages: Vector[String]): Boolean =
    Option(details).getOrElse("").split('\n').take(2).exists(line => packages.exists(line.startsWith))
}
