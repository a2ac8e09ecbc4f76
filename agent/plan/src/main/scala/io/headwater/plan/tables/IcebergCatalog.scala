package io.headwater.plan.tables

import java.net.URI
import java.util.Locale.ROOT

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Catalog, Symlink}
import io.headwater.plan.naming.{Identifiers, Tables}
import io.headwater.plan.session.SessionContext
import io.headwater.redaction.Redactor

/** An Iceberg catalog according to the session's settings `spark.sql.catalog.NAME.…`. The catalog itself is
  * not called.
  */
final class IcebergCatalog(name: String, session: SessionContext) {

  /** The type of the catalog: `hadoop`, `hive`, `jdbc`, `rest`, `glue`, `nessie`. If the setting `type` is
    * missing, it comes from the name of the implementing class.
    */
  val kind: String = setting("type").map(_.toLowerCase(ROOT))
    .orElse(setting("catalog-impl").map(_.split('.').last.stripSuffix("Catalog").toLowerCase(ROOT)))
    .filter(_.nonEmpty)
    .getOrElse("hive")

  def facet: Catalog = Catalog("iceberg", kind, name, uri, setting("warehouse").map(Redactor.default.bare))

  /** The name of a table in the catalog. Its namespace is the warehouse, the metastore or the address of
    * the catalog.
    */
  def symlink(identifier: Identifier): Option[Symlink] = kind match {
    case "glue" => session.glue.map(_.symlink(identifier.namespace.mkString("."), identifier.name))
    case _ => namespace.map(in => Symlink(Identifiers.dataset(in, identifier), Symlink.Kind.Table))
  }

  /** The location of a new table, for catalogs that derive it from the name. */
  def location(identifier: Identifier): Option[URI] = kind match {
    case "hadoop" | "jdbc" => below(Identifiers.parts(identifier))
    case "hive" =>
      below(identifier.namespace.toVector.dropRight(1) ++ identifier.namespace.lastOption.map(_ + ".db") :+
        identifier.name)
    case _ => None
  }

  private def below(parts: Vector[String]): Option[URI] =
    setting("warehouse").map(w => Tables.path((w.stripSuffix("/") +: parts).mkString("/")))

  private def namespace: Option[String] = kind match {
    case "hadoop" => setting("warehouse").map(w => Tables.namespace(Tables.path(w)))
    case "hive" => setting("uri").orElse(session.metastore).map(Tables.hiveNamespace)
    case _ => uri
  }

  private def uri: Option[String] = setting("uri").map(Redactor.default.bare)

  private def setting(key: String): Option[String] = session.catalogSetting(name, key)
}
