package io.headwater.plan.vendor.hudi

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.model.Dataset
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.Schemas
import io.headwater.plan.relations.ChangeFeed
import io.headwater.plan.session.SessionContext
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Reads of a Hudi table with a relation of Hudi's own, such as the increments of Hudi 0.14, of its changes, and of what Hudi
  * keeps of it. Other reads appear as files with Hudi's file index.
  */
object HudiReads {
  val rule: Rule = {
    case logical: LogicalRelation if HudiTables.isChangeFeed(logical) =>
      NodeLineage.leaf(read(_, logical, HudiTables.changed(logical, _))(ChangeFeed.ofHudi.source))
    case logical: LogicalRelation if HudiTables.isDescription(logical) =>
      NodeLineage.leaf(read(_, logical, HudiTables.table(logical, _))(description))
    case logical: LogicalRelation if HudiTables.hasOwnRelation(logical) =>
      NodeLineage.leaf(read(_, logical, HudiTables.table(logical, _))(rows))
  }

  private def read(context: RuleContext, logical: LogicalRelation, table: SessionContext => Option[Dataset])(
      scope: (RuleContext, Dataset, Seq[Attribute]) => Scope
  ): Scope = table(context.session) match {
    case Some(t) => scope(context, t, logical.output)
    case None => context.unknown(logical.output, "source", "the relation of an empty table has no path")
  }

  /** The table is a source. It does not have the columns, which tell of its commits and files. */
  private def description(context: RuleContext, table: Dataset, output: Seq[Attribute]): Scope = {
    context.findings.source(table)
    context.generated(output)
  }

  private def rows(context: RuleContext, table: Dataset, output: Seq[Attribute]): Scope =
    context.source(table.copy(schema = Schemas.fields(output)), output)
}
