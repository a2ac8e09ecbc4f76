package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.plan.naming.Tables
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Named

/** Relations of an unknown class, and relations that hide what they read. A table of the session catalog is a dataset,
  * whatever class reads it. The columns of other relations are unknown rather than empty, and the event reports a gap.
  */
object UnknownRelations {
  val rule: Rule = {
    // from Spark 4.0 on
    case t @ Named("Transpose") =>
      unknown(t, "transpose() reads its input while Spark analyses the query, and the plan has its rows only")
    case r: LogicalRelation if r.catalogTable.nonEmpty =>
      NodeLineage.leaf(c =>
        c.sources(r.catalogTable.map(new Tables(c.session).dataset(_)).toVector, r.output)
      )
    case r: LogicalRelation => unknown(r, s"no rule for relations of ${r.relation.getClass.getName}")
  }

  private def unknown(plan: LogicalPlan, reason: String): NodeLineage = NodeLineage.leaf { context =>
    context.unknown(plan.output, "source", reason)
  }
}
