package io.headwater.plan.relations

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.sources.DataSourceRegister

import io.headwater.model.Certainty
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.graph.Kinds.value
import io.headwater.plan.graph.{Edge, Scope}
import io.headwater.plan.naming.ConnectorOptions
import io.headwater.plan.session.SessionContext
import io.headwater.plan.walk.RuleContext

/** The column `_corrupt_record` of a read of CSV, JSON or XML: the text of a record that Spark cannot parse. The files have no
  * such column; its value depends on all that is read from them, and also on what the schema of the read leaves out.
  */
private[relations] object CorruptRecord {
  private val formats = Set("csv", "json", "xml")
  private val option = "columnNameOfCorruptRecord"

  /** The column in the output of a relation. */
  def find(files: HadoopFsRelation, output: Seq[Attribute], session: SessionContext): Option[Attribute] =
    files.fileFormat match {
      case format: DataSourceRegister if formats(format.shortName()) =>
        find(ConnectorOptions(files.options), partition(files), output, session)
      case _ => None
    }

  /** The column in the output of a stream of files.
    *
    * @param format
    *   as the read names it: a short name, or the name of a class
    * @param partition
    *   the columns that the folders of the files have
    */
  def ofStream(
      format: String,
      options: ConnectorOptions,
      partition: Set[String],
      output: Seq[Attribute],
      session: SessionContext
  ): Option[Attribute] = {
    val name = format.split('.').last.toLowerCase(ROOT).stripSuffix("fileformat")
    if (formats(name)) find(options, partition, output, session) else None
  }

  private def find(
      options: ConnectorOptions,
      partition: Set[String],
      output: Seq[Attribute],
      session: SessionContext
  ): Option[Attribute] = {
    val name = options(option).orElse(session.conf(s"spark.sql.$option")).getOrElse("_corrupt_record")
    output.find(a => a.name == name && !partition(a.name))
  }

  /** The columns that the folders of the files have. */
  def partition(files: HadoopFsRelation): Set[String] = files.partitionSchema.fieldNames.toSet

  /** The scope of the relation with the node of the column. */
  def in(scope: Scope, column: Attribute, partition: Set[String], output: Seq[Attribute])(
      context: RuleContext
  ): Scope = {
    val read = output.filterNot(a => a == column || MetadataColumn(a) || partition(a.name))
    val edges = read.flatMap(a => scope.column(a.exprId.id)).distinct.map(Edge(_, value)).toVector
    val node = context.graph.derived(edges, Certainty.Opaque)
    scope.copy(columns = scope.columns.updated(column.exprId.id, node))
  }
}
