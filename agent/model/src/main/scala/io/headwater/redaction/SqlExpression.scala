package io.headwater.redaction

import SqlExpression.Tokens

/** An expression, or another part of a statement between commas and keywords, as far as it was read.
  *
  * @param literals
  *   its literals and names
  * @param quotedNames
  *   literals that may be sensitive names themselves
  * @param isSensitive
  *   whether it contains the value of a sensitive column
  * @param isRelation
  *   whether it compares, assigns or joins values
  * @param isCondition
  *   whether its value is a truth value, and not that of a column
  * @param isBetween
  *   whether the next `AND` belongs to `BETWEEN`
  * @param mentionsSecret
  *   whether a part in brackets has a sensitive name, also in a condition such as the body of a lambda
  * @param names
  *   those of columns and variables, in lower case; without those in brackets
  */
private[redaction] final case class SqlExpression(
    literals: SqlLiterals = SqlLiterals.Empty,
    quotedNames: SqlLiterals = SqlLiterals.Empty,
    isSensitive: Boolean = false,
    isRelation: Boolean = false,
    isCondition: Boolean = false,
    isBetween: Boolean = false,
    isLambda: Boolean = false,
    mentionsSecret: Boolean = false,
    names: List[String] = Nil,
    tokens: Tokens = Tokens()
) {
  def first: Option[SqlToken] = tokens.first
  def last: Option[SqlToken] = tokens.last

  /** Whether its value is that of a sensitive column. */
  def isSensitiveValue: Boolean = isSensitive && !isCondition

  /** Whether it ends with a name that it gives to its value. */
  def hasAlias(isWanted: String => Boolean): Boolean = tokens.count > 1 &&
    last.exists(t => t.kind != SqlToken.Literal && t.kind != SqlToken.Number && isWanted(t.text)) &&
    tokens.beforeLast.exists(_.kind != SqlToken.Operator)

  /** The number at its end that an operator compares with what follows: `1 =`. */
  def comparedNumber: Option[SqlToken] = tokens.beforeLast.filter(_ =>
    last.exists(t => t.kind == SqlToken.Operator && SqlWords.relates(t.text))
  ).filter(_.kind == SqlToken.Number)

  def add(token: SqlToken): SqlExpression = copy(tokens = tokens.add(token))

  def addOperator(token: SqlToken): SqlExpression = {
    val isArrow = token.text == "->"
    val relates = !isArrow && SqlWords.relates(token.text)
    copy(
      isLambda = isLambda || isArrow,
      isRelation = isRelation || relates,
      isCondition = isCondition || (relates && token.text != "||")
    ).add(token)
  }

  /** Adds one of `SqlWords.relations`.
    *
    * @param relates
    *   whether it relates values here
    */
  def addKeyword(token: SqlToken, word: String, relates: Boolean): SqlExpression = {
    val isOne = isRelation || relates
    copy(isRelation = isOne, isCondition = isOne, isBetween = isBetween || word == "between").add(token)
  }

  /** Adds the name of a sensitive column, or of a sensitive key of a map. */
  def addSensitiveName(token: SqlToken): SqlExpression = copy(
    isSensitive = true,
    isRelation = isRelation || last.exists(_.text == "["),
    literals = literals ++ quotedNames,
    quotedNames = SqlLiterals.Empty
  ).add(token)

  /** Adds the name of another column, or of a variable. */
  def addName(token: SqlToken): SqlExpression =
    copy(names = SqlNames.of(token) :: names).addLiteral(token)

  /** Adds a literal that may be the name of a sensitive column. */
  def addQuotedName(token: SqlToken): SqlExpression =
    copy(isSensitive = true, quotedNames = new SqlLiterals.One(token)).add(token)

  /** Adds a literal that names a sensitive part of a value. */
  def addSensitivePath(token: SqlToken): SqlExpression = copy(isSensitive = true).add(token)

  def addLiteral(token: SqlToken): SqlExpression =
    copy(literals = literals ++ new SqlLiterals.One(token)).add(token)

  /** Adds what is in brackets and no query, or a `CASE`. */
  def addArguments(inner: SqlArguments): SqlExpression = copy(
    literals = literals ++ inner.literals,
    isSensitive = isSensitive || inner.isSensitive,
    mentionsSecret = mentionsSecret || inner.mentionsSecret
  )

  /** Adds a query whose result is a value here. */
  def addQuery(columns: Vector[SqlLiterals], hasSensitive: Boolean): SqlExpression =
    copy(literals = columns.foldLeft(literals)(_ ++ _), isSensitive = isSensitive || hasSensitive)
}

private[redaction] object SqlExpression {

  /** The tokens at the ends of an expression, and how many it has. */
  final case class Tokens(
      count: Int = 0,
      first: Option[SqlToken] = None,
      beforeLast: Option[SqlToken] = None,
      last: Option[SqlToken] = None
  ) {
    def add(token: SqlToken): Tokens = Tokens(count + 1, first.orElse(Some(token)), last, Some(token))
  }
}
