package io.headwater.plan.sqltext.rewrite

import scala.annotation.tailrec

import io.headwater.plan.sqltext.rewrite.TokenRewriter.{Rule, arguments, call, enclosed}
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Rewrites types that Spark does not have, units that look like columns, and literals with a word before
  * them. The type is irrelevant for lineage: every cast is a transformation of the value.
  */
private[rewrite] object Types {
  private val casts = Set("cast", "try_cast", "safe_cast")
  private val conversions = Set("convert", "try_convert")

  /** Functions of a unit and a date. */
  private val datesByUnit = Set(
    "date_part",
    "date_trunc",
    "datename",
    "datepart",
    "datetime_trunc",
    "datetrunc",
    "last_day",
    "time_trunc",
    "timestamp_trunc"
  )

  /** Functions of a unit and two values. With two arguments they have no unit: `date_add(day, 7)`. */
  private val dateArithmetic = Set(
    "date_add",
    "date_bucket",
    "date_diff",
    "date_sub",
    "dateadd",
    "datediff",
    "datediff_big",
    "datetime_diff",
    "time_diff",
    "timeadd",
    "timediff",
    "timestamp_diff",
    "timestampadd",
    "timestampdiff"
  )
  private val units = Set(
    "year",
    "quarter",
    "month",
    "week",
    "day",
    "hour",
    "minute",
    "second",
    "millisecond",
    "microsecond",
    "nanosecond",
    "dayofweek",
    "dayofweekiso",
    "dayofyear",
    "iso_week",
    "isowk",
    "isoww",
    "isoweek",
    "isoyear",
    "weekday",
    "weekiso",
    "yearofweek",
    "yearofweekiso",
    "dow",
    "doy",
    "epoch",
    "epoch_second",
    "epoch_millisecond",
    "yy",
    "yyyy",
    "qq",
    "q",
    "mm",
    "m",
    "dy",
    "y",
    "dd",
    "d",
    "wk",
    "ww",
    "dw",
    "hh",
    "mi",
    "n",
    "ss",
    "s",
    "ms",
    "mcs",
    "ns"
  )
  private val typeSuffixes = Set("precision", "varying")

  /** Replaces a cast with `::`. A subscript has the same precedence. */
  val subscript: List[Token] = List(Sign("["), Sign("0"), Sign("]"))

  val rule: Rule = {
    case Position(_, Sign("::") :: rest, _) => Replacement(subscript, afterType(rest))
    case Position(_, Keyword(word) :: Brackets(CastValue(value), rest), _) if casts(word) =>
      Replacement(
        List(Word("cast")),
        (Sign("(") :: value) ::: Word("as") :: Word("string") :: Sign(")") :: rest
      )
    case Conversion(value, rest) =>
      Replacement(List(Word("convert")), (Sign("(") :: value) ::: Sign(")") :: rest)
    case DateFunction(arguments, rest) =>
      val parts = call("date_of", arguments)
      Replacement(parts.take(1), parts.drop(1) ::: rest)
    case Position(_, Keyword("interval") :: (text: Literal) :: rest, _) if !rest.headOption.exists(isUnit) =>
      Replacement(List(text), rest)
    case Position(_, Keyword("array") :: (list @ Sign("[") :: _), d) if d.family != Spark =>
      enclosed(list, "[", "]").fold(Replacement(List(Word("array")), list)) { case (inside, rest) =>
        Replacement(List(Word("array")), (Sign("(") :: inside) ::: Sign(")") :: rest)
      }
  }

  private def isUnit(token: Token): Boolean = token match {
    case Keyword(word) => units(word) || units(word.stripSuffix("s"))
    case _ => false
  }

  /** The tokens after a type: `double precision`, `numeric(10, 2)`, `timestamp (3) with time zone`,
    * `text[]`.
    */
  private def afterType(rest: List[Token]): List[Token] = {
    @tailrec def name(ahead: List[Token]): List[Token] = ahead match {
      case (_: Word | _: Quoted) :: Sign(".") :: more => name(more)
      case (_: Word | _: Quoted) :: Keyword(word) :: more if typeSuffixes(word) => more
      case (_: Word | _: Quoted) :: more => more
      case other => other
    }
    @tailrec def arrays(ahead: List[Token]): List[Token] = ahead match {
      case Sign("[") :: Sign("]") :: more => arrays(more)
      case Sign("[") :: Number(_) :: Sign("]") :: more => arrays(more)
      case other => other
    }
    val named = name(rest)
    val sized = enclosed(named).fold(named)(_._2)
    arrays(sized match {
      case Keyword("with" | "without") :: Keyword("time") :: Keyword("zone") :: more => more
      case other => other
    })
  }

  /** The value `x` of `x AS type`. */
  private object CastValue {
    def unapply(inside: List[Token]): Option[List[Token]] = {
      val position = inside.lastIndexWhere { case Keyword("as") => true; case _ => false }
      if (position > 0) Some(inside.take(position)) else None
    }
  }

  /** The value of a conversion function, and the tokens after the call. */
  private object Conversion {
    def unapply(position: Position): Option[(List[Token], List[Token])] = position match {
      case Position(_, Keyword(word) :: Brackets(inside, rest), d) if conversions(word) =>
        convertedValue(inside, d.family).map(_ -> rest)
      case _ => None
    }
  }

  /** The arguments of a date function without the unit, and the tokens after the call. */
  private object DateFunction {
    def unapply(position: Position): Option[(Vector[List[Token]], List[Token])] = position match {
      case Position(_, Keyword(word) :: Brackets(inside, rest), d)
          if datesByUnit(word) || dateArithmetic(word) =>
        withoutUnit(word, arguments(inside), d.family).map(_ -> rest)
      case _ => None
    }
  }

  /** The value among the arguments. SQL Server has the type first, others have it last. `USING` names an
    * encoding.
    */
  private def convertedValue(inside: List[Token], family: Family): Option[List[Token]] = {
    val parts = arguments(inside)
    val coded = inside.lastIndexWhere { case Keyword("using") => true; case _ => false }
    family match {
      case SqlServer if parts.size > 1 => Some(parts(1))
      case MySql if coded > 0 => Some(inside.take(coded))
      case MySql if parts.size == 2 => Some(parts(0))
      case _ => None
    }
  }

  /** The arguments without the unit. BigQuery has the unit behind the dates, as `last_day` has it everywhere; others have
    * it first.
    */
  private def withoutUnit(
      function: String,
      parts: Vector[List[Token]],
      family: Family
  ): Option[Vector[List[Token]]] = {
    val isBehind = family == BigQuery || function == "last_day"
    val at = if (isBehind) parts.lastIndexWhere(isUnitArgument) else 0
    val least = if (dateArithmetic(function)) 3 else 2
    if (parts.size < least || at < 0 || (at == 0) == isBehind || !isUnitArgument(parts(at))) None
    else Some(parts.patch(at, Nil, 1))
  }

  /** Whether the argument is a unit: `DAY`, and `WEEK(MONDAY)` of BigQuery. */
  private def isUnitArgument(argument: List[Token]): Boolean = argument match {
    case List(unit) => isUnit(unit)
    case List(Keyword("week"), Sign("("), Word(_), Sign(")")) => true
    case _ => false
  }
}
