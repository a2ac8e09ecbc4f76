package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils.unescapePathName
import org.apache.spark.sql.catalyst.expressions.Attribute

import io.headwater.model.{ColumnRef, Dataset, DatasetId, Field}
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
  *   the paths of the read, which may have wildcards; `day=*` and `*` choose no rows
  */
private[relations] final class PartitionFolders(named: Vector[DatasetId], patterns: Seq[String]) {
  import PartitionFolders._

  /** The scope of a read from several locations. Each is a dataset; each column comes from all of them. */
  def read(context: RuleContext, locations: Vector[DatasetId], output: Seq[Attribute]): Scope = {
    val deciding = if (named.isEmpty) Vector.empty else columns(context)
    val schema = withPartition(Schemas.fields(output), deciding.map(_.column))
    val scope = context.sources(locations.map(Dataset(_, schema)), output)
    val edges = deciding.map(c => Edge(context.graph.source(c), Kinds.filter))
    if (edges.isEmpty) scope else scope.copy(rows = context.graph.derived(edges))
  }

  private def columns(context: RuleContext): Vector[ColumnRef] = {
    val byTable = named.filter(_.name.contains('=')).groupBy(f => f.copy(name = Locations.table(f.name)))
    for {
      (table, folders) <- byTable.toVector.sortBy { case (table, _) => table.name }
      if context.session.eventName(folders.head) == context.session.eventName(table)
      suffixes = folders.map(_.name.stripPrefix(table.name))
      (part, fromEnd) <- suffixes.flatMap(parts(_).zipWithIndex.reverse).distinct if !isAny(fromEnd)
    } yield ColumnRef(context.sameNames(folders.head), unescapePathName(part.takeWhile(_ != '=')))
  }.distinct

  /** Whether the read takes any value at this place of the path, counted from its end. */
  private def isAny(fromEnd: Int): Boolean =
    patterns.nonEmpty && patterns.forall(parts(_).lift(fromEnd).exists(p => p == "*" || p.endsWith("=*")))
}

private[relations] object PartitionFolders {
  val none = new PartitionFolders(Vector.empty, Nil)

  /** The parts of a path, the last one first. */
  private def parts(path: String): Vector[String] = path.split('/').toVector.filter(_.nonEmpty).reverse

  private def withPartition(schema: Vector[Field], columns: Vector[String]): Vector[Field] =
    columns.distinct.filterNot(c => schema.exists(_.name == c)).foldLeft(schema)(_ :+ Field(_, None))
}
