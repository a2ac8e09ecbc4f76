package io.headwater.redaction

import scala.annotation.tailrec

/** The literals of a part of a statement, and the names, which may stand for literals: none, one, or two such sets.
  * Joining two is constant work, so that deep nesting costs no more.
  */
private[redaction] final class SqlLiterals(
    val token: SqlToken,
    val first: SqlLiterals,
    val second: SqlLiterals
) {
  var isMasked = false // then all of it is
  def isJoin: Boolean = first != null

  /** The first token, or none. */
  @tailrec def head: Option[SqlToken] = if (isJoin) first.head else Option(token)
  def isNone: Boolean = this eq SqlLiterals.none
  def ++(other: SqlLiterals): SqlLiterals =
    if (isNone) other else if (other.isNone) this else new SqlLiterals(null, this, other)
}

private[redaction] object SqlLiterals {
  val none = new SqlLiterals(null, null, null)
  def one(token: SqlToken): SqlLiterals = new SqlLiterals(token, null, null)
}

/** An expression, or another part of a statement between commas and keywords. */
private[redaction] final class SqlExpression {
  var literals: SqlLiterals = SqlLiterals.none
  var quotedNames: SqlLiterals = SqlLiterals.none // literals that may be sensitive names themselves
  var isSensitive = false // contains the value of a sensitive column
  var isRelation = false // compares, assigns or joins values
  var isCondition = false // its value is a truth value, and not that of a column
  var isBetween = false // the next AND belongs to BETWEEN
  var isLambda = false
  var mentionsSecret = false // also in a condition inside, such as the body of a lambda
  var names = List.empty[String] // of columns and variables, in lower case; without those in brackets
  var tokens = 0
  var first = Option.empty[SqlToken]
  var last = Option.empty[SqlToken]
  var beforeLast = Option.empty[SqlToken]

  /** Whether it ends with a name that it gives to its value. */
  def hasAlias(isWanted: String => Boolean): Boolean = tokens > 1 &&
    last.exists(t => t.kind != SqlToken.Literal && t.kind != SqlToken.Number && isWanted(t.text)) &&
    beforeLast.exists(_.kind != SqlToken.Operator)

  def add(token: SqlToken): Unit = {
    if (tokens == 0) first = Some(token)
    beforeLast = last
    last = Some(token)
    tokens += 1
  }
}

/** A statement, an expression in brackets or a `CASE`, while it is read.
  *
  * @param function
  *   the function whose arguments it holds; empty if none
  * @param isCase
  *   whether `END` closes it
  * @param columns
  *   the positions of sensitive columns that its values are for
  * @param labels
  *   the names of the columns that its values are for, if they are known
  */
