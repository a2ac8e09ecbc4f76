package io.headwater.plan.expressions

import scala.collection.mutable
import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, AggregateFunction}
import org.apache.spark.sql.catalyst.expressions.{
  Alias,
  Attribute,
  BinaryOperator,
  EqualTo,
  Exists,
  Expression,
  GetStructField,
  InSubquery,
  InheritAnalysisRules,
  LambdaFunction,
  Literal,
  NamedLambdaVariable,
  NonSQLExpression,
  Not,
  OuterReference,
  PrettyAttribute,
  PythonUDF,
  SortOrder,
  SubqueryExpression,
  WindowExpression
}
import org.apache.spark.sql.catalyst.util.quoteIfNeeded

import io.headwater.model.Kind
import io.headwater.redaction.Redactor
import io.headwater.util.Texts

/** The text of an expression as its author may have written it: `o.amount * f.rate`. Spark's own text has the casts that the
  * analyser adds, the suffixes of literals, the full names of tables, and parentheses around each operator.
  *
  * @param definition
  *   the text of a column that the plan computes; the column is replaced by it
  * @param qualified
  *   whether columns have the names of tables without alias
  * @param redactor
  *   knows which names are sensitive: a column with such a name is not replaced
  */
private[expressions] final class ExpressionSql(
    definition: Attribute => Option[String],
    qualified: Boolean,
    redactor: Redactor
) {
  import ExpressionSql._

  def text(expression: Expression): String = expression match {
    case a: Alias => text(a.child)
    case o: OuterReference => text(o.e)
    case v: NamedLambdaVariable => quoteIfNeeded(v.name)
    case a: Attribute if redactor.isSensitive(a.name) => name(a)
    case a: Attribute => definition(a).getOrElse(name(a))
    case l: Literal => LiteralSql(l)
    case VariableReference(name, _) => quoteIfNeeded(name.name) // Spark's text has the value, which is data
    case CastOf.Implicit(value) => text(value)
    case b: BinaryOperator =>
      s"${operand(b.left, Operators.level(b))} ${b.sqlOperator} ${operand(b.right, Operators.level(b) + 1)}"
    case Not(EqualTo(left, right)) => s"${operand(left, Operators.sum)} <> ${operand(right, Operators.sum)}"
    case Not(child) => s"NOT ${operand(child, Operators.comparison)}"
    case g: GetStructField => s"${operand(g.child, Operators.atom)}.${quoteIfNeeded(g.extractFieldName)}"
    case i: InheritAnalysisRules => i.makeSQLString(i.parameters.map(text))
    case other => function(other)
  }

  /** The text of expressions with arguments. */
  private def function(expression: Expression): String = expression match {
    case i: InSubquery => s"${i.values.map(text).mkString(", ")} IN $subquery"
    case _: Exists => s"EXISTS $subquery"
    case _: SubqueryExpression => subquery
    case l: LambdaFunction =>
      val arguments = l.arguments.map(text)
      s"${if (arguments.size == 1) arguments(0) else arguments.mkString("(", ", ", ")")} -> ${text(l.function)}"
    case a: AggregateExpression => aggregate(a)
    case w: WindowExpression => WindowSql(w, text)
    case s: SortOrder => WindowSql.order(s, text)
    case p: PythonUDF => p.children.map(text).mkString(s"${p.name}(", ", ", ")")
    case n: NonSQLExpression =>
      n.transform { case o: OuterReference => o.e }.toString.replaceAll("#\\d+L?\\b", "")
    case other => withoutParentheses(withTexts(other).sql)
  }

  private def aggregate(a: AggregateExpression): String = {
    val function = a.aggregateFunction match {
      case i: InheritAnalysisRules => i.makeSQLString(i.parameters.map(text))
      case f => f.withNewChildren(texts(f)) match {
          case named: AggregateFunction => named.sql(a.isDistinct)
          case other => other.sql
        }
    }
    a.filter.fold(function)(f => s"$function FILTER (WHERE ${text(f)})")
  }

  /** The same expression over the texts of its arguments. */
  private def withTexts(e: Expression): Expression =
    if (e.children.isEmpty) e else Try(e.withNewChildren(texts(e))).getOrElse(e)

  private def texts(e: Expression): Seq[Expression] =
    e.children.map(child => PrettyAttribute(text(child), Try(child.dataType).getOrElse(e.dataType)))

  /** The text of an operand, in parentheses if it binds less than `level`. */
  private def operand(e: Expression, level: Int): String = {
    val written = text(e)
    if (Operators.levelOf(e).getOrElse(if (isAtom(written)) Operators.atom else Operators.none) >= level)
      written
    else s"($written)"
  }

  /** A column with the alias that the statement gives to its table. The full name of a table is an alias that Spark gives. */
  private def name(a: Attribute): String = {
    val alias =
      a.qualifier.lastOption.filter(_ != generatedAlias).filter(_ => a.qualifier.size == 1 || qualified)
    alias.fold(quoted(a.name))(table => s"${quoted(table)}.${quoted(a.name)}")
  }
}

