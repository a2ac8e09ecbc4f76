package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Literal}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.ColumnRef
import io.headwater.plan.graph.Scope
import io.headwater.plan.session.FunctionDeclaration

/** What the expressions of a plan node can refer to, and where the walk records what it finds in them. All nodes are
  * numbers of graph nodes.
  */
trait ExpressionContext {

  /** The node of a column of the inputs. */
  def column(exprId: Long): Option[Int]

  /** The node of a column of a query around a correlated subquery. */
  def outer(exprId: Long): Option[Int]

  /** The node of a column of a scope, which is unknown, with a gap, if the scope does not have it. */
  def column(attribute: Attribute, scope: Scope): Int

  /** The scope of a subquery. */
  def subquery(plan: LogicalPlan): Option[Scope]

  /** The declared lineage of a Python function. Its datasets are recorded as datasets of the plan.
    *
    * @param function
    *   Spark's `PythonFunction`, which is private to Spark in Scala
    */
  def declaration(function: AnyRef): Option[FunctionDeclaration]

  /** The nodes of a SQL variable's value, and of what decides it. None if its lineage is not known, which is recorded as a
    * gap.
    *
    * @param definition
    *   Spark's definition of the variable in the plan
    */
  def variable(name: Identifier, definition: AnyRef): Option[(Int, Int)]

  /** The nodes of the SQL variables in some arguments of a function, by the text of the call: the plan has their values only.
    *
    * @param arguments
    *   the positions of the arguments
    * @return
    *   as of `variable`
    */
  def variablesInText(call: Expression, arguments: Set[Int]): Seq[Option[(Int, Int)]]

  /** Whether the value of a parameter, which is a literal in the plan, may be the value of a variable that depends on data.
    */
  def isVariableArgument(parameter: Literal): Boolean

  /** Records that lineage of the node is missing.
    *
    * @param stage
    *   the part of the lineage: `source`, `sink`, `columns`
    */
  def gap(stage: String, reason: String): Unit

  /** Records that the declaration of a Python function names columns that are no inputs of the function. */
  def reportUnknownColumns(function: String, columns: Seq[String]): Unit

  /** The node of a column of a dataset that the plan does not read. */
  def sourceColumn(column: ColumnRef): Int
}
