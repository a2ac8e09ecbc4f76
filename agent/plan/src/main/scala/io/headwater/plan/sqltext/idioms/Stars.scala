package io.headwater.plan.sqltext.idioms

import io.headwater.plan.sqltext.idioms.Rewrite.Rule
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** `* EXCEPT (a)`, `* EXCLUDE a`, `* REPLACE (a + 1 AS a)`, `* RENAME (a AS b)`: a star, and a call that says what of it
  * changes.
  */
private[idioms] object Stars {
  private val changes = Map(
    "except" -> Idioms.leftOut,
    "exclude" -> Idioms.leftOut,
    "replace" -> Idioms.replaced,
    "rename" -> Idioms.renamed
  )

  val rule: Rule = {
    case at @ At(_, Sign("*") :: (rest @ Change(_, _, _)), _) if !at.isValue || quantified(at) =>
      Step(List(Sign("*")), changed(rest))
  }

  private def quantified(at: At): Boolean = at.before.exists {
    case Plain("distinct" | "all") => true
    case _ => false
  }

  /** Each in turn: `* EXCLUDE a RENAME (b AS c)`. */
  private def changed(rest: List[Token]): List[Token] = rest match {
    case Change(function, columns, after) =>
      List(Sign(","), Word(function), Sign("("), Word("struct"), Sign("(")) ::: columns :::
        Sign(")") :: Sign(")") :: changed(after)
    case other => other
  }

  private object Change {
    def unapply(rest: List[Token]): Option[(String, List[Token], List[Token])] = rest match {
      case Plain(word) :: Brackets(columns, after) if !columns.headOption.exists(opensQuery) =>
        changes.get(word).map((_, columns, after))
      case Plain("rename") :: (from @ Name(_)) :: (as @ Plain("as")) :: (to @ Name(_)) :: after =>
        Some((Idioms.renamed, List(from, as, to), after))
      case Plain("exclude") :: (column @ Name(_)) :: after => Some((Idioms.leftOut, List(column), after))
      case _ => None
    }
  }

  private def opensQuery(token: Token): Boolean = token match {
    case Plain("select" | "with" | "values") => true
    case token => token == Sign("(")
  }
}
