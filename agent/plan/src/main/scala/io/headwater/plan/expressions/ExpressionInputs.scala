package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, PivotFirst}
import org.apache.spark.sql.catalyst.expressions.objects.AssertNotNull
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.graph.Kinds
import io.headwater.plan.graph.Kinds.{aggregation, condition, filter, sort, value, window}
import io.headwater.util.Accessors

/** A part of an expression and how the expression uses it. */
final case class ExpressionInput(expression: Expression, kinds: Int)

/** What an expression is made of: expressions inside it, and columns of subqueries by their nodes. */
final case class ExpressionInputs(
    inside: Seq[ExpressionInput],
    nodes: Seq[(Int, Int)] = Nil,
    certainty: Certainty = Certainty.Exact
)

/** The table of how expressions use what is inside them. What has no line of its own makes a new value of all of it. */
object ExpressionInputs {

  def of(expression: Expression, lookup: AttributeLookup): ExpressionInputs = expression match {
    case e: Alias => ExpressionInputs(parts(Kinds.identity, e.child))
    case _: NamedLambdaVariable => ExpressionInputs(Nil)
    case VariableName(name) =>
      ExpressionInputs(Nil, certainty = if (lookup.isSetFromData(name)) Certainty.Unknown else Certainty.Exact)
    case e: AssertNotNull => ExpressionInputs(parts(Kinds.identity, e.child)) // a column that may not be null
    case e: Cast if e.child.dataType == e.dataType =>
      ExpressionInputs(parts(Kinds.identity, e.child)) // an insert's rename

    // CASE WHEN a THEN b ELSE c END, if(a, b, c), coalesce(a, b)
    case e: CaseWhen =>
      val branches = e.branches.flatMap { case (when, result) =>
        Seq(ExpressionInput(when, condition), ExpressionInput(result, value))
      }
      ExpressionInputs(branches ++ e.elseValue.map(ExpressionInput(_, value)))
    case e: If =>
      ExpressionInputs(Seq(
        ExpressionInput(e.predicate, condition),
        ExpressionInput(e.trueValue, value),
        ExpressionInput(e.falseValue, value)
      ))
    // nullif(a, b) from Spark 4.3 on, so by name: null where the predicate holds
    case e if e.getClass.getSimpleName == "NullIfResult" =>
      ExpressionInputs(e.children.take(1).map(ExpressionInput(
        _,
        condition
      )) ++ e.children.drop(1).map(ExpressionInput(_, value)))
    case e: Coalesce => ExpressionInputs(e.children.map(ExpressionInput(_, value | condition)))

    // sum(a) FILTER (WHERE b), PIVOT (... FOR a IN ...)
    case e: AggregateExpression =>
      val kinds =
        if (Masking(e.aggregateFunction)) Kinds.of(Kind.Aggregation, masking = true) else aggregation
      val children = e.aggregateFunction match {
        case p: PivotFirst =>
          Seq(ExpressionInput(p.pivotColumn, condition), ExpressionInput(p.valueColumn, kinds))
        case f => f.children.map {
            case order: SortOrder => ExpressionInput(order, sort) // listagg(a) WITHIN GROUP (ORDER BY b)
            case value => ExpressionInput(value, kinds)
          }
      }
      ExpressionInputs(children ++ e.filter.map(ExpressionInput(_, filter)))

    // rank() OVER (PARTITION BY a ORDER BY b): a ranking takes no value from anywhere, only an order
    case e: WindowExpression =>
      val function = e.windowFunction match {
        case _: RankLike | _: RowNumberLike => Nil
        case f => parts(value, f)
      }
      val spec = e.windowSpec
      ExpressionInputs(function ++ parts(window, spec.partitionSpec ++ spec.orderSpec: _*) :+ ExpressionInput(
        spec.frameSpecification,
        window
      ))
    case e: SortOrder => ExpressionInputs(parts(Kinds.identity, e.child))

    case Each(array, _, made) =>
      ExpressionInputs(Seq(ExpressionInput(made, value), ExpressionInput(array, condition)))

    case e: SubqueryExpression => Subqueries.parts(e, lookup)

    case e: PythonUDF => DeclaredFunctionInputs.of(e, lookup).getOrElse(made(e))

    // from Spark 4.3 on: a Python function, and beside it what Spark may run in its place
    case e if e.getClass.getSimpleName == "TranspiledPythonUDF" =>
      ExpressionInputs(parts(Kinds.identity, new Accessors(e).value[Expression]("pythonUDFExpr")))

    case e => made(e)
  }

  /** A new value of all that is inside. */
  private def made(e: Expression): ExpressionInputs = {
    val kinds = if (Masking(e)) Kinds.of(Kind.Transformation, masking = true) else value
    ExpressionInputs(parts(kinds, e.children: _*))
  }

  private def parts(kinds: Int, expressions: Expression*): Seq[ExpressionInput] =
    expressions.map(ExpressionInput(_, kinds))
}

/** A SQL variable, by name, for the oldest line has none. */
object VariableName {
  def unapply(expression: Expression): Option[Identifier] =
    if (expression.getClass.getSimpleName != "VariableReference") None
    else Some(new Accessors(expression).value[Identifier]("identifier"))
}
