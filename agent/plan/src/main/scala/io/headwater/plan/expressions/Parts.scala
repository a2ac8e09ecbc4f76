package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, PivotFirst}
import org.apache.spark.sql.catalyst.expressions.objects.AssertNotNull
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.extension.Declared
import io.headwater.plan.vendor.Accessors
import io.headwater.plan.walk.Kinds
import io.headwater.plan.walk.Kinds.{aggregation, condition, filter, sort, value, window}

/** A part of an expression and how the expression uses it. */
final case class Part(expression: Expression, kinds: Int)

/** What an expression is made of: expressions inside it, and columns of subqueries by their nodes. */
final case class Parts(
    inside: Seq[Part],
    nodes: Seq[(Int, Int)] = Nil,
    certainty: Certainty = Certainty.Exact
)

/** The table of how expressions use what is inside them. What has no line of its own makes a new value of all of it. */
object Parts {

  def of(expression: Expression, lookup: Lookup): Parts = expression match {
    case e: Alias => Parts(parts(Kinds.identity, e.child))
    case _: NamedLambdaVariable => Parts(Nil)
    case Variable(name) =>
      Parts(Nil, certainty = if (lookup.fromData(name)) Certainty.Unknown else Certainty.Exact)
    case e: AssertNotNull => Parts(parts(Kinds.identity, e.child)) // a column that may not be null
    case e: Cast if e.child.dataType == e.dataType =>
      Parts(parts(Kinds.identity, e.child)) // an insert's rename

    // CASE WHEN a THEN b ELSE c END, if(a, b, c), coalesce(a, b)
    case e: CaseWhen =>
      val branches = e.branches.flatMap { case (when, result) =>
        Seq(Part(when, condition), Part(result, value))
      }
      Parts(branches ++ e.elseValue.map(Part(_, value)))
    case e: If =>
      Parts(Seq(Part(e.predicate, condition), Part(e.trueValue, value), Part(e.falseValue, value)))
    // nullif(a, b) from Spark 4.3 on, so by name: null where the predicate holds
    case e if e.getClass.getSimpleName == "NullIfResult" =>
      Parts(e.children.take(1).map(Part(_, condition)) ++ e.children.drop(1).map(Part(_, value)))
    case e: Coalesce => Parts(e.children.map(Part(_, value | condition)))

    // sum(a) FILTER (WHERE b), PIVOT (... FOR a IN ...)
    case e: AggregateExpression =>
      val kinds =
        if (Masking(e.aggregateFunction)) Kinds.of(Kind.Aggregation, masking = true) else aggregation
      val children = e.aggregateFunction match {
        case p: PivotFirst => Seq(Part(p.pivotColumn, condition), Part(p.valueColumn, kinds))
        case f => f.children.map {
            case order: SortOrder => Part(order, sort) // listagg(a) WITHIN GROUP (ORDER BY b)
            case value => Part(value, kinds)
          }
      }
      Parts(children ++ e.filter.map(Part(_, filter)))

    // rank() OVER (PARTITION BY a ORDER BY b): a ranking takes no value from anywhere, only an order
    case e: WindowExpression =>
      val function = e.windowFunction match {
        case _: RankLike | _: RowNumberLike => Nil
        case f => parts(value, f)
      }
      val spec = e.windowSpec
      Parts(function ++ parts(window, spec.partitionSpec ++ spec.orderSpec: _*) :+ Part(
        spec.frameSpecification,
        window
      ))
    case e: SortOrder => Parts(parts(Kinds.identity, e.child))

    case Each(array, _, made) => Parts(Seq(Part(made, value), Part(array, condition)))

    case e: SubqueryExpression => Subqueries.parts(e, lookup)

    case e: PythonUDF => Declared.parts(e, lookup).getOrElse(made(e))

    // from Spark 4.3 on: a Python function, and beside it what Spark may run in its place
    case e if e.getClass.getSimpleName == "TranspiledPythonUDF" =>
      Parts(parts(Kinds.identity, new Accessors(e).value[Expression]("pythonUDFExpr")))

    case e => made(e)
  }

  /** A new value of all that is inside. */
  private def made(e: Expression): Parts = {
    val kinds = if (Masking(e)) Kinds.of(Kind.Transformation, masking = true) else value
    Parts(parts(kinds, e.children: _*))
  }

  private def parts(kinds: Int, expressions: Expression*): Seq[Part] = expressions.map(Part(_, kinds))
}

/** A SQL variable, by name, for the oldest line has none. */
object Variable {
  def unapply(expression: Expression): Option[Identifier] =
    if (expression.getClass.getSimpleName != "VariableReference") None
    else Some(new Accessors(expression).value[Identifier]("identifier"))
}