private[redaction] final class SqlBlock(
    val function: String,
    val isCase: Boolean,
    val columns: Set[Int],
    val labels: Vector[String] = Vector.empty
) {
  var expression = new SqlExpression
  var literals: SqlLiterals = SqlLiterals.none
  var isSensitive = false
  var isQuery = false
  var inValues = false
  var inSource = false // after FROM, JOIN, INTO or USING: names are those of tables
  var position = 0

  /** The position of `*` in a list of columns; -1 if there is none. */
  var star = -1

  /** After VALUES: the literals outside of brackets, which are rows of one column. */
  var singles: SqlLiterals = SqlLiterals.none

  /** Of a query: the positions of sensitive columns in its result, and whether UNION or the like combines queries. */
  var sensitiveColumns = Set.empty[Int]
  var isCombined = false

  /** Whether an argument is a lambda, and whether one mentions a sensitive name anywhere. */
  var hasLambda = false
  var mentionsSecret = false

  /** The literals by their position in this list of values or columns. */
  var positions = Vector.empty[SqlLiterals]

  /** The same of the rows and queries inside. */
  var rows = Vector.empty[SqlLiterals]

  /** The positions of sensitive names in this list, if it is one of names; and in the last such list inside. */
  var sensitivePositions = Set.empty[Int]
  var isNameList = true
  var named = Set.empty[Int]
  var namedLabels = Vector.empty[String]

  /** Of a `CASE`: whether its operand is sensitive, and whether a condition is being read. */
  var isOperandSensitive = false
  var inCondition = false
  var hasCondition = false

  /** Of a `CASE`: the literals of its results, and whether one is a sensitive value. */
  var results: SqlLiterals = SqlLiterals.none
  var isResultSensitive = false

  /** Of `map` and `named_struct`: whether the next argument is the value of a sensitive key. */
  var isValueOfSecret = false

  /** Keeps the literals and the name of a part of this list. */
  def remember(ended: SqlExpression, isSensitiveName: String => Boolean): Unit = {
    literals = literals ++ ended.literals
    val isValue = ended.isSensitive && !ended.isCondition
    isSensitive = isSensitive || isValue
    hasLambda = hasLambda || ended.isLambda
    mentionsSecret = mentionsSecret || ended.isSensitive || ended.mentionsSecret
    if (inValues) singles = singles ++ ended.literals
    if (isCase && hasCondition && !inCondition) {
      results = results ++ ended.literals
      isResultSensitive = isResultSensitive || isValue
    }
    val name = ended.first.filter(t => t.kind == SqlToken.Word || t.kind == SqlToken.Quoted)
    isNameList = isNameList && name.isDefined && !ended.isRelation && ended.tokens <= 3
    if (position < SqlWords.maxPositions) {
      if (ended.first.exists(t => isSensitiveName(t.text))) sensitivePositions += position
      if (isQuery && isValue) sensitiveColumns += position
      if (isQuery && ended.last.exists(_.text == "*")) star = position
      positions = SqlBlock.added(positions, position, ended.literals)
    }
  }

  /** Keeps the literals of a row or a query inside, by their position. */
  def keep(inner: SqlBlock): Unit =
    rows = SqlBlock.joined(rows, if (inner.inValues) inner.rows else inner.positions)

  /** The columns that `*` stands for are those of the sources. */
  def resolveStar(): Unit =
    if (star >= 0) positions = SqlBlock.joined(positions, Vector.fill(star)(SqlLiterals.none) ++ rows)

  /** Takes over the columns of a query in brackets that UNION or the like combines with this one. */
  def combine(inner: SqlBlock): Unit = {
    positions = SqlBlock.joined(positions, inner.positions)
    sensitiveColumns = sensitiveColumns ++ inner.sensitiveColumns
  }

  /** The literals of sensitive columns in the result of this query that it does not name itself.
    *
    * @param columns
    *   the positions of sensitive columns that the result is for
    */
  def literalsOf(columns: Set[Int]): Set[SqlLiterals] = {
    val found =
      (if (star >= 0) columns else Set.empty[Int]) ++ (if (isCombined) sensitiveColumns else Set.empty)
    found.flatMap(i => positions.lift(i) ++ (if (isCombined && inValues) rows.lift(i) else None))
  }

  /** The literals of the columns that the list names: those of rows, else of a function or of VALUES without brackets.
    *
    * @param before
    *   the literals of the expression before the list
    */
  def rowsOf(list: SqlBlock, before: SqlLiterals): Vector[SqlLiterals] =
    if (rows.nonEmpty || !(inSource || inValues || list.function == "as")) rows
    else Vector.fill(list.positions.size)(if (inValues) singles ++ before else before)

  /** The names of a list of names, by their position; empty where a name is sensitive. */
  def nameList: Vector[String] = positions.map(_.head.fold("")(SqlNames.of))
}

private object SqlBlock {
  private def joined(to: Vector[SqlLiterals], all: Vector[SqlLiterals]): Vector[SqlLiterals] =
    all.take(SqlWords.maxPositions).zipWithIndex.foldLeft(to) { case (done, (literals, i)) =>
      added(done, i, literals)
    }

  private def added(to: Vector[SqlLiterals], at: Int, literals: SqlLiterals): Vector[SqlLiterals] = {
    val padded = to.padTo(at + 1, SqlLiterals.none)
    padded.updated(at, padded(at) ++ literals)
  }
}
