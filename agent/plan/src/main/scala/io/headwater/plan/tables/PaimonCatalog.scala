package io.headwater.plan.tables

import java.net.URI
import java.util.Locale.ROOT

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Catalog, Symlink}
import io.headwater.plan.naming.{Identifiers, Tables}
import io.headwater.plan.session.SessionContext
import io.headwater.redaction.Redactor

/** A Paimon catalog according to the session's settings `spark.sql.catalog.NAME.…`. The catalog itself is not called.
  *
  * `SparkGenericCatalog`, which stands in for Spark's session catalog, takes the metastore and the warehouse from Spark if they
  * are not set.
  */
private[tables] final class PaimonCatalog(val name: String, session: SessionContext) {

  private val isGeneric: Boolean =
    session.conf(s"spark.sql.catalog.$name").contains(PaimonTables.sessionCatalogClass)

  /** The type of the catalog: `filesystem`, `hive`, `jdbc` or `rest`. */
  private val metastore: String = setting("metastore").map(_.toLowerCase(ROOT)).getOrElse(
    if (isGeneric && session.hasHiveSupport) "hive"
    else "filesystem"
  )

  private val warehouse: Option[String] =
    setting("warehouse").orElse(if (isGeneric) session.warehouse else None)

  private val uri: Option[String] = setting("uri")

  def facet: Catalog =
    Catalog(
      "paimon",
      metastore,
      name,
      uri.map(Redactor.default.bare),
      warehouse.map(Redactor.default.bare),
      Map.empty
    )

  /** The name of a table in the catalog. Its namespace is the warehouse, as in the lineage of Paimon for Flink, the metastore
    * or the address of the catalog.
    */
  def symlink(table: Identifier): Option[Symlink] = namespace
    .map(in => Symlink(Identifiers.dataset(in, table), Symlink.Kind.Table))

  private def namespace: Option[String] = metastore match {
    case "filesystem" => warehouse.map(w => Tables.namespace(Tables.path(w)))
    case "hive" => uri.orElse(session.defaultMetastore).map(Tables.hiveNamespace)
    case _ => uri.map(Redactor.default.bare)
  }

  /** The location of a table without one of its own, in a catalog that derives it from the name. */
  def location(table: Identifier): Option[URI] = (metastore, table.namespace) match {
    case ("filesystem" | "jdbc", Array(database)) =>
      warehouse.map(w => Tables.path(s"${w.stripSuffix("/")}/$database.db/${table.name}"))
    case _ => None
  }

  private def setting(key: String): Option[String] = session.catalogSetting(name, key)
}
