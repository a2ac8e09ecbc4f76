package io.headwater.plan.writes

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.sqltext.ExpressionText
import io.headwater.plan.walk.{NodeLineage, RuleContext, Write}

/** What all writes have in common: a query whose columns go to a dataset's, by position. */
object WriteRule {

  /** Reads `query`, then hands its columns to `dataset` under `names`. */
  def toDataset(
      query: LogicalPlan,
      names: RuleContext => Seq[String]
  )(dataset: RuleContext => Option[Target]): NodeLineage =
    toDatasets(query, names)(context => dataset(context).toVector)

  /** The same into several datasets at once, such as the topics of a sink. */
  def toDatasets(
      query: LogicalPlan,
      names: RuleContext => Seq[String]
  )(datasets: RuleContext => Vector[Target]): NodeLineage =
    NodeLineage(
      Seq(query),
      { context => datasets(context).foreach(write(context, query, names(context), _)); noOutput(context) }
    )

  private def write(context: RuleContext, query: LogicalPlan, names: Seq[String], target: Target): Unit = {
    val columns = names.zip(query.output).map { case (name, a) =>
      name -> context.column(a.exprId.id).getOrElse(context.graph.nothing)
    }
    val (computed, missing) = target.omittedColumns.partition(target.generatedColumns.contains)
    val written = columns.toVector ++ missing.map(_ -> context.graph.nothing)
    val generated = computed.map(name => name -> ExpressionText.node(target.generatedColumns(name), written, context.graph))
    context.findings.write(Write(
      target.dataset,
      written ++ generated,
      context.input.rows,
      target.suffix,
      target.committed,
      target.certain
    ))
  }

  /** A statement on a dataset as a whole: no value goes into it. */
  def tableCommand(context: RuleContext, target: Option[Target]): Scope = {
    target.foreach { t =>
      context.findings.write(Write(
        t.dataset,
        Vector.empty,
        context.graph.nothing,
        t.suffix,
        t.committed,
        t.certain
      ))
    }
    noOutput(context)
  }

  /** A command's own output is no data. */
  def noOutput(context: RuleContext): Scope = context.generated(context.plan.output)

  /** What writing files in a mode does to the dataset. */
  def writeLifecycle(mode: SaveMode): Option[Lifecycle] =
    if (mode == SaveMode.Overwrite) Some(Lifecycle.Overwrite) else None

  /** What handing rows to a connector in a mode does: what is appended to was there before. */
  def saveLifecycle(mode: SaveMode): Option[Lifecycle] =
    if (mode == SaveMode.ErrorIfExists) Some(Lifecycle.Create) else writeLifecycle(mode)

  /** What creating a table in a mode does to it. Appending creates it only where it was not there: the plan does not
    * say.
    */
  def createLifecycle(mode: SaveMode): Option[Lifecycle] = mode match {
    case SaveMode.Overwrite => Some(Lifecycle.Overwrite)
    case SaveMode.Append => None
    case SaveMode.ErrorIfExists | SaveMode.Ignore => Some(Lifecycle.Create)
  }

  /** The part of a job's name that a location gives: `/data/lake/t` is `lake_t`. */
  def suffix(dataset: Dataset): Option[String] = {
    val parts = dataset.id.name.split('/').filter(_.nonEmpty).takeRight(2)
    if (parts.isEmpty) None else Some(parts.mkString("_").replace('.', '_'))
  }
}

/** Where a write goes, and what it adds to the job's name. `certain`: see [[io.headwater.model.Sink]]; `committed`: see
  * [[io.headwater.plan.walk.Write]]; `unfilled`: columns that the query gives no value for; `generated`: how the table
  * computes columns of others, in Spark's SQL.
  */
final case class Target(
    dataset: Dataset,
    suffix: Option[String],
    committed: () => Option[String] = Write.unversioned,
    certain: Boolean = true,
    omittedColumns: Vector[String] = Vector.empty,
    generatedColumns: Map[String, String] = Map.empty
) {

  /** In mode "ignore", nothing is written where there is something already. */
  def withMode(mode: SaveMode): Target = copy(certain = mode != SaveMode.Ignore)
}
