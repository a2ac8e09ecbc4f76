package io.headwater.plan.sqltext.rewrite

import java.util.Locale.ROOT

import scala.annotation.tailrec

import io.headwater.plan.sqltext.tokens.Token._
import io.headwater.plan.sqltext.tokens.{SqlDialect, Token}

/** A place in a text: what has been written, and what is still to be read. */
private[rewrite] final class Position(written: Vector[Token], val rest: List[Token], val dialect: SqlDialect) {
  val before: Option[Token] = written.lastOption

  /** Whether a value ends here, so that an operator that follows has two sides. */
  def isValue: Boolean = before.exists {
    case Sign(text) => text == ")" || text == "]" || text.exists(Character.isDigit(_))
    case Word(text) => !TokenRewriter.operators(text.toLowerCase(ROOT))
    case _ => true
  }

  /** What one more condition begins with: the clause's word, or `AND` where this `SELECT` has the clause already. Which
    * binds tighter does not matter to who reads columns.
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

  /** What was written last, what is still to be read, and in which dialect. */
  def unapply(position: Position): Some[(Option[Token], List[Token], SqlDialect)] = Some((position.before, position.rest, position.dialect))
}

/** What to write, and what to read on with. */
private[rewrite] final case class Replacement(written: List[Token], rest: List[Token])

private[rewrite] object TokenRewriter {
  type Rule = PartialFunction[Position, Replacement]

  /** Words behind which a value begins. */
  val operators: Set[String] =
    Set("select", "where", "and", "or", "not", "on", "when", "then", "else", "by", "having", "in", "like")

  /** Reads from left to right; the first rule that fits a place says what stands there. */
  def rewrite(tokens: Vector[Token], dialect: SqlDialect, rule: Rule): Vector[Token] = {
    @tailrec def loop(rest: List[Token], written: Vector[Token]): Vector[Token] = rest match {
      case Nil => written
      case head :: tail =>
        val step = rule.applyOrElse(new Position(written, rest, dialect), (_: Position) => Replacement(List(head), tail))
        loop(step.rest, written ++ step.written)
    }
    loop(tokens.toList, Vector.empty)
  }

  /** What stands between the bracket at the head of `rest` and the one that closes it, and what follows. */
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

  /** The arguments of a call, by the commas between them. */
  def arguments(inside: List[Token]): Vector[List[Token]] = {
    val (done, last, _) = inside.foldLeft((Vector.empty[List[Token]], Vector.empty[Token], 0)) {
      case ((done, open, 0), Sign(",")) => (done :+ open.toList, Vector.empty, 0)
      case ((done, open, depth), token) =>
        val change = token match { case Sign("(") => 1; case Sign(")") => -1; case _ => 0 }
        (done, open :+ token, depth + change)
    }
    done :+ last.toList
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

/** A name, in quotes or not. */
private[rewrite] object Name {
  def unapply(token: Token): Option[String] = token match {
    case Word(text) => Some(text)
    case Quoted(name) => Some(name)
    case _ => None
  }
}

/** What stands in brackets, and what follows them. */
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
