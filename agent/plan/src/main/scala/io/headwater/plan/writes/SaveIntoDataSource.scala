package io.headwater.plan.writes

import java.util.Locale.ROOT

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.plans.logical.Project
import org.apache.spark.sql.execution.datasources.{
  InsertIntoDataSourceCommand,
  LogicalRelation,
  SaveIntoDataSourceCommand
}

import io.headwater.model.{Dataset, DatasetId, Lifecycle}
import io.headwater.plan.connectors.Connectors
import io.headwater.plan.naming.{ConnectorOptions, JobNameSuffix, RemoteDataset, Schemas, Tables}
import io.headwater.plan.relations.{ConnectorRelation, ConnectorRelations, ThirdPartyFileRelations}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{RuleContext, Target}

/** Writes to all connectors of the V1 interface, such as `df.write.format("jdbc").save()`, and `INSERT
  * INTO` a table of such a connector.
  */
object SaveIntoDataSource {
  val rule: Rule = {
    case c: SaveIntoDataSourceCommand =>
      val options = ConnectorOptions(c.options)
      val written = Connectors.written(c.dataSource, options, c.query.output)
      val rows = if (written.size == c.query.output.size) c.query else Project(written, c.query)
      WriteLineage.toDatasets(rows, _ => written.map(_.name)) { context =>
        val (schema, suffix) = (Schemas.fields(written), tableOption(c.options))
        val sink = ConnectorRelation.sink(c.dataSource, options, c.query, context.session)
        val found = ids(context, sink, c.dataSource)
        if (found.isEmpty)
          context.findings.create(None, suffix) // the job has the table in its name all the same
        found.map { id =>
          val dataset = Dataset(id, schema, lifecycle = lifecycle(c))
          val isConditional = c.mode == SaveMode.Ignore && isJdbc(c.dataSource)
          Target(dataset, suffix, isConditional = isConditional, isWrittenByJob = isConditional)
        }
      }

    case c: InsertIntoDataSourceCommand =>
      val logical = c.logicalRelation
      WriteLineage.toDatasets(c.query, _ => ConnectorRelations.columns(logical).map(_.name)) { context =>
        val lifecycle = if (c.overwrite) Some(Lifecycle.Overwrite) else None
        datasets(context, logical).map(_.copy(lifecycle = lifecycle)).map(d =>
          Target(d, JobNameSuffix.ofLocation(d))
        )
      }
  }

  /** What an insert into a relation writes to: the dataset of its connector, else its table in the session catalog, else the
    * path of its files.
    */
  private def datasets(context: RuleContext, logical: LogicalRelation): Vector[Dataset] =
    (ConnectorRelation.unapply(logical.relation), logical.catalogTable, logical) match {
      case (None, Some(table), _) => Vector(new Tables(context.session).dataset(table))
      case (None, None, ThirdPartyFileRelations(_, Vector(path))) =>
        Vector(ThirdPartyFileRelations.dataset(context.session, path, logical.output))
      case (remote, _, _) =>
        val dataset = ConnectorRelations.datasetWithoutId(context, logical)
        ids(context, remote.map(_(context.session)), logical.relation).map(id => dataset.copy(id = id))
    }

  /** With Spark's default mode a write creates a table; to a topic it adds rows. */
  private def lifecycle(c: SaveIntoDataSourceCommand): Option[Lifecycle] =
    if (Connectors.forClass(c.dataSource.getClass.getName).exists(_.onlyAppends)) None
    else SaveModeLifecycle.ofConnector(c.mode)

  /** Whether it is Spark's JDBC source: `mode("ignore")` runs a job there only if it writes. */
  private def isJdbc(source: AnyRef): Boolean =
    source.getClass.getName.startsWith("org.apache.spark.sql.execution.datasources.jdbc.")

  private def ids(context: RuleContext, remote: Option[RemoteDataset], source: AnyRef): Vector[DatasetId] = {
    if (remote.isEmpty && !WriteToStream.isNoDataset(source))
      context.gap("sink", s"no rule for data sources of ${source.getClass.getName}")
    remote.fold(Vector.empty[DatasetId])(ids(context, _))
  }

  /** The datasets that a connector writes to. */
  private[plan] def ids(context: RuleContext, remote: RemoteDataset): Vector[DatasetId] = {
    def unresolved(reason: String): Vector[DatasetId] = { context.gap("sink", reason); Vector.empty }
    remote match {
      case RemoteDataset.Tables(ids) => ids
      case RemoteDataset.Selected(ids, _, _) => ids
      case RemoteDataset.Unresolved(reason) => unresolved(reason)
      case _: RemoteDataset.Query => unresolved("a query is nothing to write to")
    }
  }

  /** The suffix of the job name: the table as the user wrote it. Other writes, such as those to Kafka, have none in the
    * published agent, either.
    */
  private def tableOption(options: Map[String, String]): Option[String] =
    tableOptions.flatMap(name => options.find(_._1.equalsIgnoreCase(name))).headOption
      .orElse(options.toVector.sorted.find(o => isTable(o._1.toLowerCase(ROOT))))
      .map(_._2.replace('.', '_'))

  private val tableOptions = Vector("kustotable", "table", "dbtable")

  /** Whether an option of another connector names its table: `kudu.table`, `table.name`. */
  private def isTable(option: String): Boolean =
    option.endsWith(".table") || option.endsWith("table.name") || option.endsWith("tablename")
}
