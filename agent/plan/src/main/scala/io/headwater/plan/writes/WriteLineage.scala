package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Field, QueryTime}
import io.headwater.plan.graph.Scope
import io.headwater.plan.sqltext.ExpressionText
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target, Write}

/** The lineage of writes: the columns of a query go to the columns of a dataset, by position. Also that of commands on a whole
  * dataset.
  */
object WriteLineage {

  /** The lineage of a write to one dataset.
    *
    * @param names
    *   the names of the dataset's columns
    * @param dataset
    *   the target; None if it has no name
    */
  def toDataset(
      query: LogicalPlan,
      names: RuleContext => Seq[String]
  )(dataset: RuleContext => Option[Target]): NodeLineage =
    toDatasets(query, names)(context => dataset(context).toVector)

  /** The lineage of a write to several datasets, such as the topics of a sink. */
  def toDatasets(
      query: LogicalPlan,
      names: RuleContext => Seq[String]
  )(datasets: RuleContext => Vector[Target]): NodeLineage =
    NodeLineage(
      Seq(query),
      { context =>
        datasets(context).foreach(t => context.findings.write(write(context, query, names(context), t)))
        noOutput(context)
      }
    )

  /** The target of a write with the names of the columns that the query writes. The time is that of the query, once it has
    * ended.
    */
  type TargetAt = (RuleContext, Option[QueryTime]) => (Target, Seq[String])

  /** The lineage of a write to a table whose columns the plan does not show. The library may know them only once the write
    * has ended.
    */
  def toTable(query: LogicalPlan)(target: TargetAt): NodeLineage =
    NodeLineage(
      Seq(query),
      { context =>
        untilEnd(context, query)(target(context, _))
        noOutput(context)
      }
    )

  /** Completes a target with its columns, and gives the names of those that the query writes. */
  type ColumnsAt = (RuleContext, Target, Option[QueryTime]) => (Target, Seq[String])

  /** The lineage of a write to a table that a statement may have created. It is the target, if it has a name; its columns may
    * be known only once the write has ended.
    */
  def toNewTable(query: LogicalPlan, table: RuleContext => Option[Target])(columns: ColumnsAt): NodeLineage =
    NodeLineage(
      Seq(query),
      { context =>
        table(context).foreach(t => untilEnd(context, query)(columns(context, t, _)))
        noOutput(context)
      }
    )

  /** Records a write as it is known now, and as it is known at its end. */
  private def untilEnd(context: RuleContext, query: LogicalPlan)(
      target: Option[QueryTime] => (Target, Seq[String])
  ): Unit = {
    def write(time: Option[QueryTime]): Write = {
      val (table, names) = target(time)
      this.write(context, query, names, table)
    }
    context.findings.write(write(None).copy(ended = Some(time => write(Some(time)))))
  }

  private def write(context: RuleContext, query: LogicalPlan, names: Seq[String], target: Target): Write = {
    val columns = names.zip(query.output).map { case (name, a) =>
      name -> context.column(a)
    }
    val (computed, missing) = target.omittedColumns.partition(target.generatedColumns.contains)
    val written = columns.toVector ++ missing.map(_ -> context.graph.nothing)
    val generated =
      computed.map(name => name -> ExpressionText.node(target.generatedColumns(name), written, context.graph))
    Write(target, written ++ generated, context.input.rows)
  }

  /** Records a command on a whole dataset, which writes no values.
    *
    * @param columns
    *   the columns after the command with their graph nodes, if the command renames some
    */
  def tableCommand(
      context: RuleContext,
      target: Option[Target],
      columns: Vector[(String, Int)] = Vector.empty
  ): Scope = {
    target.foreach(t => context.findings.write(Write(t, columns, context.graph.nothing)))
    noOutput(context)
  }

  /** Records a command on a whole dataset whose columns are known once it has ended. */
  def tableCommand(context: RuleContext, target: Option[Target], columnsAtEnd: () => Vector[Field]): Scope = {
    target.foreach { t =>
      val write = Write(t, Vector.empty, context.graph.nothing)
      def ended = write.copy(t.copy(dataset = t.dataset.copy(schema = columnsAtEnd())))
      context.findings.write(write.copy(ended = Some(_ => ended)))
    }
    noOutput(context)
  }

  /** Records a command on a whole dataset that may do nothing.
    *
    * @param columns
    *   the columns that it writes, with their graph nodes
    * @param isDone
    *   whether the command, which has ended, has done something
    */
  def conditionalCommand(context: RuleContext, target: Target, columns: Vector[(String, Int)] = Vector.empty)(
      isDone: QueryTime => Boolean
  ): Scope = {
    def write(isConditional: Boolean) =
      Write(target.copy(isConditional = isConditional), columns, context.graph.nothing)
    context.findings.write(write(true).copy(ended = Some(time => write(!isDone(time)))))
    noOutput(context)
  }

  /** The scope of a command. Its output holds no data of the query. */
  def noOutput(context: RuleContext): Scope = context.generated(context.plan.output)
}
