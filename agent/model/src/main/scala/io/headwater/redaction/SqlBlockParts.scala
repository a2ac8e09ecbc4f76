package io.headwater.redaction

/** The parts of a block between commas.
  *
  * @param position
  *   the position of the part that is read
  * @param columns
  *   the literals by their position
  * @param sensitive
  *   the positions of sensitive names
  * @param isNames
  *   whether each part may be a name
  * @param isQuotedNames
  *   the same if names may be in double quotes, as in the statements that Spark sends by JDBC
  */
private[redaction] final case class SqlList(
    position: Int = 0,
    columns: SqlColumns = SqlColumns(),
    sensitive: Set[Int] = Set.empty,
    isNames: Boolean = true,
    isQuotedNames: Boolean = true
) {
  def add(ended: SqlExpression, isSensitiveName: String => Boolean): SqlList = {
    val isName = ended.first.exists(SqlNames.isName) && !ended.isRelation && ended.tokens.count <= 3
    val isSensitive = position < SqlWords.maxPositions && ended.first.exists(t => isSensitiveName(t.text))
    SqlList(
      position,
      columns.add(position, ended.literals),
      if (isSensitive) sensitive + position else sensitive,
      isNames && isName,
      isQuotedNames && (isName || (ended.tokens.count == 1 && ended.first.exists(_.mayBeName)))
    )
  }

  /** The names by their position; empty where a name is sensitive. */
  def names: Vector[String] = columns.all.map(_.head.fold("")(SqlNames.of))
}

/** The expressions of a block as arguments of a function.
  *
  * @param isSensitive
  *   whether one is the value of a sensitive column
  * @param hasLambda
  *   whether one is a lambda
  * @param mentionsSecret
  *   whether one has a sensitive name anywhere
  * @param isValueOfSecret
  *   of `map` and `named_struct`: whether the next argument is the value of a sensitive key
  */
private[redaction] final case class SqlArguments(
    literals: SqlLiterals = SqlLiterals.Empty,
    isSensitive: Boolean = false,
    hasLambda: Boolean = false,
    mentionsSecret: Boolean = false,
    isValueOfSecret: Boolean = false
) {
  def add(ended: SqlExpression, function: String, isSensitiveName: String => Boolean): SqlArguments =
    SqlArguments(
      literals ++ ended.literals,
      isSensitive || ended.isSensitiveValue,
      hasLambda || ended.isLambda,
      mentionsSecret || ended.isSensitive || ended.mentionsSecret,
      SqlWords.structures(function) && !isValueOfSecret && ended.tokens.count == 1 &&
        ended.last.exists(t => isSensitiveName(t.text))
    )

  /** All literals, if they belong to a sensitive argument. */
  def secrets(function: String): Option[SqlLiterals] =
    if ((SqlWords.combining(function) && isSensitive) || (hasLambda && mentionsSecret)) Some(literals)
    else None
}

/** The branches of a `CASE`.
  *
  * @param isOperandSensitive
  *   whether the value that the conditions compare is that of a sensitive column
  * @param hasCondition
  *   whether a condition was read
  * @param inCondition
  *   whether one is read
  * @param results
  *   the literals of its results
  * @param isResultSensitive
  *   whether a result is the value of a sensitive column
  */
private[redaction] final case class SqlCase(
    isOperandSensitive: Boolean = false,
    hasCondition: Boolean = false,
    inCondition: Boolean = false,
    results: SqlLiterals = SqlLiterals.Empty,
    isResultSensitive: Boolean = false
) {
  def comparesSecret: Boolean = isOperandSensitive && inCondition

  def boundary(word: String): SqlCase = word match {
    case "when" => copy(hasCondition = true, inCondition = true)
    case "then" | "else" => copy(inCondition = false)
    case _ => this
  }

  def add(ended: SqlExpression): SqlCase =
    if (!hasCondition) copy(isOperandSensitive = ended.isSensitive)
    else if (inCondition) this
    else copy(
      results = results ++ ended.literals,
      isResultSensitive = isResultSensitive || ended.isSensitiveValue
    )

  /** The literals of its results, if another one is the value of a sensitive column. */
  def secrets: Option[SqlLiterals] = if (isResultSensitive) Some(results) else None
}

/** What makes a block a query, or `VALUES`.
  *
  * @param isSelect
  *   whether it has `SELECT`
  * @param inValues
  *   whether `VALUES` is read
  * @param inSource
  *   whether the part after `FROM`, `JOIN`, `INTO` or `USING` is read: names are those of tables
  * @param isCombined
  *   whether `UNION` or the like combines queries
  * @param star
  *   the position of `*` in the columns
  * @param sensitiveColumns
  *   the positions of sensitive columns in its result
  * @param singles
  *   the literals after `VALUES` that are outside of brackets: rows of one column
  * @param rows
  *   the literals of the rows and queries inside, by their position
  */
private[redaction] final case class SqlQuery(
    isSelect: Boolean = false,
    inValues: Boolean = false,
    inSource: Boolean = false,
    isCombined: Boolean = false,
    star: Option[Int] = None,
    sensitiveColumns: Set[Int] = Set.empty,
    singles: SqlLiterals = SqlLiterals.Empty,
    rows: SqlColumns = SqlColumns()
) {
  def isQuery: Boolean = isSelect || inValues

  def boundary(word: String): SqlQuery = {
    val here = copy(inSource = SqlWords.sources(word))
    word match {
      case "select" => here.copy(isSelect = true, inValues = false)
      case "values" => here.copy(inValues = true, singles = SqlLiterals.Empty)
      case "union" | "except" | "intersect" | "minus" => here.copy(isCombined = true)
      case _ => here
    }
  }

  def add(ended: SqlExpression, position: Int): SqlQuery = {
    val isColumn = isSelect && position < SqlWords.maxPositions
    copy(
      star = if (isColumn && ended.last.exists(_.text == "*")) Some(position) else star,
      sensitiveColumns =
        if (isColumn && ended.isSensitiveValue) sensitiveColumns + position else sensitiveColumns,
      singles = if (inValues) singles ++ ended.literals else singles
    )
  }

  def addRows(more: SqlColumns): SqlQuery = copy(rows = rows ++ more)

  /** The literals of sensitive columns in the result that the query does not name itself.
    *
    * @param columns
    *   the literals of its columns
    * @param wanted
    *   the positions of sensitive columns that the result is for
    */
  def secrets(columns: SqlColumns, wanted: Set[Int]): Vector[SqlLiterals] = {
    val found = (if (star.isDefined) wanted else Set.empty[Int]) ++
      (if (isCombined) sensitiveColumns else Set.empty)
    found.toVector.flatMap(i => columns.at(i) ++ (if (isCombined && inValues) rows.at(i) else None))
  }
}
