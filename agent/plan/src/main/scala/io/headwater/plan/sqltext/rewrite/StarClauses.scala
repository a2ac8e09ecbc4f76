package io.headwater.plan.sqltext.rewrite

import io.headwater.plan.sqltext.rewrite.TokenRewriter.Rule
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Rewrites `* EXCEPT (a)`, `* EXCLUDE a`, `* REPLACE (a + 1 AS a)` and `* RENAME (a AS b)` to a star and a
  * call of a function that stands for the modifier.
  */
private[rewrite] object StarClauses {
  private val modifierFunctions = Map(
    "except" -> DialectRewrites.starExcept,
    "exclude" -> DialectRewrites.starExcept,
    "replace" -> DialectRewrites.starReplace,
    "rename" -> DialectRewrites.starRename
  )

  val rule: Rule = {
    case position @ Position(_, Sign("*") :: (rest @ StarModifier(_, _, _)), _)
        if !position.followsValue || followsQuantifier(position) =>
      Replacement(List(Sign("*")), withModifiers(rest))
  }

  private def followsQuantifier(position: Position): Boolean = position.before.exists {
    case Keyword("distinct" | "all") => true
    case _ => false
  }

  /** Rewrites all modifiers of one star: `* EXCLUDE a RENAME (b AS c)`. */
  private def withModifiers(rest: List[Token]): List[Token] = rest match {
    case StarModifier(function, columns, after) =>
      List(Sign(","), Word(function), Sign("("), Word("struct"), Sign("(")) ::: columns :::
        Sign(")") :: Sign(")") :: withModifiers(after)
    case other => other
  }

  private object StarModifier {
    def unapply(rest: List[Token]): Option[(String, List[Token], List[Token])] = rest match {
      case Keyword(word) :: Brackets(columns, after) if !columns.headOption.exists(opensQuery) =>
        modifierFunctions.get(word).map((_, columns, after))
      case Keyword("rename") :: (from @ Name(_)) :: (as @ Keyword("as")) :: (to @ Name(_)) :: after =>
        Some((DialectRewrites.starRename, List(from, as, to), after))
      case Keyword("exclude") :: (column @ Name(_)) :: after =>
        Some((DialectRewrites.starExcept, List(column), after))
      case _ => None
    }
  }

  private def opensQuery(token: Token): Boolean = token match {
    case Keyword("select" | "with" | "values") => true
    case token => token == Sign("(")
  }
}
