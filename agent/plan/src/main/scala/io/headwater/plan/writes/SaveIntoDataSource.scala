package io.headwater.plan.writes

import org.apache.spark.sql.execution.datasources.{InsertIntoDataSourceCommand, SaveIntoDataSourceCommand}

import io.headwater.model.{Dataset, DatasetId, Lifecycle}
import io.headwater.plan.naming.{ConnectorOptions, RemoteDataset, Schemas}
import io.headwater.plan.relations.{ConnectorRelation, ConnectorRelations}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.RuleContext

/** Writes to all connectors of the V1 interface, such as `df.write.format("jdbc").save()`, and `INSERT
  * INTO` a table of such a connector.
  */
object SaveIntoDataSource {
  val rule: Rule = {
    case c: SaveIntoDataSourceCommand =>
      WriteRule.toDatasets(c.query, _ => c.query.output.map(_.name)) { context =>
        val schema = Schemas.fields(c.query.output)
        ids(
          context,
          ConnectorRelation.sink(c.dataSource, ConnectorOptions(c.options), c.query, context.session),
          c.dataSource
        ).map(id =>
          target(Dataset(id, schema, lifecycle = WriteRule.saveLifecycle(c.mode)), c.options.get("dbtable"))
        )
      }

    case c: InsertIntoDataSourceCommand =>
      val logical = c.logicalRelation
      WriteRule.toDatasets(c.query, _ => logical.output.map(_.name)) { context =>
        val lifecycle = if (c.overwrite) Some(Lifecycle.Overwrite) else None
        val dataset = ConnectorRelations.datasetWithoutId(context, logical)
        ids(context, ConnectorRelation.unapply(logical.relation).map(_(context.session)), logical.relation)
          .map(id => target(dataset.copy(id = id, lifecycle = lifecycle)))
      }
  }

  private def ids(context: RuleContext, remote: Option[RemoteDataset], source: AnyRef): Vector[DatasetId] = {
    def unresolved(reason: String): Vector[DatasetId] = { context.gap("sink", reason); Vector.empty }
    remote match {
      case Some(RemoteDataset.Tables(ids)) => ids
      case Some(RemoteDataset.Unresolved(reason)) => unresolved(reason)
      case Some(_: RemoteDataset.Query) => unresolved("a query is nothing to write to")
      case None => unresolved(s"no rule for data sources of ${source.getClass.getName}")
    }
  }

  /** The target of a write. The suffix of the job name is the option `dbtable` as the user wrote it, if
    * there is one.
    */
  private def target(dataset: Dataset, table: Option[String] = None): Target =
    Target(dataset, table.map(_.replace('.', '_')).orElse(WriteRule.suffix(dataset)))
}
