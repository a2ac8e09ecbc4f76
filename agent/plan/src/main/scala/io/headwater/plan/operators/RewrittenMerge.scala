package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.util.{Accessors, ClassNames}

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

/** Matches `MergeRows`: Spark's, from 3.5 on, and that of Iceberg for Spark 3.3 and 3.4. */
object RewrittenMerge {
  def unapply(plan: LogicalPlan): Option[RewrittenMerge] =
    if (ClassNames.simple(plan) != "MergeRows") None
    else {
      val node = new Accessors(plan)
      if (node.has("matchedInstructions"))
        Some(RewrittenMerge(
          instructions(node, "matchedInstructions"),
          instructions(node, "notMatchedInstructions"),
          instructions(node, "notMatchedBySourceInstructions")
        ))
      else if (node.has("matchedConditions"))
        Some(RewrittenMerge(ofIceberg(node, "matched"), ofIceberg(node, "notMatched"), Nil))
      else None
    }

  private def instructions(node: Accessors, name: String): Seq[MergeInstruction] =
    node.value[Seq[AnyRef]](name).map(new Accessors(_)).map(i =>
      MergeInstruction(i.value[Expression]("condition"), i.value[Seq[Seq[Expression]]]("outputs"))
    )

  /** Iceberg has conditions and outputs in two lists. An output is a row, or a list of rows. */
  private def ofIceberg(node: Accessors, kind: String): Seq[MergeInstruction] = {
    val conditions = node.value[Seq[Expression]](s"${kind}Conditions")
    conditions.zip(node.value[Seq[Seq[AnyRef]]](s"${kind}Outputs")).map { case (condition, output) =>
      val row = output.collect { case e: Expression => e }
      val rows = output.collect { case r: Seq[_] => r.collect { case e: Expression => e } }
      MergeInstruction(condition, if (row.isEmpty) rows else Seq(row))
    }
  }
}
