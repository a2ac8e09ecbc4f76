package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.plans.logical.{CacheTable, CacheTableAsSelect}
import org.apache.spark.sql.execution.columnar.InMemoryRelation

import io.headwater.model.Certainty
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** A cached frame, read through to the plan that fills it. Analysed plans still hold the frame's own plan; this node
  * stands only in plans that have been through the optimiser. `CACHE TABLE t` reads the table and `CACHE TABLE t AS
  * SELECT …` what it selects; the cache itself is no dataset.
  */
object InMemoryRelations {
  val rule: Rule = {
    case c: CacheTable => NodeLineage(Seq(c.table), context => context.generated(c.output))
    case c: CacheTableAsSelect => NodeLineage(Seq(c.plan), context => context.generated(c.output))
    case cached: InMemoryRelation => lineage(cached)
  }

  private def lineage(cached: InMemoryRelation): NodeLineage =
    cached.cacheBuilder.cachedPlan.logicalLink match {
      case Some(plan) => NodeLineage(Seq(plan), context => context.renamed(context.input, plan.output, cached.output))
      case None =>
        NodeLineage.leaf { context =>
          context.gap("columns", "the cached data does not say which plan fills it")
          context.opaque(cached.output, Vector.empty, Certainty.Unknown)
        }
    }
}
