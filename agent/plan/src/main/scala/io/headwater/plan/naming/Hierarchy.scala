package io.headwater.plan.naming

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Dataset, Level}
import io.headwater.plan.session.SeenTables

/** The path of a table in its catalog: `spark_catalog`, `sales`, `orders`. `DATABASE`, `SCHEMA` and
  * `NAMESPACE` are synonyms in Spark, so each part of a namespace has the kind database.
  */
object Hierarchy {
  import Level.Kind

  def of(catalog: String, table: Identifier): Vector[Level] = of(catalog, table, Kind.Table)

  /** A table of which only the name in a catalog is known. */
  def named(catalog: String, table: Identifier): Dataset =
    Dataset(Identifiers.dataset(catalog, table), hierarchy = of(catalog, table))

  def of(table: TableIdentifier, catalog: Option[String]): Vector[Level] = of(table, catalog, Kind.Table)

  /** The path of a metadata table. Its last two parts name a table: `t` and `snapshots` of
    * `db.t.snapshots`.
    */
  def ofMetadataTable(levels: Vector[Level]): Vector[Level] =
    levels.dropRight(2) ++ levels.takeRight(2).map(_.copy(kind = Kind.Table))

  def ofView(catalog: String, view: Identifier): Vector[Level] = of(catalog, view, Kind.View)

  def ofView(view: TableIdentifier): Vector[Level] = of(view, TableNames.catalog(view), Kind.View)

  /** The path with another name. The name can have all parts or only the last ones. */
  def renamed(old: Vector[Level], name: Seq[String]): Vector[Level] = {
    val last = name.takeRight(old.size)
    old.dropRight(last.size) ++ old.takeRight(last.size).zip(last).map { case (level, n) =>
      level.copy(name = n)
    }
  }

  private def of(catalog: String, name: Identifier, kind: Kind): Vector[Level] =
    levels(catalog, name.namespace.toVector, name.name, kind)

  private def of(name: TableIdentifier, catalog: Option[String], kind: Kind): Vector[Level] =
    levels(catalog.getOrElse(SeenTables.sessionCatalog), Vector(Tables.database(name)), name.table, kind)

  private def levels(catalog: String, namespace: Vector[String], name: String, kind: Kind): Vector[Level] =
    Level(Kind.Catalog, catalog) +: namespace.map(Level(Kind.Database, _)) :+ Level(kind, name)
}
