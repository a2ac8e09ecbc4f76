package io.headwater.plan.relations

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
        val name = ConnectorOptions(files.options)(option).orElse(session.conf(s"spark.sql.$option"))
        val partition = files.partitionSchema.fieldNames.toSet
        output.find(a => a.name == name.getOrElse("_corrupt_record") && !partition(a.name))
      case _ => None
    }

  /** The scope of the relation with the node of the column. */
  def in(scope: Scope, column: Attribute, files: HadoopFsRelation, output: Seq[Attribute])(
      context: RuleContext
  ): Scope = {
    val partition = files.partitionSchema.fieldNames.toSet
    val read = output.filterNot(a => a == column || MetadataColumn(a) || partition(a.name))
    val edges = read.flatMap(a => scope.column(a.exprId.id)).distinct.map(Edge(_, value)).toVector
    val node = context.graph.derived(edges, Certainty.Opaque)
    scope.copy(columns = scope.columns.updated(column.exprId.id, node))
  }
}
