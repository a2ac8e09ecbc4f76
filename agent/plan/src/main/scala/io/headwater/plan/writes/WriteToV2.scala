package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.analysis.NamedRelation
import org.apache.spark.sql.catalyst.plans.logical.{
  LogicalPlan,
  OverwriteByExpression,
  OverwritePartitionsDynamic,
  V2WriteCommand
}
import org.apache.spark.sql.execution.datasources.v2.{DataSourceV2Relation, FileTable}

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.naming.{ColumnNames, JobNameSuffix, Schemas}
import io.headwater.plan.relations.{DataSourceV2Relations, FileLocations}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.tables.{TableFormats, UnnamedTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{RuleContext, Target, Write}
import io.headwater.util.Accessors

/** Writes to tables of the DataSource V2 interface: append, overwrite by filter, dynamic partition
  * overwrite.
  */
object WriteToV2 {
  val rule: Rule = { case w: V2WriteCommand =>
    val names = columnNames(w)
    WriteLineage.toDataset(w.query, _ => names) { context =>
      val lifecycle = w match {
        case _: OverwriteByExpression | _: OverwritePartitionsDynamic => Some(Lifecycle.Overwrite)
        case _ if TableFormats.replacesRows(w) => Some(Lifecycle.Overwrite)
        case _ =>
          None // rows are added by INSERT, or by a MERGE with inserts only (InsertOnlyMerge, from Spark 4.2 on)
      }
      val target = dataset(w, context.session)
      if (target.isEmpty && !storesNothing(w.table)) reportUnnamed(w.table, context)
      target.map(d =>
        Target(
          d.copy(
            lifecycle = lifecycle,
            schema = EvolvedSchema(d.schema, Schemas.fields(w.query.output, names))
          ),
          suffix(w.table).orElse(JobNameSuffix.ofLocation(d)),
          isConditional = TableFormats.mayBeRepeated(options(w), context.session),
          committed = committedVersion(w.table, context.session),
          isCounted = !countsChanges(w),
          omittedColumns = w.table.output.toVector.map(_.name).filterNot(names.toSet),
          generatedColumns = generatedColumns(w.table)
        )
      )
    }
  }

  /** The job has the name of the table all the same. */
  private def reportUnnamed(table: NamedRelation, context: RuleContext): Unit = {
    context.gap("sink", s"no name for ${unnamed(table)}")
    context.findings.create(None, suffix(table).orElse(ownName(table)))
  }

  /** What a table calls itself, if that is a plain name: it may be an address, with secrets in it. */
  private def ownName(table: NamedRelation): Option[String] = table match {
    case r: DataSourceV2Relation =>
      Option(r.table.name).filter(_.matches("[\\w.-]+")).map(_.replace('.', '_'))
    case _ => None
  }

  private def unnamed(target: NamedRelation): String = target match {
    case relation: DataSourceV2Relation => s"tables of ${UnnamedTables.of(relation.table)}"
    case other => other.name
  }

  private def dataset(w: V2WriteCommand, session: SessionContext): Option[Dataset] = w.table match {
    case relation: DataSourceV2Relation =>
      relation.table match {
        case files: FileTable =>
          FileLocations.folders(files.fileIndex).headOption.map(Dataset(_, Schemas.fields(relation.output)))
        case _ => DataSourceV2Relations.written(relation, w.query, session).map(_.copy(version = None))
      }
    case _ => None
  }

  /** The names of the columns that the query writes. Spark does not change the query for a table that accepts any schema,
    * also in an INSERT by position, and the connector then matches columns by name. By position, a query with more columns
    * than the table adds columns.
    */
  private def columnNames(w: V2WriteCommand): Seq[String] = {
    val tableColumns = w.table.output.map(_.name)
    if (!w.isByName && !w.table.skipSchemaResolution)
      tableColumns ++ w.query.output.drop(tableColumns.size).map(_.name)
    else ColumnNames.in(tableColumns, w.query.output.map(_.name))
  }

  /** Whether the table is that of `df.write.format("noop")`. */
  private def storesNothing(table: NamedRelation): Boolean = table match {
    case r: DataSourceV2Relation => WriteToStream.isNoDataset(r.table)
    case _ => false
  }

  /** The options of a write, also of one inside a statement that creates a table. */
  private[writes] def options(command: LogicalPlan): Map[String, String] =
    new Accessors(command).ifPresent[Map[String, String]]("writeOptions").getOrElse(Map.empty)

  private def generatedColumns(table: NamedRelation): Map[String, String] = table match {
    case r: DataSourceV2Relation => DataSourceV2Relations.generatedColumns(r)
    case _ => Map.empty
  }

  private def countsChanges(w: V2WriteCommand): Boolean = w.table match {
    case r: DataSourceV2Relation => DataSourceV2Relations.countsChanges(w, options(w), r)
    case _ => false
  }

  private def committedVersion(table: NamedRelation, session: SessionContext): Write.VersionAt = table match {
    case r: DataSourceV2Relation => DataSourceV2Relations.committedVersion(r, session)
    case _ => Write.unversioned
  }

  /** The suffix of the job name for a catalog table: `ice_db_t` for `ice.db.t`. None if the table is named
    * by a path.
    */
  def suffix(table: NamedRelation): Option[String] = table match {
    case r: DataSourceV2Relation =>
      for {
        catalog <- r.catalog
        identifier <- r.identifier
        suffix <- JobNameSuffix.ofName(identifier)
      } yield s"${catalog.name}_$suffix".replace('.', '_')
    case _ => None
  }
}
