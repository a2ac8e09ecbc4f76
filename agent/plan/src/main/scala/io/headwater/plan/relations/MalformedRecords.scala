package io.headwater.plan.relations

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.execution.datasources.v2.FileTable
import org.apache.spark.sql.sources.DataSourceRegister
import org.apache.spark.sql.types.StructType

import io.headwater.model.Certainty
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.graph.{Edge, Kinds, Scope}
import io.headwater.plan.naming.ConnectorOptions
import io.headwater.plan.walk.RuleContext

/** A read of files whose records Spark may fail to parse: CSV, JSON and XML. The options `mode` and `columnNameOfCorruptRecord`
  * say what becomes of such a record.
  *
  * @param options
  *   of a format that has such records; None for other formats
  * @param partition
  *   the columns that the folders of the files have, which are not parsed
  */
private[relations] final class MalformedRecords private (
    options: Option[ConnectorOptions],
    partition: Set[String]
) {

  /** The scope of the read.
    *
    * @param source
    *   records the files with the columns that they have
    */
  def scope(context: RuleContext, output: Seq[Attribute])(source: Seq[Attribute] => Scope): Scope =
    options.fold(source(output)) { options =>
      val corrupt = corruptRecord(context, options, output)
      val inFiles = output.filterNot(corrupt.contains)
      val scope = source(inFiles)
      val parsed = inFiles.filterNot(a => MetadataColumn.is(a) || partition(a.name))
        .flatMap(a => scope.column(a.exprId.id)).distinct.toVector
      def node(kinds: Int, certainty: Certainty) =
        context.graph.derived(parsed.map(Edge(_, kinds)), certainty)
      val columns = corrupt.fold(scope.columns)(a =>
        scope.columns.updated(a.exprId.id, node(Kinds.transformation, Certainty.Opaque))
      )
      val rows =
        if (!MalformedRecords.areDropped(options)) scope.rows
        else RuleContext.combineRows(
          context.graph,
          Vector(scope.rows, node(Kinds.filter, Certainty.Exact))
        )
      scope.copy(columns = columns, rows = rows)
    }

  /** The column with the text of a record that Spark cannot parse. The files have no such column; its value depends on all that
    * is read from them, and also on what the schema of the read leaves out.
    */
  private def corruptRecord(
      context: RuleContext,
      options: ConnectorOptions,
      output: Seq[Attribute]
  ): Option[Attribute] = {
    val option = "columnNameOfCorruptRecord"
    val name = options(option).orElse(context.session.conf(s"spark.sql.$option")).getOrElse("_corrupt_record")
    output.find(a => a.name == name && !partition(a.name))
  }
}

private[relations] object MalformedRecords {
  private val formats = Set("csv", "json", "xml")

  def of(files: HadoopFsRelation): MalformedRecords = {
    val format = Some(files.fileFormat).collect { case f: DataSourceRegister => f.shortName() }
    of(format, ConnectorOptions(files.options), partition(files.partitionSchema))
  }

  def of(files: FileTable): MalformedRecords =
    of(
      Some(files.formatName.toLowerCase(ROOT)),
      ConnectorOptions.of(FileTableParameters.options(files)),
      partition(files.fileIndex.partitionSchema)
    )

  /** Of a stream of files, or of a library's own read.
    *
    * @param format
    *   as the read names it: a short name, or the name of a class
    */
  def of(format: String, options: ConnectorOptions, partition: Set[String]): MalformedRecords =
    of(Some(format.split('.').last.toLowerCase(ROOT).stripSuffix("fileformat")), options, partition)

  private def of(
      format: Option[String],
      options: ConnectorOptions,
      partition: Set[String]
  ): MalformedRecords =
    new MalformedRecords(Some(options).filter(_ => format.exists(formats)), partition)

  private def partition(schema: StructType): Set[String] = schema.fieldNames.toSet

  private def areDropped(options: ConnectorOptions): Boolean =
    options("mode").exists(_.equalsIgnoreCase("DROPMALFORMED"))
}
