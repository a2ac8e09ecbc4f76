package io.headwater.plan.session

import org.apache.spark.sql.connector.catalog.Identifier

/** Where a session looks for a table whose name is not complete.
  *
  * @param database
  *   the current database of the session catalog
  * @param catalog
  *   the current catalog
  * @param namespace
  *   the current namespace of that catalog
  */
final case class CurrentNamespace(
    database: String = "default",
    catalog: String = SeenTables.sessionCatalog,
    namespace: Seq[String] = Seq("default")
) {

  /** Catalog and identifier of a table, as Spark completes its name.
    *
    * @param name
    *   the parts of the name as it was written; at least one
    * @param isCatalog
    *   whether there is a catalog of this name
    */
  def complete(name: Seq[String], isCatalog: String => Boolean): (String, Identifier) = name match {
    case Seq(table) => catalog -> Identifier.of(namespace.toArray, table)
    case in +: rest if isCatalog(in) => in -> Identifier.of(rest.dropRight(1).toArray, rest.last)
    case parts => catalog -> Identifier.of(parts.dropRight(1).toArray, parts.last)
  }
}

object CurrentNamespace {

  /** The namespace of a catalog that was chosen without one, by its settings: of Iceberg `default-namespace`, of Paimon
    * `defaultDatabase`. The catalog itself is not loaded.
    */
  def default(catalog: String, conf: String => Option[String]): Seq[String] = {
    val prefix = s"spark.sql.catalog.$catalog"
    def setting(key: String) = conf(s"$prefix.$key").map(_.trim).filter(_.nonEmpty)
    if (catalog == SeenTables.sessionCatalog) Seq("default")
    else if (conf(prefix).exists(_.trim.startsWith("org.apache.paimon.")))
      Seq(setting("defaultDatabase").getOrElse("default"))
    else setting("default-namespace").toSeq.flatMap(_.split('.'))
  }
}
