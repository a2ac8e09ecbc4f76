package io.headwater.redaction

/** A statement, an expression in brackets or a `CASE`, while it is read. Its parts are values that each expression
  * replaces: what it holds as a list, as the arguments of a function, as a query and as a `CASE`.
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
    columns: Set[Int],
    labels: Vector[String] = Vector.empty
) {
  private var current = SqlExpression()
  private var ofCase = SqlCase()
  private var ofFunction = SqlArguments()
  private var ofList = SqlList()
  private var ofQuery = SqlQuery()
  private var lastNames = NamedColumns.none

  /** The expression that is read. */
  def expression: SqlExpression = current
  def list: SqlList = ofList
  def query: SqlQuery = ofQuery
  def arguments: SqlArguments = ofFunction

  /** The columns that the last list of names has named, if values for them may follow. */
  def named: NamedColumns = lastNames

  def change(next: SqlExpression => SqlExpression): Unit = current = next(current)

  /** A keyword begins another part of the block. */
  def boundary(word: String): Unit = {
    ofQuery = ofQuery.boundary(word)
    if (isCase) ofCase = ofCase.boundary(word)
    word match {
      case "select" => ofList = ofList.copy(position = 0)
      case "from" | "where" => ofList = ofList.copy(position = SqlWords.maxPositions)
      case _ => ()
    }
  }

  /** A comma ends the part at this position. */
  def comma(): Unit = ofList = ofList.copy(position = ofList.position + 1)

  /** Whether the expression is a value of a sensitive column, of a sensitive key, or a key itself. */
  def isForSecret: Boolean = columns(ofList.position) || ofFunction.isValueOfSecret ||
    ofCase.comparesSecret || SqlWords.keyArguments.get(function).contains(ofList.position)

  /** Keeps what matters of the expression, and begins the next one. */
  def endExpression(isSensitiveName: String => Boolean): Unit = {
    if (isCase) ofCase = ofCase.add(current)
    ofFunction = ofFunction.add(current, function, isSensitiveName)
    ofQuery = ofQuery.add(current, ofList.position)
    ofList = ofList.add(current, isSensitiveName)
    current = SqlExpression()
  }

  /** The block has ended: `*` in its columns stands for those of its sources. */
  def end(): Unit =
    for (at <- ofQuery.star) ofList = ofList.copy(columns = ofList.columns ++ ofQuery.rows.shifted(at))

  /** The literals of secrets that no expression tells.
    *
    * @param inserted
    *   the positions of sensitive columns that the block is for, besides its own
    */
  def secrets(inserted: Set[Int] = Set.empty): Vector[SqlLiterals] =
    ofQuery.secrets(ofList.columns, columns ++ inserted) ++ ofFunction.secrets(function) ++ ofCase.secrets

  /** The literals by the names of their columns. */
  def labelled: Vector[(String, SqlLiterals)] = labels.zip(ofList.columns.all)

  /** Keeps the literals of a row or a query inside, by their position. */
  def keepRows(inner: SqlBlock): Unit = ofQuery =
    ofQuery.addRows(if (inner.query.inValues) inner.query.rows else inner.list.columns)

  /** Takes over the columns of a query in brackets that UNION or the like combines with this one. */
  def combine(inner: SqlBlock): Unit = {
    ofList = ofList.copy(columns = ofList.columns ++ inner.list.columns)
    ofQuery = ofQuery.copy(sensitiveColumns = ofQuery.sensitiveColumns ++ inner.query.sensitiveColumns)
  }

  /** Takes a list of names for those of the columns that follow, and for those of the rows before it. */
  def name(names: SqlBlock): Unit = {
    if (!ofQuery.isSelect) lastNames = NamedColumns(names.list.sensitive, names.list.names)
    ofQuery = ofQuery.copy(rows = SqlColumns())
  }

  /** The literals of the columns that the list names: those of rows, else of a function or of VALUES without brackets. */
  def rowsOf(names: SqlBlock): Vector[SqlLiterals] = {
    val before = expression.literals
    if (ofQuery.rows.all.nonEmpty || !(ofQuery.inSource || ofQuery.inValues || names.function == "as"))
      ofQuery.rows.all
    else
      Vector.fill(names.list.columns.all.size)(if (ofQuery.inValues) ofQuery.singles ++ before else before)
  }

  /** A block in brackets inside this one.
    *
    * @param isSource
    *   whether it has the values of the columns that the last list names
    * @param hasValues
    *   whether it has values of the columns that this block is for
    * @param inserted
    *   the positions of sensitive columns that a row in it is for
    */
  def bracket(
      function: String,
      isSource: Boolean,
      hasValues: Boolean,
      inserted: Set[Int]
  ): SqlBlock = {
    val ofColumns =
      if (ofQuery.inValues || isSource || hasValues) columns ++ lastNames.sensitive ++ inserted
      else Set.empty[Int]
    val names = if (isSource) lastNames.labels else Vector.empty
    if (isSource) lastNames = NamedColumns.none
    new SqlBlock(function, isCase = false, ofColumns, names)
  }
}

/** The columns that a list names: the positions of sensitive ones, and the names; empty where a name is sensitive. */
private[redaction] final case class NamedColumns(sensitive: Set[Int], labels: Vector[String])

private[redaction] object NamedColumns {
  val none = NamedColumns(Set.empty, Vector.empty)
}
