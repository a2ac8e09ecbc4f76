package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.plans.logical.{CacheTable, CacheTableAsSelect}
import org.apache.spark.sql.execution.columnar.InMemoryRelation

import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** Cached data, which has the lineage of the plan that fills the cache. The node is found only in optimised
  * plans, because analysed plans still hold the original plan. `CACHE TABLE t` reads the table, `CACHE
  * TABLE t AS SELECT …` reads the query. The cache itself is no dataset.
  */
object InMemoryRelations {
  val rule: Rule = {
    case c: CacheTable => NodeLineage(Seq(c.table), context => context.generated(c.output))
    case c: CacheTableAsSelect => NodeLineage(Seq(c.plan), context => context.generated(c.output))
    case cached: InMemoryRelation => lineage(cached)
  }

  private def lineage(cached: InMemoryRelation): NodeLineage =
    cached.cacheBuilder.cachedPlan.logicalLink match {
      case Some(plan) =>
        NodeLineage(Seq(plan), context => context.renamed(context.input, plan.output, cached.output))
      case None =>
        NodeLineage.leaf { context =>
          context.unknown(cached.output, "columns", "the plan of the cached data is unknown")
        }
    }
}
