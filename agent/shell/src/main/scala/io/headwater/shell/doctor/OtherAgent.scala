package io.headwater.shell.doctor

/** Another lineage agent in Spark's configuration: its listener, or the keys that it has left behind.
  *
  * @param classes
  *   the package of its listeners
  * @param keys
  *   how its keys begin
  */
private[doctor] final case class OtherAgent(name: String, classes: String, keys: String) {
  import OtherAgent._

  def findings(conf: Map[String, String]): Vector[Finding] = {
    val listeners = for {
      key <- listenerKeys
      listener <- conf.get(key).toVector.flatMap(_.split(',')).map(_.trim)
      if listener.startsWith(classes)
    } yield Finding.warning(
      area,
      s"$key names $listener of $name; a backend of both gets each query twice, as two jobs; remove one"
    )
    if (listeners.nonEmpty) listeners else unread(conf).toVector
  }

  private def unread(conf: Map[String, String]): Option[Finding] = {
    val found = conf.keys.filter(_.startsWith(keys)).toVector.sorted
    found.headOption.map { first =>
      val others = if (found.size > 1) s" (and ${found.size - 1} more)" else ""
      Finding.warning(
        area,
        s"$first$others is of $name, and Headwater does not read it; docs/backends.md says what to set in its place"
      )
    }
  }
}

private[doctor] object OtherAgent {
  private val area = "spark"
  private val listenerKeys = Vector("spark.extraListeners", "spark.sql.queryExecutionListeners")

  private val all = Vector(
    OtherAgent("DataHub's agent", "datahub.spark.", "spark.datahub."),
    OtherAgent("Spline", "za.co.absa.spline.", "spark.spline.")
  )

  def findings(conf: Map[String, String]): Vector[Finding] = all.flatMap(_.findings(conf))
}
