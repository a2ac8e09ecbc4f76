package io.headwater.plan.sqltext.rewrite

import scala.annotation.tailrec

import io.headwater.plan.sqltext.rewrite.TokenRewriter.Rule
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Rewrites table names in the syntax of one database, and removes clauses that choose rows of a table or
  * give hints.
  */
private[rewrite] object TableParts {
  private val tableHints = Set(
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
  private val timeTravelKeywords = Set("offset", "statement", "stream", "timestamp")
  private val samplingMethods = Set("bernoulli", "block", "row", "system")
  private val joinKinds = Set("inner", "left", "right", "full", "outer")
  private val joinHints = Set("hash", "loop", "merge", "remote")

  val rule: Rule = tableNames.orElse(rowSelections).orElse(hintClauses)

  private def tableNames: Rule = {
    case Position(_, (database @ Name(_)) :: Sign(".") :: Sign(".") :: (rest @ Name(_) :: _), _) =>
      // the schema is the user's default schema
      Replacement(List(database, Sign("."), Quoted(""), Sign(".")), rest)
    case Position(_, Name(table) :: Sign("@") :: (rest @ Word(_) :: _), d) if d.family == Oracle =>
      val (link, after) = dashedName(rest) // a table of another database; only the name of the link is known
      Replacement(List(Quoted(s"$table@$link")), after)
    case Position(Some(Keyword("from" | "join")), (rest @ Word(_) :: Sign("-") :: _), d)
        if d.family == BigQuery =>
      val (name, after) = dashedName(rest) // `my-project.d.t` without quotes
      Replacement(List(Quoted(name)), after)
  }

  private def rowSelections: Rule = {
    case position @ Position(
          _,
          Keyword("at" | "before") :: Brackets(Keyword(word) :: Sign("=>") :: _, rest),
          d
        )
        if d.family == Snowflake && position.followsValue && timeTravelKeywords(word) =>
      Replacement(Nil, rest)
    case position @ Position(_, Keyword("sample") :: Brackets(_, rest), d) if canSample(position, d.family) =>
      Replacement(Nil, rest)
    case position @ Position(_, Keyword("sample") :: Keyword(method) :: Brackets(_, rest), d)
        if canSample(position, d.family) && samplingMethods(method) => Replacement(Nil, rest)
    case position @ Position(_, Keyword("sample") :: Number(_) :: rest, d) if canSample(position, d.family) =>
      Replacement(Nil, rest)
    case position @ Position(_, Keyword("partition" | "subpartition") :: Brackets(_, rest), d)
        if position.followsValue && (d.family == Oracle || d.family == MySql) => Replacement(Nil, rest)
    case position @ Position(_, Keyword("final") :: rest, d)
        if d.family == ClickHouse && position.followsValue =>
      Replacement(Nil, rest)
  }

  private def hintClauses: Rule = {
    case position @ Position(_, Brackets(inside, rest), d)
        if d.family == SqlServer && position.followsValue && inside.nonEmpty && inside.forall(isHint) =>
      Replacement(Nil, rest)
    case Position(_, (join @ Keyword(kind)) :: Keyword(hint) :: (rest @ Keyword("join") :: _), d)
        if d.family == SqlServer && joinKinds(kind) && joinHints(hint) => Replacement(List(join), rest)
    case Position(_, Keyword("lock") :: Keyword("in") :: Keyword("share") :: Keyword("mode") :: rest, d)
        if d.family == MySql => Replacement(Nil, rest)
    case Position(None, Keyword("locking") :: rest, d) if d.family == Teradata =>
      Replacement(Nil, rest.dropWhile { case Keyword("select" | "sel" | "with") => false; case _ => true })
    case position @ Position(before, Keyword("sel") :: rest, d)
        if d.family == Teradata && (before.contains(Sign(")")) || !position.followsValue) &&
          !before.contains(Sign(".")) =>
      Replacement(Nil, Word("select") :: rest)
  }

  private def canSample(position: Position, family: Family): Boolean =
    position.followsValue && (family == Oracle || family == Snowflake || family == Teradata)

  private def isHint(token: Token): Boolean = token match {
    case Keyword(word) => tableHints(word)
    case token => token == Sign(",")
  }

  /** A name of words and numbers with dots and dashes between them, and the tokens after it. */
  private def dashedName(rest: List[Token]): (String, List[Token]) = {
    @tailrec def loop(ahead: List[Token], name: String): (String, List[Token]) = ahead match {
      case Sign(sign @ ("-" | ".")) :: NamePart(text) :: more => loop(more, name + sign + text)
      case other => (name, other)
    }
    rest match {
      case NamePart(text) :: more => loop(more, text)
      case other => ("", other)
    }
  }

  private object NamePart {
    def unapply(token: Token): Option[String] = token match {
      case Word(text) => Some(text)
      case Sign(text) if text.exists(Character.isDigit(_)) => Some(text)
      case _ => None
    }
  }
}
