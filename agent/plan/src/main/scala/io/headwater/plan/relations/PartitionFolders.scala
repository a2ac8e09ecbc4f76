package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils.unescapePathName
import org.apache.spark.sql.catalyst.expressions.Attribute

import io.headwater.model.{ColumnRef, Dataset, DatasetId, Field, Kind}
import io.headwater.plan.graph.{Edge, Kinds, Scope}
import io.headwater.plan.naming.{Locations, Schemas}
import io.headwater.plan.walk.RuleContext

/** Folders of partitions that a read names, such as `/t/day=1`, if events call them by the name of their table, `/t`. Of the rows
  * of the table the read has those of one day. So the column decides on the rows, as in `WHERE day = 1`, also if Spark
  * does not take it from the path.
  *
  * @param named
  *   the folders that the read names
  * @param patterns
  *   the paths of the read, which may have wildcards; `day=*` chooses no rows
  */
private[relations] final class PartitionFolders(named: Vector[DatasetId], patterns: Seq[String]) {
  import PartitionFolders._

  /** The scope of a read from several locations. Each is a dataset; each column comes from all of them. */
  def read(context: RuleContext, locations: Vector[DatasetId], output: Seq[Attribute]): Scope = {
    val deciding = columns(context)
    val schema = Schemas.fields(output)
    val scope = context.sources(locations.map(id => Dataset(id, withPartition(schema, deciding))), output)
    val edges = deciding.map(c => Edge(context.graph.source(c), Kinds.of(Kind.Filter)))
    if (edges.isEmpty) scope else scope.copy(rows = context.graph.derived(edges))
  }

  private def columns(context: RuleContext): Vector[ColumnRef] = {
    def isPartOf(table: DatasetId)(folder: DatasetId) =
      folder != table && context.session.eventName(folder) == context.session.eventName(table)
    for {
      folder <- named if folder.name.contains('=')
      table = folder.copy(name = Locations.table(folder.name)) if isPartOf(table)(folder)
      column <- partition(folder.name.stripPrefix(table.name)) if !any(column)
    } yield ColumnRef(context.sameNames(folder), column)
  }.distinct

  /** The columns of which the read takes any value. */
  private lazy val any: Set[String] =
    patterns.iterator.flatMap(_.split('/')).filter(_.endsWith("=*")).map(p => column(p)).toSet
}

private[relations] object PartitionFolders {
  val none = new PartitionFolders(Vector.empty, Nil)

  private def partition(path: String): Vector[String] =
    path.split('/').toVector.filter(_.nonEmpty).map(column)

  private def column(folder: String): String = unescapePathName(folder.takeWhile(_ != '='))

  private def withPartition(schema: Vector[Field], deciding: Vector[ColumnRef]): Vector[Field] =
    schema ++ deciding.map(_.column).distinct.filterNot(c => schema.exists(_.name == c)).map(Field(_, None))
}
