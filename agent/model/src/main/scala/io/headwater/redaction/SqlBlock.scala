package io.headwater.redaction

/** The literals of a part of a statement: none, one, or two such sets. Joining two is constant work, so that deep nesting
  * costs no more.
  */
private[redaction] final class SqlLiterals(
    val token: SqlToken,
    val first: SqlLiterals,
    val second: SqlLiterals
) {
  def isJoin: Boolean = first != null
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
  var tokens = 0
  var first = Option.empty[SqlToken]
  var last = Option.empty[SqlToken]
  var beforeLast = Option.empty[SqlToken]

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
  */
private[redaction] final class SqlBlock(val function: String, val isCase: Boolean, val columns: Set[Int]) {
  var expression = new SqlExpression
  var literals: SqlLiterals = SqlLiterals.none
  var isSensitive = false
  var isQuery = false
  var inValues = false
  var position = 0

  /** The literals by their position in this list of values or columns. */
  var positions = Vector.empty[SqlLiterals]

  /** The same of the rows and queries inside. */
  var rows = Vector.empty[SqlLiterals]

  /** The positions of sensitive names in this list, if it is one of names; and in the last such list inside. */
  var sensitivePositions = Set.empty[Int]
  var isNameList = true
  var named = Set.empty[Int]

  /** Of a `CASE`: whether its operand is sensitive, and whether a condition is being read. */
  var isOperandSensitive = false
  var inCondition = false
  var hasCondition = false

  /** Of `map` and `named_struct`: whether the next argument is the value of a sensitive key. */
  var isValueOfSecret = false

  /** Keeps the literals and the name of a part of this list. */
  def remember(ended: SqlExpression, isSensitiveName: String => Boolean): Unit = {
    literals = literals ++ ended.literals
    isSensitive = isSensitive || (ended.isSensitive && !ended.isCondition)
    val name = ended.first.filter(t => t.kind == SqlToken.Word || t.kind == SqlToken.Quoted)
    isNameList = isNameList && name.isDefined && !ended.isRelation && ended.tokens <= 3
    if (position < SqlWords.maxPositions) {
      if (ended.first.exists(t => isSensitiveName(t.text))) sensitivePositions += position
      positions = SqlBlock.added(positions, position, ended.literals)
    }
  }

  /** Keeps the literals of a row or a query inside, by their position. */
  def keep(inner: SqlBlock): Unit = {
    val all = if (inner.inValues) inner.rows else inner.positions
    rows = all.zipWithIndex.foldLeft(rows) { case (done, (literals, i)) => SqlBlock.added(done, i, literals) }
  }
}

private object SqlBlock {
  private def added(to: Vector[SqlLiterals], at: Int, literals: SqlLiterals): Vector[SqlLiterals] = {
    val padded = to.padTo(at + 1, SqlLiterals.none)
    padded.updated(at, padded(at) ++ literals)
  }
}
