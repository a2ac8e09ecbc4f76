package io.headwater.plan.sqltext.rewrite

import io.headwater.plan.sqltext.tokens.{SqlDialect, Token}

/** Rewrites the SQL of other databases to Spark's SQL. The result may return other rows. It reads the same
  * columns in the same roles, and lineage needs no more.
  */
private[sqltext] object DialectRewrites {

  /** The name of the hint that replaces `DISTINCT ON (…)`. Spark's parser keeps the expressions of a hint. */
  val distinctOn = "distinct_on"

  /** The function that stands for the `ORDER BY` of an aggregate. It is added as an argument of the
    * aggregate.
    */
  val sortedBy = "sorted_by"

  /** The functions that stand for the modifiers of a star. They follow the star; each has one struct as its
    * argument.
    */
  val starExcept = "columns_left_out"
  val starReplace = "columns_replaced"
  val starRename = "columns_renamed"

  /** At each place the first rule that matches is applied. */
  private val rules: TokenRewriter.Rule = Vector(
    Conditions.constantLists,
    SelectModifiers.rule,
    StarClauses.rule,
    SortedAggregates.rule,
    Types.rule,
    Colons.rule,
    ForeignOperators.rule,
    Conditions.rule,
    TableParts.rule,
    TableFunctions.rule,
    Clauses.rule
  ).reduce(_ orElse _)

  def toSpark(tokens: Vector[Token], dialect: SqlDialect): Vector[Token] =
    TokenRewriter.rewrite(tokens, dialect, rules)
}
