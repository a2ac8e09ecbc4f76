package io.headwater.plan.vendor.hudi

import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.plan.naming.Schemas
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** Reads of a Hudi table with a relation of Hudi's own, such as the increments of Hudi 0.14. Other reads appear as files with
  * Hudi's file index.
  */
object HudiReads {
  val rule: Rule = {
    case logical: LogicalRelation if HudiTables.hasOwnRelation(logical) =>
      NodeLineage.leaf { context =>
        val table =
          HudiTables.dataset(logical, context.session).map(_.copy(schema = Schemas.fields(logical.output)))
        context.sources(table.toVector, logical.output) // always one: a relation of Hudi's own has one folder
      }
  }
}
