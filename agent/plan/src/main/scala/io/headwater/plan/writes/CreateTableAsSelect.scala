package io.headwater.plan.writes

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project}
import org.apache.spark.sql.execution.command.CreateDataSourceTableAsSelectCommand

import io.headwater.model.{Dataset, Field}
import io.headwater.plan.connectors.Connectors
import io.headwater.plan.naming.{ColumnNames, ConnectorOptions, RemoteDataset, Schemas, Tables}
import io.headwater.plan.relations.ConnectorRelations
import io.headwater.plan.session.SeenTable
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}
import io.headwater.util.{Accessors, Named}

/** `CREATE TABLE t USING parquet AS SELECT …` and `df.write.saveAsTable`. */
object CreateTableAsSelect {

  val rule: Rule = {
    case c: CreateDataSourceTableAsSelectCommand =>
      lineage(c.table, c.mode, c.query, c.outputColumnNames, isProvisional = false)
    case p @ Named("SaveAsV1TableCommand") => saveAsTable(new Accessors(p))
  }

  /** The command of `saveAsTable` from Spark 4.1 on. It runs the other command inside, which has the columns in the order of
    * the table.
    */
  private def saveAsTable(command: Accessors): NodeLineage = {
    val query = command.value[LogicalPlan]("query")
    val table = command.value[CatalogTable]("tableDesc")
    command.value[SaveMode]("mode") match {
      case SaveMode.Append => append(query, table)
      case mode =>
        def isPartition(a: Attribute) = table.partitionColumnNames.exists(_.equalsIgnoreCase(a.name))
        val (partitions, others) = query.output.partition(isPartition)
        val ordered = Project(others ++ partitions, query)
        lineage(table, mode, ordered, ordered.output.map(_.name), isProvisional = true)
    }
  }

  /** The command has neither the location nor the columns of a table that exists. The command inside has them. */
  private def append(query: LogicalPlan, table: CatalogTable): NodeLineage = {
    def name(context: RuleContext) = new Tables(context.session).inCurrentDatabase(table.identifier)
    def seen(context: RuleContext) = context.session.tables(name(context)).filterNot(_.view)
    def names(context: RuleContext) = {
      val columns = seen(context).toSeq.flatMap(_.schema.fieldNames)
      ColumnNames.in(columns, query.output.map(_.name))
    }
    WriteLineage.toDataset(query, names) { context =>
      val tables = new Tables(context.session)
      val suffix = Some(tables.suffix(name(context)))
      val known = seen(context).map(t =>
        Target(tables.named(name(context), Some(t)), suffix, isProvisional = true)
      )
      if (known.isEmpty) context.findings.create(None, suffix)
      known
    }
  }

  private def lineage(
      table: CatalogTable,
      mode: SaveMode,
      query: LogicalPlan,
      names: Seq[String],
      isProvisional: Boolean
  ): NodeLineage =
    WriteLineage.toDatasets(query, _ => names) { context =>
      val options = ConnectorOptions(table.storage.properties)
      val targets =
        table.provider.flatMap(Connectors.sinkOfFormat(_, options, query, context.session)) match {
          case Some(remote) => outside(context, table, Schemas.fields(query.output, names), remote)
          case None if table.provider.forall(FileProviders.contains) =>
            Vector(inWarehouse(context, table, mode, query, names))
          case None =>
            context.gap(
              "sink",
              s"no rule for tables of ${table.provider.mkString}: the source keeps the rows"
            )
            Vector.empty
        }
      targets.map(t =>
        t.copy(t.dataset.copy(lifecycle = SaveModeLifecycle.ofTable(mode)), isProvisional = isProvisional)
      )
    }

  /** A table whose rows a connector keeps: `USING jdbc`. */
  private def outside(
      context: RuleContext,
      table: CatalogTable,
      schema: Vector[Field],
      remote: RemoteDataset
  ): Vector[Target] = {
    val tables = new Tables(context.session)
    val name = tables.inCurrentDatabase(table.identifier)
    SaveIntoDataSource.ids(context, remote).map(id =>
      Target(ConnectorRelations.inCatalog(context, Dataset(id, schema), name), Some(tables.suffix(name)))
    )
  }

  private def inWarehouse(
      context: RuleContext,
      table: CatalogTable,
      mode: SaveMode,
      query: LogicalPlan,
      names: Seq[String]
  ): Target = {
    val tables = new Tables(context.session)
    val name = tables.inCurrentDatabase(table.identifier)
    val schema = Schemas.renamed(query.schema, names)
    val ifNotExists = mode == SaveMode.Ignore
    val created = CreateTable.created(context, name, SeenTable.of(table, schema), ifNotExists)
    val target = Target(created, Some(tables.suffix(name)))
    if (table.provider.exists(FileProviders.counted)) target.withMode(mode) else target
  }
}
