package io.headwater.plan.sqltext.idioms

import scala.annotation.tailrec

import io.headwater.plan.sqltext.idioms.Rewrite.Rule
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Names of tables that no other database would write so, and what says which of a table's rows are read, or how. */
private[idioms] object TableParts {
  private val hints = Set(
    "forcescan",
    "forceseek",
    "holdlock",
    "nolock",
    "noexpand",
    "nowait",
    "paglock",
    "readpast",
    "readuncommitted",
    "rowlock",
    "tablock",
    "tablockx",
    "updlock",
    "xlock"
  )
  private val travels = Set("offset", "statement", "stream", "timestamp")
  private val ways = Set("bernoulli", "block", "row", "system")
  private val joins = Set("inner", "left", "right", "full", "outer")

  val rule: Rule = names.orElse(rows).orElse(hinted)

  private def names: Rule = {
    case At(_, (database @ Name(_)) :: Sign(".") :: Sign(".") :: (rest @ Name(_) :: _), _) =>
      Step(List(database, Sign("."), Quoted(""), Sign(".")), rest) // of the schema that is the user's
    case At(_, Name(table) :: Sign("@") :: (rest @ Word(_) :: _), d) if d.family == Oracle =>
      val (link, after) = run(rest) // a table of another database, whatever that is called here
      Step(List(Quoted(s"$table@$link")), after)
    case At(Some(Plain("from" | "join")), (rest @ Word(_) :: Sign("-") :: _), d) if d.family == BigQuery =>
      val (name, after) = run(rest) // `my-project.d.t` without quotes
      Step(List(Quoted(name)), after)
  }

  private def rows: Rule = {
    case at @ At(_, Plain("at" | "before") :: Brackets(Plain(word) :: Sign("=>") :: _, rest), d)
        if d.family == Snowflake && at.isValue && travels(word) => Step(Nil, rest)
    case at @ At(_, Plain("sample") :: Brackets(_, rest), d) if sampled(at, d.family) => Step(Nil, rest)
    case at @ At(_, Plain("sample") :: Plain(way) :: Brackets(_, rest), d)
        if sampled(at, d.family) && ways(way) => Step(Nil, rest)
    case at @ At(_, Plain("sample") :: Number(_) :: rest, d) if sampled(at, d.family) => Step(Nil, rest)
    case at @ At(_, Plain("partition" | "subpartition") :: Brackets(_, rest), d)
        if at.isValue && (d.family == Oracle || d.family == MySql) => Step(Nil, rest)
    case at @ At(_, Plain("final") :: rest, d) if d.family == ClickHouse && at.isValue => Step(Nil, rest)
  }

  private def hinted: Rule = {
    case at @ At(_, Brackets(inside, rest), d)
        if d.family == SqlServer && at.isValue && inside.nonEmpty && inside.forall(isHint) => Step(Nil, rest)
    case At(
          _,
          (kind @ Plain(word)) :: Plain("hash" | "loop" | "merge" | "remote") :: (rest @ Plain("join") :: _),
          d
        )
        if d.family == SqlServer && joins(word) => Step(List(kind), rest)
    case At(_, Plain("lock") :: Plain("in") :: Plain("share") :: Plain("mode") :: rest, d)
        if d.family == MySql => Step(Nil, rest)
    case At(None, Plain("locking") :: rest, d) if d.family == Teradata =>
      Step(Nil, rest.dropWhile { case Plain("select" | "sel" | "with") => false; case _ => true })
    case at @ At(before, Plain("sel") :: rest, d)
        if d.family == Teradata && (before.contains(Sign(")")) || !at.isValue) && !before.contains(
          Sign(".")
        ) =>
      Step(Nil, Word("select") :: rest)
  }

  private def sampled(at: At, family: Family): Boolean =
    at.isValue && (family == Oracle || family == Snowflake || family == Teradata)

  private def isHint(token: Token): Boolean = token match {
    case Plain(word) => hints(word)
    case token => token == Sign(",")
  }

  /** A name of words and numbers with dots and dashes between them. */
  private def run(rest: List[Token]): (String, List[Token]) = {
    @tailrec def loop(ahead: List[Token], name: String): (String, List[Token]) = ahead match {
      case Sign(sign @ ("-" | ".")) :: Piece(text) :: more => loop(more, name + sign + text)
      case other => (name, other)
    }
    rest match {
      case Piece(text) :: more => loop(more, text)
      case other => ("", other)
    }
  }

  private object Piece {
    def unapply(token: Token): Option[String] = token match {
      case Word(text) => Some(text)
      case Sign(text) if text.exists(Character.isDigit(_)) => Some(text)
      case _ => None
    }
  }
}
