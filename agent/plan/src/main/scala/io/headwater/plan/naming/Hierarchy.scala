package io.headwater.plan.naming

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Dataset, Level}

/** The way to a table in its catalog: `spark_catalog`, `sales`, `orders`. Spark's `DATABASE`, `SCHEMA` and `NAMESPACE` are one
  * thing, so that each part of a namespace is a database.
  */
object Hierarchy {
  import Level.Kind

  /** Spark's own catalog has this name, whatever serves it. */
  val sessionCatalog = "spark_catalog"

  def of(catalog: String, table: Identifier): Vector[Level] = of(catalog, table, Kind.Table)

  /** A table of which no more is known than its name in a catalog. */
  def named(catalog: String, table: Identifier): Dataset =
    Dataset(Identifiers.dataset(catalog, table), hierarchy = of(catalog, table))

  def of(table: TableIdentifier): Vector[Level] = of(table, Kind.Table)

  /** Rows about a table, which go by its name and theirs: `t` and `snapshots` of `db.t.snapshots`. */
  def ofMetadataTable(levels: Vector[Level]): Vector[Level] =
    levels.dropRight(2) ++ levels.takeRight(2).map(_.copy(kind = Kind.Table))

  def ofView(catalog: String, view: Identifier): Vector[Level] = of(catalog, view, Kind.View)

  def ofView(view: TableIdentifier): Vector[Level] = of(view, Kind.View)

  /** The same with another name, or with its last parts. */
  def renamed(old: Vector[Level], name: Seq[String]): Vector[Level] = {
    val last = name.takeRight(old.size)
    old.dropRight(last.size) ++ old.takeRight(last.size).zip(last).map { case (level, n) =>
      level.copy(name = n)
    }
  }

  private def of(catalog: String, name: Identifier, kind: Kind): Vector[Level] =
    levels(catalog, name.namespace.toVector, name.name, kind)

  private def of(name: TableIdentifier, kind: Kind): Vector[Level] =
    levels(name.catalog.getOrElse(sessionCatalog), Vector(Tables.database(name)), name.table, kind)

  private def levels(catalog: String, namespace: Vector[String], name: String, kind: Kind): Vector[Level] =
    Level(Kind.Catalog, catalog) +: namespace.map(Level(Kind.Database, _)) :+ Level(kind, name)
}
