package io.headwater.plan.sqltext

import java.util.Locale.ROOT

import scala.collection.mutable

import io.headwater.plan.sqltext.tokens.Token._
import io.headwater.plan.sqltext.tokens.{SqlDialect, Token}

/** Finds the tables of a query that the parser cannot read: the names after `FROM` and `JOIN`, and those
  * after commas there. Names of common table expressions and of table functions are left out.
  */
private[sqltext] object QueryTableNames {
  private val tableKeywords = Set("from", "join")
  private val modifiers = Set("only", "lateral")

  /** Keywords that end the `FROM` list, in which a comma precedes another table. */
  private val clauseKeywords = Set(
    "where",
    "group",
    "having",
    "order",
    "union",
    "intersect",
    "except",
    "minus",
    "limit",
    "offset",
    "fetch",
    "window",
    "on",
    "using",
    "select",
    "qualify",
    "connect",
    "start",
    "set",
    "values",
    "with"
  )

  /** Functions whose arguments have a `FROM` of their own. */
  private val functions = Set("extract", "trim", "substring", "overlay", "position", "date_part")

  def find(tokens: Vector[Token], dialect: SqlDialect): Vector[Vector[String]] = {
    val aliases = mutable.HashSet.empty[String]
    def tableAt(at: Int) = name(tokens, at).map { case (parts, end) =>
      aliases ++= alias(tokens, end)
      parts
    }
    val tables = mutable.LinkedHashSet.empty[Vector[String]]
    var levels = List(Level(list = false, function = false)) // one entry for each open bracket
    for (i <- tokens.indices) tokens(i) match {
      case Sign("(") =>
        levels = Level(list = false, function = i > 0 && word(tokens, i - 1).exists(functions)) :: levels
      case Sign(")") => levels = if (levels.size > 1) levels.drop(1) else levels
      case Sign(",") if levels.headOption.exists(_.list) => tables ++= tableAt(i + 1)
      case Word(text)
          if tableKeywords(text.toLowerCase(ROOT)) &&
            !levels.headOption.exists(_.function) && !followsDistinct(tokens, i) =>
        tables ++= tableAt(i + 1)
        levels = levels.headOption.map(_.copy(list = true)).toList ++ levels.drop(1)
      case Word(text) if clauseKeywords(text.toLowerCase(ROOT)) =>
        levels = levels.headOption.map(_.copy(list = false)).toList ++ levels.drop(1)
      case _ => ()
    }
    val cteNames = findCtes(tokens)
    tables.toVector.filterNot(n =>
      if (n.size == 1) cteNames(n(0).toLowerCase(ROOT)) || n(0).equalsIgnoreCase("dual")
      else dialect.arraysInFrom && aliases(n(0).toLowerCase(ROOT)) // an array of the table with this alias
    )
  }

  private final case class Level(list: Boolean, function: Boolean)

  /** The name that starts at a position, and the position of its end. None for a subquery or a function
    * call.
    */
  private def name(tokens: Vector[Token], at: Int): Option[(Vector[String], Int)] = {
    val first = tokens.indexWhere(_ != Sign("("), at) // `FROM (a JOIN b …)`
    val start = if (word(tokens, first).exists(modifiers)) first + 1 else first
    val parts = tokens.drop(start).sliding(2, 2).takeWhile(p => part(p(0)).isDefined).toVector
    val dotted = parts.takeWhile(_.lift(1).contains(Sign("."))).size + 1
    val names = parts.take(dotted).flatMap(p => part(p(0)))
    val end = start + 2 * names.size - 1
    val after = tokens.lift(end)
    val isCall = after.exists(t => t == Sign("(") || t == Sign("."))
    if (names.isEmpty || first < 0 || isCall || word(tokens, start).exists(clauseKeywords)) None
    else Some(names -> end)
  }

  /** The alias `o` of `orders o` and `orders AS o`. */
  private def alias(tokens: Vector[Token], at: Int): Option[String] =
    tokens.lift(if (word(tokens, at).contains("as")) at + 1 else at).flatMap(part).map(_.toLowerCase(ROOT))

  private def part(token: Token): Option[String] = token match {
    case Word(text) => Some(text)
    case Quoted(name) => Some(name)
    case _ => None
  }

  /** Whether the `FROM` belongs to `a IS DISTINCT FROM b`. */
  private def followsDistinct(tokens: Vector[Token], at: Int): Boolean =
    word(tokens, at - 1).contains("distinct")

  private def word(tokens: Vector[Token], at: Int): Option[String] =
    tokens.lift(at).collect { case Word(text) => text.toLowerCase(ROOT) }

  /** The names of the common table expressions: `a` and `b` of `WITH a AS (…), b (x, y) AS MATERIALIZED
    * (…)`.
    */
  private def findCtes(tokens: Vector[Token]): Set[String] =
    if (!tokens.indices.exists(word(tokens, _).contains("with"))) Set.empty
    else tokens.indices.filter(i => opensQuery(tokens, i)).flatMap(i => definedBefore(tokens, i)).toSet

  /** Whether `AS (` starts here, with an optional `[NOT] MATERIALIZED` between. */
  private def opensQuery(tokens: Vector[Token], at: Int): Boolean = word(tokens, at).contains("as") && {
    val next = tokens.drop(at + 1).dropWhile {
      case Word(text) => Set("not", "materialized")(text.toLowerCase(ROOT))
      case _ => false
    }
    next.headOption.contains(Sign("("))
  }

  private def definedBefore(tokens: Vector[Token], as: Int): Option[String] = {
    val end = if (tokens.lift(as - 1).contains(Sign(")"))) tokens.lastIndexOf(Sign("("), as) - 1 else as - 1
    tokens.lift(end).flatMap(part).map(_.toLowerCase(ROOT))
  }
}
