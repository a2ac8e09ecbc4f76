package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.util.Accessors

/** A clause of a rewritten `MERGE`: when it applies, and the rows that it makes. */
final case class MergeInstruction(condition: Expression, outputs: Seq[Seq[Expression]])

/** The instructions of a `MergeRows`, by the kind of clause. */
final case class RewrittenMerge(
    matched: Seq[MergeInstruction],
    notMatched: Seq[MergeInstruction],
    notMatchedBySource: Seq[MergeInstruction]
) {
  def all: Seq[MergeInstruction] = matched ++ notMatched ++ notMatchedBySource
}

/** Matches `MergeRows`, which Spark has from 3.5 on. */
object RewrittenMerge {
  def unapply(plan: LogicalPlan): Option[RewrittenMerge] =
    if (plan.getClass.getSimpleName != "MergeRows") None
    else {
      val node = new Accessors(plan)
      Some(node).filter(_.has("matchedInstructions")).map { n =>
        RewrittenMerge(
          instructions(n, "matchedInstructions"),
          instructions(n, "notMatchedInstructions"),
          instructions(n, "notMatchedBySourceInstructions")
        )
      }
    }

  private def instructions(node: Accessors, name: String): Seq[MergeInstruction] =
    node.value[Seq[AnyRef]](name).map(new Accessors(_)).map(i =>
      MergeInstruction(i.value[Expression]("condition"), i.value[Seq[Seq[Expression]]]("outputs"))
    )
}
