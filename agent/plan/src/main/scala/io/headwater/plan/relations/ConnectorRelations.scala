package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.model.{Dataset, DatasetId, Symlink}
import io.headwater.plan.connectors.Connectors
import io.headwater.plan.naming.{
  ConnectorOptions,
  Hierarchy,
  RelationOptions,
  RemoteDataset,
  TableNames,
  Tables
}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Relations of connectors, such as JDBC, Kafka and Snowflake, named by the options that they hold. A
  * relation of any class, or its table in the catalog, can name its dataset by the options
  * `openlineage.dataset.*`.
  */
object ConnectorRelations {
  val rule: Rule = {
    case LogicalRelationOf(logical, ConnectorRelation(remote)) => lineage(logical, remote)
    case LogicalRelationOf(DeclaredTables(logical, id), _) => lineage(logical, _ => RemoteDataset.table(id))
  }

  private def lineage(logical: LogicalRelation, remote: SessionContext => RemoteDataset): NodeLineage =
    NodeLineage.leaf(context =>
      RemoteScopes.of(context, remote(context.session), columns(logical), datasetWithoutId(context, logical))
    )

  /** The dataset of a relation except its id: its columns, and for a table `USING jdbc` its name in the
    * session catalog.
    */
  def datasetWithoutId(context: RuleContext, logical: LogicalRelation): Dataset = {
    val dataset = RemoteScopes.template(columns(logical))
    logical.catalogTable.fold(dataset)(t => inCatalog(context, dataset, t.identifier))
  }

  /** The columns of a relation, with their names in the store. */
  def columns(logical: LogicalRelation): Seq[Attribute] = Connectors.columns(logical.relation, logical.output)

  /** The dataset with its name in the session catalog. */
  def inCatalog(context: RuleContext, dataset: Dataset, name: TableIdentifier): Dataset = dataset.copy(
    symlinks = Vector(Symlink(new Tables(context.session).inCatalog(name), Symlink.Kind.Table)),
    hierarchy = Hierarchy.of(name, TableNames.catalog(name))
  )
}

/** Extracts the remote dataset of a relation whose connector is known or whose options name the dataset. */
object ConnectorRelation {
  def unapply(relation: AnyRef): Option[SessionContext => RemoteDataset] =
    Connectors.resolve(relation, RelationOptions.of(relation))(_.source(_))

  /** The dataset that a query is written to, by the class of the source and its options. */
  def sink(
      source: AnyRef,
      options: ConnectorOptions,
      query: LogicalPlan,
      session: SessionContext
  ): Option[RemoteDataset] =
    Connectors.resolve(source, options)(_.sink(_, query)).map(_(session))
}

/** Extracts the id of a catalog table that names its dataset by options or properties. */
private object DeclaredTables {
  def unapply(logical: LogicalRelation): Option[(LogicalRelation, DatasetId)] =
    logical.catalogTable
      .flatMap(t => Connectors.declaredId(ConnectorOptions(t.storage.properties ++ t.properties)))
      .map(logical -> _)
}
