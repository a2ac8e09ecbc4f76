package io.headwater.plan.sqltext

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.analysis._
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{Generate, LogicalPlan, SubqueryAlias}

import io.headwater.plan.graph.{Edge, Graph, Kinds}
import io.headwater.plan.sqltext.tokens.SqlDialect
import io.headwater.util.{Accessors, ClassNames}

/** Table functions that turn a value into rows: `UNNEST(o.items)`, `LATERAL FLATTEN(input => o.doc)`, `FROM
  * orders o, o.items i`. All their columns come from that value. It is unknown what any other function
  * reads.
  */
private[sqltext] final class Unnesting(
    graph: Graph,
    dialect: SqlDialect,
    names: ColumnResolver,
    expressions: ParsedExpressions
) {
  import Unnesting._

  private type Scopes = List[Vector[TextRelation]]

  def function(f: UnresolvedTableValuedFunction, outer: Scopes): Option[TextScope] =
    Some(nameOf(f)).filter(name => tableFunctions(name.toLowerCase(ROOT))).map(name =>
      rowsOfValue(Vector(name), expressions.combined(f.functionArgs, outer))
    )

  /** The rows of `LATERAL VIEW explode(items) t AS item`. */
  def view(g: Generate, from: TextScope, outer: Scopes): TextScope = {
    val node = expressions.combined(g.generator.children, from.relations :: outer)
    val columns = g.generatorOutput.toVector.map(a => SelectItem.Column(columnName(a), node))
    val items = if (columns.isEmpty) Vector(SelectItem.AnyColumn(node)) else columns
    val name = g.qualifier.toVector.map(SparkText.table)
    from.copy(relations = from.relations :+ TextRelation(name, items))
  }

  /** The parts of an unresolved name, because its text has backticks that the query need not have. */
  private def columnName(a: Attribute): String = {
    val name = a match {
      case u: UnresolvedAttribute => u.nameParts.mkString(".")
      case other => other.name
    }
    SparkText.column(name, dialect)
  }

  /** The rows of an array whose table stands before it in the same `FROM` clause. */
  def array(plan: LogicalPlan, left: TextScope, outer: Scopes): Option[TextScope] = plan match {
    case s: SubqueryAlias =>
      array(s.child, left, outer).map(f =>
        TextScope(f.relations.map(_.copy(names = Vector(SparkText.table(s.alias)))), f.rows)
      )
    case r: UnresolvedRelation if dialect.arraysInFrom && r.multipartIdentifier.size > 1 =>
      val parts = r.multipartIdentifier.toVector
      if (!left.relations.exists(_.matches(Vector(SparkText.table(parts(0)))))) None
      else {
        val value = Edge(names.node(parts, left.relations :: outer), Kinds.transformation)
        Some(rowsOfValue(Vector(parts.last), graph.derived(Vector(value))))
      }
    case _ => None
  }

  private def rowsOfValue(name: Vector[String], node: Int): TextScope =
    TextScope(
      Vector(TextRelation(name.map(SparkText.table), Vector(SelectItem.AnyColumn(node)))),
      graph.nothing
    )
}

private[sqltext] object Unnesting {

  /** Whether the plan is a table function. Its arguments can refer to relations before it in the same
    * `FROM` clause, with or without `LATERAL`.
    */
  def isFunction(plan: LogicalPlan): Boolean = plan match {
    case _: UnresolvedTableValuedFunction => true
    case s: SubqueryAlias => isFunction(s.child)
    case TableFunctionAliases(child, _) => isFunction(child)
    case c: UnresolvedSubqueryColumnAliases => isFunction(c.child)
    case _ => false
  }

  /** The last part of the name, which Spark 3.3 has as a `FunctionIdentifier`. */
  private def nameOf(f: UnresolvedTableValuedFunction): String =
    new Accessors(f).value[Any]("name") match {
      case name: FunctionIdentifier => name.funcName
      case parts => parts.asInstanceOf[scala.collection.Seq[String]].last
    }

  private val tableFunctions = Set(
    "explode",
    "explode_outer",
    "flatten",
    "generate_series",
    "generate_subscripts",
    "inline",
    "inline_outer",
    "json_array_elements",
    "json_array_elements_text",
    "json_each",
    "json_each_text",
    "json_object_keys",
    "json_to_recordset",
    "jsonb_array_elements",
    "jsonb_array_elements_text",
    "jsonb_each",
    "jsonb_each_text",
    "jsonb_object_keys",
    "jsonb_to_recordset",
    "openjson",
    "posexplode",
    "posexplode_outer",
    "range",
    "regexp_matches",
    "regexp_split_to_table",
    "split_to_table",
    "stack",
    "strtok_split_to_table",
    "string_split",
    "string_to_table",
    "unnest"
  )
}

/** Matches the aliases of a table function's columns. The node exists from Spark 3.4 on, so it is matched by name. */
private[sqltext] object TableFunctionAliases {
  def unapply(plan: LogicalPlan): Option[(LogicalPlan, Seq[String])] =
    if (ClassNames.simple(plan) != "UnresolvedTVFAliases") None
    else plan.children.headOption.map(_ -> new Accessors(plan).value[Seq[String]]("outputNames"))
}
