package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.plan.graph.Scope
import io.headwater.plan.variables.{InlineTables, PartOfText, ScriptQuery}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{Accessors, Named}

/** Rows without a dataset: `VALUES`, `range`, `createDataFrame` of a local collection, the result of a command or of a
  * script.
  */
object LocalRelations {
  val rule: Rule = {
    case p @ CommandResult(_, Named("Call" | "PaimonCallCommand"), _, _) =>
      NodeLineage.leaf(_.unknown(p.output, "source", "what a procedure returns is not known"))
    // the names of partitions are values of columns
    case p @ CommandResult(
          _,
          Named(
            "ShowPartitions" | "ShowPartitionsCommand" | "ShowPartitionsJsonCommand" | "ShowDeltaPartitionsCommand"
          ),
          _,
          _
        ) =>
      NodeLineage.leaf(_.unknown(
        p.output,
        "source",
        "which columns the names of partitions are made of is not known"
      ))
    // DESCRIBE EXTENDED t a, whose statistics are values of the column
    case p @ CommandResult(_, c @ Named("DescribeColumnCommand" | "DescribeColumn"), _, _)
        if new Accessors(c).value[Boolean]("isExtended") =>
      NodeLineage.leaf(_.unknown(
        p.output,
        "source",
        "the least and the greatest value of the column may be among the rows"
      ))
    case p: LocalRelation if p.origin.sqlText.isEmpty => NodeLineage.leaf(withoutText(p, _))
    case p: LocalRelation => NodeLineage.leaf(InlineTables.scope(p, _))
    // VALUES (now()), which is evaluated when the query runs; from Spark 3.5 on
    case p @ Named("ResolvedInlineTable") => NodeLineage.leaf(InlineTables.scope(p, _))
    case p: OneRowRelation => NodeLineage.leaf(_.generated(p.output))
    case p: Range => NodeLineage.leaf(range(p, _))
    case p: CommandResult => NodeLineage.leaf(_.generated(p.output))
    case p @ Named("PythonWorkerLogs") => // python_worker_logs(), from Spark 4.1 on
      NodeLineage.leaf(_.unknown(p.output, "source", "what Python functions have logged is not known"))
  }

  private def withoutText(p: LocalRelation, context: RuleContext): Scope =
    ScriptQuery.resultScope(p, context).getOrElse(
      if (p.data.isEmpty) InlineTables.scope(p, context)
      else if (ComputedStatistics.mayBe(p.output)) context.unknown(p.output, "source", statistics)
      else context.local(p.output)
    )

  private val statistics =
    "the rows may be what describe, summary, crosstab or freqItems has computed of other data"

  /** The bounds of `range(1, n)` are constants in the plan, also those that were variables. */
  private def range(p: Range, context: RuleContext): Scope =
    if (!PartOfText.mayHaveVariable(p, context))
      context.generated(p.output)
    else
      context.unknown(p.output, "source", "the bounds of range may have a variable that depends on data")
}
