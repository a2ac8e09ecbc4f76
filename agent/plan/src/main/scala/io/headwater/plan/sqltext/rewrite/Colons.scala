package io.headwater.plan.sqltext.rewrite

import scala.annotation.tailrec

import io.headwater.plan.sqltext.rewrite.TokenRewriter.{Rule, arguments, call, depths, enclosed}
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Rewrites what databases write with a colon: a path into a document, the pairs of an object, and the bounds of a slice. Any
  * other colon stays, so that the query cannot be parsed.
  */
private[rewrite] object Colons {

  /** Functions of pairs `key : value`. */
  private val objectFunctions = Set("json_object", "json_object_agg", "json_objectagg")

  val rule: Rule = {
    case position @ Position(_, Sign(":") :: (_: Word | _: Quoted) :: rest, d)
        if d.documentPaths && position.followsValue => Replacement(Types.subscript, afterPath(rest))
    case Position(_, Keyword(word) :: Brackets(inside, rest), d)
        if !d.documentPaths && objectFunctions(word) && hasColon(inside) =>
      val pairs = call(word, arguments(inside).map(a => pair(withoutClauses(a))))
      Replacement(pairs.take(1), pairs.drop(1) ::: rest)
    case Position(_, ObjectLiteral(inside, rest), d) if d.family == Snowflake =>
      val pairs = call("object_construct", arguments(inside).map(pair))
      Replacement(pairs.take(1), pairs.drop(1) ::: rest)
    case position @ Position(_, Slice(bounds, rest), d) if !d.documentPaths && position.followsValue =>
      Replacement(Nil, bounds.flatMap(bound => Sign("[") :: bound ::: List(Sign("]"))) ::: rest)
  }

  /** The tokens after a path into a document, `doc:a.b[0]`. */
  @tailrec private def afterPath(rest: List[Token]): List[Token] = rest match {
    case Sign(".") :: (_: Word | _: Quoted) :: more => afterPath(more)
    case (open @ Sign("[")) :: more => enclosed(open :: more, "[", "]") match {
        case Some((_, after)) => afterPath(after)
        case None => rest
      }
    case other => other
  }

  /** The key and the value as two arguments. A second colon is a path in the value. */
  private def pair(argument: List[Token]): List[Token] = {
    val (key, value) = argument.splitAt(colon(argument))
    value match {
      case Sign(text) :: more => key ::: Sign(",") :: afterColon(text) ::: more
      case _ => key
    }
  }

  /** The pair without `NULL ON NULL`, `ABSENT ON NULL` and `RETURNING type`, which follow the last one. */
  private def withoutClauses(argument: List[Token]): List[Token] =
    argument.take(argument.tails.indexWhere {
      case Keyword("null" | "absent") :: Keyword("on") :: Keyword("null") :: _ => true
      case Keyword("returning") :: _ => true
      case rest => rest.isEmpty
    })

  /** The content of `{'a': x}`, `{*}` and `{}`, and the tokens after it. */
  private object ObjectLiteral {
    def unapply(rest: List[Token]): Option[(List[Token], List[Token])] =
      enclosed(rest, "{", "}").filter { case (inside, _) =>
        inside.isEmpty || hasColon(inside) || inside.contains(Sign("*"))
      }
  }

  /** The bounds of `a[lo:hi]` that are there, and the tokens after it. */
  private object Slice {
    def unapply(rest: List[Token]): Option[(List[List[Token]], List[Token])] =
      enclosed(rest, "[", "]").filter(found => hasColon(found._1)).map { case (inside, after) =>
        val present = bounds(inside).filter(_.nonEmpty)
        (if (present.isEmpty) List(List(Sign("0"))) else present, after)
      }

    private def bounds(inside: List[Token]): List[List[Token]] = {
      val (bound, rest) = inside.splitAt(colon(inside))
      rest match {
        case Sign(text) :: more => bound :: bounds(afterColon(text) ::: more)
        case _ => List(bound)
      }
    }
  }

  private def hasColon(tokens: List[Token]): Boolean = colon(tokens) < tokens.size

  /** The index of the first colon outside all brackets. */
  private def colon(tokens: List[Token]): Int =
    tokens.zip(depths(tokens)).indexWhere {
      case (Sign(text), 0) => text.startsWith(":") && !text.startsWith("::")
      case _ => false
    } match { case -1 => tokens.size; case at => at }

  /** The operator that is written without a space behind the colon: `'a':-1`. */
  private def afterColon(sign: String): List[Token] = List(Sign(sign.drop(1))).filter(_ != Sign(""))
}
