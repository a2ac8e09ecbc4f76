package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.execution.datasources.v2.{
  DataSourceV2Relation,
  DataSourceV2ScanRelation,
  FileTable
}

import io.headwater.model.{Certainty, Dataset, DatasetId, Field}
import io.headwater.plan.naming.Schemas
import io.headwater.plan.walk.Reading
import io.headwater.plan.walk.Reading.Rule

/** Tables of the DataSource V2 interface: Spark's own file tables, and any table that names itself by the properties
  * `openlineage.dataset.namespace` and `openlineage.dataset.name` or stands in a named catalog.
  */
object TablesV2 {
  val rule: Rule = {
    case r: DataSourceV2Relation => read(r, r.output)
    case r: DataSourceV2ScanRelation => read(r.relation, r.output)
  }

  private def read(relation: DataSourceV2Relation, output: Seq[Attribute]): Reading = Reading.leaf { site =>
    relation.table match {
      case files: FileTable => Files.read(site, Files.directories(files.fileIndex), output)
      case _ =>
        dataset(relation) match {
          case Some(dataset) => site.source(dataset, output)
          case None =>
            site.gap("source", s"no name for tables of ${relation.table.getClass.getName}")
            site.opaque(output, Vector.empty, Certainty.Unknown)
        }
    }
  }

  /** The dataset that a V2 table is. */
  def dataset(relation: DataSourceV2Relation): Option[Dataset] = {
    val properties = Properties(relation.table)
    properties.id.map(Dataset(_))
      .orElse(RemoteTables.dataset(relation.table, relation.catalog.map(_.name), relation.options))
      .orElse(inCatalog(relation).map(Dataset(_)))
      .map { d =>
        val schema = Schemas.fields(relation.output)
        d.copy(schema = schema, comment = properties.comment, facets = properties.facets)
      }
  }

  /** A table that names itself by its properties. */
  def named(table: Table, schema: Vector[Field]): Option[Dataset] = {
    val properties = Properties(table)
    properties.id.map(Dataset(_, schema, comment = properties.comment, facets = properties.facets))
  }

  private def inCatalog(relation: DataSourceV2Relation): Option[DatasetId] =
    for (catalog <- relation.catalog; table <- relation.identifier)
      yield DatasetId(catalog.name, (table.namespace :+ table.name).mkString("."))
}

/** What a table's own properties say of its lineage. */
private[relations] final case class Properties(all: Map[String, String]) {
  def id: Option[DatasetId] =
    for (namespace <- all.get("openlineage.dataset.namespace"); name <- all.get("openlineage.dataset.name"))
      yield DatasetId(namespace, name)

  def comment: Option[String] = all.get("comment")

  def facets: Map[String, String] = all.collect {
    case (key, json) if key.startsWith(Properties.facet) => key.stripPrefix(Properties.facet) -> json
  }
}

private[relations] object Properties {
  private val facet = "openlineage.dataset.facets."

  def apply(table: Table): Properties = {
    val all = Map.newBuilder[String, String]
    Option(table.properties).foreach(_.forEach((key, value) => all += key -> value))
    Properties(all.result())
  }
}
