package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.execution.command.{
  CreateDataSourceTableCommand,
  CreateTableCommand,
  CreateTableLikeCommand
}
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.connectors.Connectors
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{JobNameSuffix, Tables}
import io.headwater.plan.session.SeenTable
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}

/** `CREATE TABLE t (a INT)` and `CREATE TABLE t LIKE u`. They create a dataset without rows. There is no
  * output if the table existed (`IF NOT EXISTS`), or if the name stands for a table outside Spark (`USING jdbc`).
  */
object CreateTable {
  val rule: Rule = {
    case c: CreateDataSourceTableCommand => NodeLineage.leaf { context =>
        val suffix = new Tables(context.session).suffix(c.table.identifier)
        create(context, c.table, c.table.schema, c.ignoreIfExists)(_ => Some(suffix))
      }
    case c: CreateTableCommand =>
      NodeLineage.leaf(create(_, c.table, c.table.schema, c.ignoreIfExists)(JobNameSuffix.ofLocation))
    case c: CreateTableLikeCommand => NodeLineage.leaf(like(_, c))
  }

  /** @param schema
    *   the columns of the table, which may be more than the statement declares
    */
  private[plan] def create(
      context: RuleContext,
      table: CatalogTable,
      schema: StructType,
      ifNotExists: Boolean
  )(suffix: Dataset => Option[String]): Scope = {
    val outsideSpark =
      table.provider.exists(p => Connectors.forFormat(p).nonEmpty || !FileProviders.contains(p))
    def existed =
      ifNotExists && ExistingTables.existed(context, table.identifier, Some(table.createTime))
    if (outsideSpark || existed) WriteLineage.noOutput(context)
    else {
      val dataset = created(context, table, schema)
      val target = Target(dataset.copy(lifecycle = Some(Lifecycle.Create)), suffix(dataset))
      if (schema.nonEmpty) WriteLineage.tableCommand(context, Some(target))
      else
        WriteLineage.tableCommand(
          context,
          Some(target),
          () => ExistingTables.columns(context, table.identifier)
        )
    }
  }

  private def like(context: RuleContext, c: CreateTableLikeCommand): Scope = {
    val tables = new Tables(context.session)
    val target = tables.inCurrentDatabase(c.targetTable)
    if (c.ifNotExists && ExistingTables.existed(context, target)) WriteLineage.noOutput(context)
    else {
      def source = ExistingTables.find(context, tables.inCurrentDatabase(c.sourceTable)).map(_.schema)
      val schema = context.session.temporaryView(c.sourceTable).orElse(source).filter(_.nonEmpty)
      if (schema.isEmpty) context.gap("sink", UnseenTables.unknownColumns)
      val location = c.fileFormat.locationUri
      val empty = SeenTable(location, managed = location.isEmpty)
      val dataset = created(context, target, schema.fold(empty)(s => empty.copy(schema = s)))
      val suffix = Some(publishedSuffix(c.targetTable))
      WriteLineage.tableCommand(
        context,
        Some(Target(dataset.copy(lifecycle = Some(Lifecycle.Create)), suffix))
      )
    }
  }

  /** The dataset of a table that the statement creates. Later statements know the table once this one has succeeded. */
  private[plan] def created(context: RuleContext, table: CatalogTable, schema: StructType): Dataset =
    created(context, table.identifier, SeenTable.of(table, schema))

  /** @param ifNotExists
    *   whether the statement does nothing if the table exists. What is known of the table then stays as it is.
    */
  private[plan] def created(
      context: RuleContext,
      name: TableIdentifier,
      table: SeenTable,
      ifNotExists: Boolean = false
  ): Dataset = {
    def remember(): Unit = context.session.tables.remember(name, table)
    context.afterSuccess {
      if (ifNotExists) ExistingTables.ifCreated(context, name)(remember()) else remember()
    }
    new Tables(context.session).named(name, Some(table))
  }

  /** The suffix of the job name, in the same form as the published agent's. */
  private def publishedSuffix(table: TableIdentifier): String =
    (table.database.toSeq :+ table.table).mkString("_")
}
