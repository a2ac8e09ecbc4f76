package io.headwater.plan.sqltext

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.analysis._
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, SubqueryExpression}
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
    Some(nameOf(f)).filter(name => tableFunctions(name.toLowerCase(ROOT))).map { name =>
      val node = expressions.combined(f.functionArgs, outer)
      rowsOfValue(Vector(name), node, rows(name, f.functionArgs, node))
    }

  /** The rows of `LATERAL VIEW explode(items) t AS item`. */
  def view(g: Generate, from: TextScope, outer: Scopes): TextScope = {
    val arguments = g.generator.children
    val node = expressions.combined(arguments, from.relations :: outer)
    val added = g.generator match {
      case u: UnresolvedGenerator => rows(u.name.funcName, arguments, node)
      case _ => rows("", arguments, node)
    }
    val columns = g.generatorOutput.toVector.map(a => SelectItem.Column(columnName(a), node))
    val items = if (columns.isEmpty) Vector(SelectItem.AnyColumn(node)) else columns
    val name = g.qualifier.toVector.map(SparkText.table)
    from.copy(
      relations = from.relations :+ TextRelation(name, items),
      rows = graph.derived(graph.edgesTo(Seq(from.rows, added), Kinds.identity))
    )
  }

  /** The nodes of the rows that functions of a `SELECT` list make of values: `SELECT unnest(tags) FROM orders`. */
  def inList(list: Seq[Expression], scopes: Scopes): Seq[Int] =
    list.flatMap(_.collect { case f: UnresolvedFunction if f.nameParts.size == 1 => f }).collect {
      case f if makesRows(f.nameParts(0).toLowerCase(ROOT)) =>
        rows(f.nameParts(0), f.arguments, expressions.combined(f.arguments, scopes))
    }

  /** Whether the function makes rows also outside of `FROM`, where PostgreSQL has table functions, too. */
  private def makesRows(function: String): Boolean =
    elementFunctions(function) || (dialect.family == SqlDialect.Postgres && tableFunctions(function))

  /** The node of the rows that a table function makes of a value. The length of the value decides how many there are, unless the
    * function has a fixed number of them or the query itself lists the elements. PostgreSQL also counts the elements of arrays
    * in such a list.
    */
  private def rows(function: String, arguments: Seq[Expression], node: Int): Int = {
    val name = function.toLowerCase(ROOT)
    val isFixed = fixedRows(name) ||
      (elementFunctions(name) && dialect.family != SqlDialect.Postgres && arguments.forall(isList))
    if (isFixed) graph.nothing else lengthOf(node)
  }

  private def lengthOf(node: Int): Int = graph.derived(graph.edgesTo(Seq(node), Kinds.join))

  private def isList(e: Expression): Boolean = e match {
    case f: UnresolvedFunction if f.nameParts.size == 1 && lists(f.nameParts(0).toLowerCase(ROOT)) =>
      !f.arguments.exists(a => a.isInstanceOf[SubqueryExpression] || a.isInstanceOf[Star])
    case _ => false
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
        val column = Edge(names.node(parts, left.relations :: outer), Kinds.transformation)
        val value = graph.derived(Vector(column))
        Some(rowsOfValue(Vector(parts.last), value, lengthOf(value)))
      }
    case _ => None
  }

  private def rowsOfValue(name: Vector[String], node: Int, rows: Int): TextScope =
    TextScope(Vector(TextRelation(name.map(SparkText.table), Vector(SelectItem.AnyColumn(node)))), rows)
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

  /** Functions whose number of rows is known without the value. */
  private val fixedRows = Set("json_tuple", "parse_url_tuple", "stack")

  /** Functions that make one row of each element, and those that list elements. */
  private val elementFunctions =
    Set(
      "arrayjoin",
      "explode",
      "explode_outer",
      "inline",
      "inline_outer",
      "posexplode",
      "posexplode_outer",
      "unnest"
    )
  private val lists = Set("array", "map")

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
