package io.headwater.plan.tables

import java.net.URI
import java.util.Locale.ROOT

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Catalog, DatasetId, Symlink}
import io.headwater.plan.naming.{Identifiers, TableNames, Tables}
import io.headwater.plan.session.SessionContext
import io.headwater.redaction.Redactor

/** An Iceberg catalog according to the session's settings `spark.sql.catalog.NAME.…`. The catalog itself is
  * not called.
  */
final class IcebergCatalog(name: String, session: SessionContext) {
  private val service = IcebergService.of(name, setting, session.aws)

  /** The type of the catalog: `hadoop`, `hive`, `jdbc`, `rest`, `glue`, `nessie`, `bigquerymetastore`, `s3tables`. If the
    * setting `type` is missing, it comes from the name of the implementing class. Empty if it is not
    * known.
    */
  val kind: String = service.map(_.kind).orElse(setting("type").map(_.toLowerCase(ROOT)))
    .orElse(setting("catalog-impl").map(_.split('.').last.stripSuffix("Catalog").toLowerCase(ROOT)))
    .filter(_.nonEmpty)
    .map(k => if (k == "bigquery") "bigquerymetastore" else k) // the short form of the same catalog
    .getOrElse(IcebergCatalogs.defaultKind(name, session))

  /** The facet `catalog`, if the type of the catalog is known. */
  def facet: Option[Catalog] =
    if (kind.isEmpty) None
    else
      Some(Catalog("iceberg", kind, name, uri, setting("warehouse").map(Redactor.default.bare), properties))

  /** The dataset of a table, with its other names.
    *
    * @param location
    *   where the table is stored; None if this is not known
    * @return
    *   None if the table is named by its location, which is not known
    */
  def named(table: Identifier, location: Option[DatasetId]): Option[(DatasetId, Vector[Symlink])] =
    service match {
      case Some(s) => Some(s.id(table) -> location.toVector.flatMap(s.symlinks))
      case None => location.map(_ -> symlink(table).toVector)
    }

  /** Whether the name of a table follows from its identifier, before the table exists. */
  def hasOwnNames: Boolean = service.nonEmpty

  /** The name of a table in the catalog. Its namespace is the warehouse, the metastore or the address of
    * the catalog. None if the type of the catalog is not known.
    */
  def symlink(identifier: Identifier): Option[Symlink] = kind match {
    case _ if service.nonEmpty => service.map(s => Symlink(s.id(identifier), Symlink.Kind.Table))
    case "glue" => session.glue.map(_.symlink(identifier.namespace.mkString("."), identifier.name))
    case "" => None
    case _ => namespace.map(in => Symlink(Identifiers.dataset(in, identifier), Symlink.Kind.Table))
  }

  /** The location of a new table, for catalogs that derive it from the name. In a metastore it is below that of the database,
    * which has a location of its own; it is known if the metastore is that of Spark's session catalog.
    */
  def location(identifier: Identifier): Option[URI] = kind match {
    case "hadoop" => below(Identifiers.parts(identifier))
    case "jdbc" if !hasUniqueLocations => below(Identifiers.parts(identifier))
    case _ if usesFoldersOfDatabases =>
      val name = TableNames.of(identifier)
      new Tables(session).managed(name).map(at => new Path(new Path(at).getParent, name.table).toUri)
    case _ => None
  }

  /** Whether a new table lies where Spark's session catalog would put it. */
  def usesFoldersOfDatabases: Boolean = kind == "hive" && !hasUniqueLocations && isOfSessionCatalog

  private def hasUniqueLocations: Boolean =
    setting("unique-table-location").exists(_.equalsIgnoreCase("true"))

  private def isOfSessionCatalog: Boolean =
    session.hasHiveSupport &&
      setting("uri").forall(session.metastore.contains)

  private def below(parts: Vector[String]): Option[URI] =
    setting("warehouse").map(w => Tables.path((w.stripSuffix("/") +: parts).mkString("/")))

  private def namespace: Option[String] = kind match {
    case "hadoop" | "bigquerymetastore" => setting("warehouse").map(w => Tables.namespace(Tables.path(w)))
    case "hive" => setting("uri").orElse(session.defaultMetastore).map(Tables.hiveNamespace)
    case _ => uri
  }

  /** The `catalogProperties` of the published agent. */
  private def properties: Map[String, String] = service.map(_.properties).getOrElse {
    def named(settings: (String, Seq[String])*) = settings.flatMap { case (name, keys) =>
      keys.flatMap(setting(_)).headOption.map(name -> _)
    }.toMap
    if (kind == "bigquerymetastore")
      named(
        "gcp_project_id" -> Seq("gcp.bigquery.project-id", "gcp_project"),
        "gcp_location" -> Seq("gcp.bigquery.location", "gcp_location")
      )
    else if (IcebergService.isRest(setting) && setting("uri").exists(_.startsWith(IcebergCatalog.bigLake)))
      named("gcp_project_id" -> Seq("header.x-goog-user-project"))
    else Map.empty
  }

  private def uri: Option[String] = setting("uri").map(Redactor.default.bare)

  private def setting(key: String): Option[String] = session.catalogSetting(name, key)
}

private object IcebergCatalog {
  private val bigLake = "https://biglake.googleapis.com/"
}
