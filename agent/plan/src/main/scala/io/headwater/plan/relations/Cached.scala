package io.headwater.plan.relations

import org.apache.spark.sql.execution.columnar.InMemoryRelation

import io.headwater.model.Certainty
import io.headwater.plan.walk.Reading
import io.headwater.plan.walk.Reading.Rule

/** A cached frame, read through to the plan that fills it. Analysed plans still hold the frame's own plan; this node
  * stands only in plans that have been through the optimiser.
  */
object Cached {
  val rule: Rule = { case cached: InMemoryRelation =>
    cached.cacheBuilder.cachedPlan.logicalLink match {
      case Some(plan) => Reading(Seq(plan), site => site.renamed(site.input, plan.output, cached.output))
      case None =>
        Reading.leaf { site =>
          site.gap("columns", "the cached data does not say which plan fills it")
          site.opaque(cached.output, Vector.empty, Certainty.Unknown)
        }
    }
  }
}
