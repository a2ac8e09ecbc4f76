package io.headwater.plan.sqltext.rewrite

import io.headwater.plan.sqltext.tokens.{SqlDialect, Token}

/** Says in words of Spark's own SQL what other databases say in theirs. What comes out may give other rows; it reads the
  * same columns in the same roles, and that is all it is for.
  */
private[sqltext] object DialectRewrites {

  /** The name of the hint that `DISTINCT ON (…)` becomes: Spark's parser keeps a hint's expressions. */
  val distinctOn = "distinct_on"

  /** The function that what an aggregate is sorted by becomes, as one more argument. */
  val sortedBy = "sorted_by"

  /** The functions, behind a star, that what is changed of its columns becomes: each has one struct. */
  val starExcept = "columns_left_out"
  val starReplace = "columns_replaced"
  val starRename = "columns_renamed"

  private val rules = SelectModifiers.rule.orElse(StarClauses.rule).orElse(SortedAggregates.rule).orElse(Types.rule)
    .orElse(Operators.rule).orElse(Conditions.rule).orElse(TableParts.rule).orElse(TableFunctions.rule)
    .orElse(Clauses.rule)

  def toSpark(tokens: Vector[Token], dialect: SqlDialect): Vector[Token] =
    TokenRewriter.rewrite(tokens, dialect, rules)
}
