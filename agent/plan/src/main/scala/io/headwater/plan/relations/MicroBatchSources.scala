package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier, Table}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import io.headwater.model.Dataset
import io.headwater.plan.connectors.Connectors
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{ConnectorOptions, PathIdentifiers, RemoteDataset, Schemas, TableV2}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.tables.UnnamedTables
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{Accessors, ClassNames, Named}

/** Sources of a micro-batch in the DataSource V2 interface, and the rows that a memory sink holds. Files
  * appear as ordinary relations. Nodes are read by accessor name, because their classes move between Spark
  * versions.
  */
object MicroBatchSources {

  /** Streams of rows that Spark generates. */
  private val generatedStreams =
    Set("RatePerMicroBatchStream", "RateStreamContinuousStream", "RateStreamMicroBatchStream")

  /** Streams of rows that the program adds. */
  private val localStreams = Set("ContinuousMemoryStream", "LowLatencyMemoryStream", "MemoryStream")

  val rule: Rule = {
    case p @ Named("StreamingDataSourceV2ScanRelation") =>
      read(p, new Accessors(p).value[AnyRef]("stream"), new Accessors(p).value[LogicalPlan]("relation"))
    case p @ Named("StreamingDataSourceV2Relation") =>
      read(p, new Accessors(p).value[AnyRef]("stream"), p)
    case p @ Named("MemoryPlan") =>
      NodeLineage.leaf(
        _.unknown(p.output, "source", "what a stream has written into a memory sink is not known")
      )
  }

  private def read(plan: LogicalPlan, stream: AnyRef, relation: LogicalPlan): NodeLineage =
    NodeLineage.leaf { context =>
      val kind = ClassNames.simple(stream)
      val accessors = new Accessors(relation)
      if (generatedStreams(kind)) context.generated(plan.output)
      else if (localStreams(kind)) context.local(plan.output)
      else
        table(accessors).flatMap(DataSourceV2Relations.withoutOneName(_, context.session)) match {
          case Some(remote) => RemoteScopes.of(context, remote, plan.output)
          case None => named(context, plan, stream, accessors)
        }
    }

  private def named(context: RuleContext, plan: LogicalPlan, stream: AnyRef, relation: Accessors): Scope =
    dataset(relation, context.session, plan) match {
      case Some(dataset) =>
        val feed = table(relation).flatMap(t => ChangeFeed.of(t.table))
        ChangeFeed.source(context, dataset, plan.output, feed)
      case None =>
        def source = table(relation).fold(stream.getClass.getName)(t => UnnamedTables.of(t.table))
        def unnamed = RemoteDataset.Unresolved(s"no name for streams of $source")
        RemoteScopes.of(context, ofConnector(stream, context.session).getOrElse(unnamed), plan.output)
    }

  /** The dataset of a stream, as in the plan of the whole query: by its table, which Spark 4 provides; before, as an earlier
    * plan has shown the table, or by its name in a catalog.
    */
  private def dataset(relation: Accessors, session: SessionContext, plan: LogicalPlan): Option[Dataset] = {
    val found = table(relation) match {
      case Some(table) =>
        val schema = if (ChangeFeed.of(table.table).nonEmpty) Vector.empty else Schemas.fields(plan.output)
        DataSourceV2Relations.dataset(table, session, schema)
      case None =>
        for (in <- catalog(relation); name <- identifier(relation))
          yield session.tables.dataset(in, name).getOrElse(PathIdentifiers.dataset(in, name, session))
    }
    found.map(_.copy(version = None)) // the dataset is that of the whole query, which reads no single version
  }

  /** What a stream reads that has its options. By the settings of the session alone it could be something else. */
  private def ofConnector(stream: AnyRef, session: SessionContext): Option[RemoteDataset] = for {
    connector <- Connectors.forClass(stream.getClass.getName)
    if connector.relationOptions(stream).nonEmpty
    named <- Connectors.resolve(stream, ConnectorOptions(Nil))(_.source(_))
  } yield named(session)

  private def table(relation: Accessors): Option[TableV2] = relation.ifPresent[Table]("table").map(
    TableV2(
      _,
      catalog(relation),
      identifier(relation),
      relation.value[CaseInsensitiveStringMap]("options")
    )
  )

  private def catalog(relation: Accessors): Option[String] =
    relation.ifPresent[Option[CatalogPlugin]]("catalog").flatten.map(_.name)

  private def identifier(relation: Accessors): Option[Identifier] =
    relation.ifPresent[Option[Identifier]]("identifier").flatten
}
