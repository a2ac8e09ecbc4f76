package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier, Table}

import io.headwater.model.{Certainty, Dataset}
import io.headwater.plan.naming.{Hierarchy, Schemas}
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Accessors

/** Sources of a stream's batch. Files come as an ordinary relation; here are those of the DataSource V2 interface, and
  * what a memory sink has kept. Read by accessor name: the classes move between Spark lines.
  */
object MicroBatchSources {

  /** Streams of rows that no dataset holds. */
  private val streamsWithoutDataset = Set(
    "ContinuousMemoryStream",
    "MemoryStream",
    "RatePerMicroBatchStream",
    "RateStreamContinuousStream",
    "RateStreamMicroBatchStream",
    "TextSocketContinuousStream",
    "TextSocketMicroBatchStream"
  )

  val rule: Rule = {
    case p if name(p) == "StreamingDataSourceV2ScanRelation" =>
      read(p, new Accessors(p).value[AnyRef]("stream"), new Accessors(p).value[LogicalPlan]("relation"))
    case p if name(p) == "StreamingDataSourceV2Relation" =>
      read(p, new Accessors(p).value[AnyRef]("stream"), p)
    case p if name(p) == "MemoryPlan" => NodeLineage.leaf(_.generated(p.output))
  }

  private def name(plan: LogicalPlan): String = plan.getClass.getSimpleName

  private def read(plan: LogicalPlan, stream: AnyRef, relation: LogicalPlan): NodeLineage =
    NodeLineage.leaf { context =>
      val kind = stream.getClass.getSimpleName
      if (streamsWithoutDataset(kind)) context.generated(plan.output)
      else
        dataset(new Accessors(relation)) match {
          case Some(found) => context.source(found.copy(schema = Schemas.fields(plan.output)), plan.output)
          case None =>
            context.gap("source", s"no name for streams of ${stream.getClass.getName}")
            context.opaque(plan.output, Vector.empty, Certainty.Unknown)
        }
    }

  /** As the table names itself (Spark 4 tells which it is), else by its place in a named catalog. */
  private def dataset(relation: Accessors): Option[Dataset] = {
    val own = if (relation.has("table")) TableProperties(relation.value[Table]("table")).id else None
    val inCatalog = for {
      catalog <- relation.value[Option[CatalogPlugin]]("catalog")
      table <- relation.value[Option[Identifier]]("identifier")
    } yield Hierarchy.named(catalog.name, table)
    own.fold(inCatalog)(id => Some(inCatalog.fold(Dataset(id))(_.copy(id = id))))
  }
}
