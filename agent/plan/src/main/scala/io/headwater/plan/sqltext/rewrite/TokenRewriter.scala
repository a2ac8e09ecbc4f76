package io.headwater.plan.sqltext.rewrite

import java.util.Locale.ROOT

import scala.annotation.tailrec

import io.headwater.plan.sqltext.tokens.Token._
import io.headwater.plan.sqltext.tokens.{SqlDialect, Token}

/** A position in the token list.
  *
  * @param written
  *   the tokens before it, already rewritten
  * @param rest
  *   the tokens after it
  */
private[rewrite] final class Position(
    written: Vector[Token],
    val rest: List[Token],
    val dialect: SqlDialect
) {
  val before: Option[Token] = written.lastOption

  /** Whether a value ends here, so that an operator that follows is a binary operator. */
  def followsValue: Boolean = before.exists {
    case Sign(text) => text == ")" || text == "]" || text.exists(Character.isDigit(_))
    case Word(text) => !TokenRewriter.operators(text.toLowerCase(ROOT))
    case _ => true
  }

  /** The first token of an additional condition: the keyword of the clause, or `AND` if this `SELECT`
    * already has the clause. The precedence of the operators does not matter for the columns that are read.
    */
  def condition(clause: String): Token = {
    @tailrec def hasClause(i: Int, depth: Int): Boolean =
      if (i < 0 || depth < 0) false
      else written(i) match {
        case Sign(")") => hasClause(i - 1, depth + 1)
        case Sign("(") => hasClause(i - 1, depth - 1)
        case Keyword("select") if depth == 0 => false
        case Keyword(word) if depth == 0 && word == clause => true
        case _ => hasClause(i - 1, depth)
      }
    Word(if (hasClause(written.size - 1, 0)) "and" else clause)
  }
}

private[rewrite] object Position {

  /** The last token written, the remaining tokens and the dialect. */
  def unapply(position: Position): Some[(Option[Token], List[Token], SqlDialect)] =
    Some((position.before, position.rest, position.dialect))
}

/** The result of a rule.
  *
  * @param written
  *   the tokens to write
  * @param rest
  *   the tokens to continue with
  */
private[rewrite] final case class Replacement(written: List[Token], rest: List[Token])

private[rewrite] object TokenRewriter {
  type Rule = PartialFunction[Position, Replacement]

  /** Keywords that precede a value. */
  val operators: Set[String] =
    Set("select", "where", "and", "or", "not", "on", "when", "then", "else", "by", "having", "in", "like")

  /** Rewrites the tokens from left to right. At each position the first rule that matches applies. */
  def rewrite(tokens: Vector[Token], dialect: SqlDialect, rule: Rule): Vector[Token] = {
    @tailrec def loop(rest: List[Token], written: Vector[Token]): Vector[Token] = rest match {
      case Nil => written
      case head :: tail =>
        val step = rule.applyOrElse(
          new Position(written, rest, dialect),
          (_: Position) => Replacement(List(head), tail)
        )
        loop(step.rest, written ++ step.written)
    }
    loop(tokens.toList, Vector.empty)
  }

  /** The tokens between the bracket at the head of `rest` and its closing bracket, and the tokens after it.
    */
  def enclosed(
      rest: List[Token],
      open: String = "(",
      close: String = ")"
  ): Option[(List[Token], List[Token])] = {
    @tailrec def loop(
        ahead: List[Token],
        depth: Int,
        inside: Vector[Token]
    ): Option[(List[Token], List[Token])] =
      ahead match {
        case Sign(`close`) :: after if depth == 0 => Some((inside.toList, after))
        case (t @ Sign(`close`)) :: after => loop(after, depth - 1, inside :+ t)
        case (t @ Sign(`open`)) :: after => loop(after, depth + 1, inside :+ t)
        case t :: after => loop(after, depth, inside :+ t)
        case Nil => None
      }
    if (rest.headOption.contains(Sign(open))) loop(rest.drop(1), 0, Vector.empty) else None
  }

  /** The arguments of a call, split at the commas. */
  def arguments(inside: List[Token]): Vector[List[Token]] = {
    val (done, last) = inside.zip(depths(inside)).foldLeft((Vector.empty[List[Token]], Vector.empty[Token])) {
      case ((done, open), (Sign(","), 0)) => (done :+ open.toList, Vector.empty)
      case ((done, open), (token, _)) => (done, open :+ token)
    }
    done :+ last.toList
  }

  /** The number of brackets that are open before each token. */
  def depths(tokens: List[Token]): List[Int] = tokens.scanLeft(0) {
    case (depth, Sign("(" | "[" | "{")) => depth + 1
    case (depth, Sign(")" | "]" | "}")) => depth - 1
    case (depth, _) => depth
  }

  def call(function: String, arguments: Vector[List[Token]]): List[Token] =
    Word(function) :: Sign("(") ::
      arguments.zipWithIndex.toList.flatMap { case (a, i) => if (i == 0) a else Sign(",") :: a } ::: List(
        Sign(")")
      )
}

/** A word without quotes, in lower case. */
private[rewrite] object Keyword {
  def unapply(token: Token): Option[String] = token match {
    case Word(text) => Some(text.toLowerCase(ROOT))
    case _ => None
  }
}

/** A name, with or without quotes. */
private[rewrite] object Name {
  def unapply(token: Token): Option[String] = token match {
    case Word(text) => Some(text)
    case Quoted(name) => Some(name)
    case _ => None
  }
}

/** The tokens within brackets, and the tokens after them. */
private[rewrite] object Brackets {
  def unapply(rest: List[Token]): Option[(List[Token], List[Token])] = TokenRewriter.enclosed(rest)
}

/** A whole number. */
private[rewrite] object Number {
  def unapply(token: Token): Option[Token] = token match {
    case Sign(text) if text.nonEmpty && text.forall(Character.isDigit(_)) => Some(token)
    case _ => None
  }
}