/** The SQL of expressions, for descriptions. */
object ExpressionSql {

  /** Longer SQL is cut to this number of characters. */
  private val maxLength = 300

  /** An expression with more subexpressions has no SQL. */
  private val maxExpressions = 500

  private val subquery = "(SELECT …)"

  /** Spark's alias of a subquery to which the statement gives none. */
  private val generatedAlias = "__auto_generated_subquery_name"

  /** The SQL of an expression: `sum(o.amount)`. The value of a sensitive name has no literals.
    *
    * @param redactor
    *   knows which names are sensitive
    * @param definition
    *   the SQL of a column that the plan computes; the column is replaced by it, unless its name is sensitive: the name
    *   shows which literals beside it are secret
    * @return
    *   None if the expression is too large or has no SQL
    */
  def of(expression: Expression, redactor: Redactor = Redactor.default)(
      definition: Attribute => Option[String]
  ): Option[String] =
    if (isLarge(expression)) None
    else {
      val text = Try(sql(expression, definition, redactor)).toOption
      expression match {
        case a: Alias if redactor.isSensitive(a.name) => text.map(redactor.named(_, a.name))
        case _ => text
      }
    }

  private def sql(e: Expression, definition: Attribute => Option[String], redactor: Redactor): String = {
    val qualified =
      e.references.iterator.map(_.qualifier).filter(_.nonEmpty).toSet.size > 1 // `toSeq` sorts them
    val expanded = new ExpressionSql(definition, qualified, redactor).text(e)
    val text =
      if (expanded.length <= maxLength) expanded
      else new ExpressionSql(_ => None, qualified, redactor).text(e)
    Texts.shortened(text, maxLength)
  }

  /** The SQL of the clause by which a node decides rows: `WHERE …`, `GROUP BY a, b`.
    *
    * @param join
    *   the type of a join; a table function has none, so it has no clause
    */
  def rows(kind: Kind, join: Option[String], expressions: Seq[String]): Option[String] = {
    val clause = kind match {
      case Kind.Filter => Some("WHERE " + expressions.mkString(" AND "))
      case Kind.GroupBy => Some("GROUP BY " + expressions.mkString(", "))
      case Kind.Sort => Some("ORDER BY " + expressions.mkString(", "))
      case Kind.Join =>
        join.map(joinType =>
          s"${if (joinType == "INNER") "" else s"$joinType "}JOIN ON ${expressions.mkString(" AND ")}"
        )
      case _ => None
    }
    clause.filter(_ => expressions.nonEmpty).map(Texts.shortened(_, maxLength))
  }

  /** Spark's function compiles and matches regular expressions for each name. */
  private def quoted(name: String): String = if (isPlainName(name)) name else quoteIfNeeded(name)

  private def isPlainName(name: String): Boolean = name.nonEmpty && isLetter(name.charAt(0)) && {
    var i = 1
    while (i < name.length && (isLetter(name.charAt(i)) || isDigit(name.charAt(i)))) i += 1
    i == name.length
  }

  private def isLetter(c: Char): Boolean = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
  private def isDigit(c: Char): Boolean = c >= '0' && c <= '9'

  private def isLarge(expression: Expression): Boolean = {
    val stack = mutable.ArrayBuffer(expression)
    var count = 0
    while (stack.nonEmpty && count <= maxExpressions) {
      stack ++= stack.remove(stack.size - 1).children
      count += 1
    }
    count > maxExpressions
  }

  /** Whether a text needs no parentheses as an operand. */
  private def isAtom(text: String): Boolean =
    text.indexOf(' ') < 0 || !atDepths(text).exists { case (c, depth) => c == ' ' && depth == 0 }

  /** Removes the parentheses around the whole text. */
  private def withoutParentheses(text: String): String =
    if (!text.startsWith("(") || !text.endsWith(")")) text
    else {
      val inner = atDepths(text).slice(1, text.length - 1)
      if (inner.forall(_._2 > 0)) text.substring(1, text.length - 1) else text
    }

  /** Each character outside quotes, or a letter in place of one inside, with the number of open parentheses after it. */
  private def atDepths(text: String): Iterator[(Char, Int)] = {
    var depth = 0
    var quote = '\u0000'
    text.iterator.map { c =>
      if (quote != '\u0000') {
        if (c == quote) quote = '\u0000'
        ('a', depth)
      } else {
        if (c == '\'' || c == '`' || c == '"') quote = c
        else if (c == '(') depth += 1
        else if (c == ')') depth -= 1
        (c, depth)
      }
    }
  }
}
