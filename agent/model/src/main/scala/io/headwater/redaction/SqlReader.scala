package io.headwater.redaction

import java.util.Locale

/** Reads the tokens of one statement, or of several, and finds the literals of sensitive names: the state of one pass.
  *
  * @param inserted
  *   the positions of sensitive columns in the table that the statement inserts into
  */
private[redaction] final class SqlReader(s: String, keys: SensitiveKeys, inserted: Set[Int] = Set.empty) {
  import SqlWords._
  private val names = new SqlNames
  private val expressions = new ExpressionTexts(keys)
  private var blocks = List(SqlReader.statement)
  private var brackets = 0 // of the blocks
  private var depth = 0 // of the blocks
  private var ignored = 0 // brackets that are open and too deep for a block of their own
  private var isTooDeep = false // then the literals of the whole statement are sensitive, if one is
  private var hasSensitive = false
  private var words = Vector("", "") // the last two words, in lower case
  private var isSetVariable = false
  private var wasSensitive = false // the expression before the last boundary
  private var immediate = new ExecuteImmediate(isSensitive)
  private var target = inserted // none if the statement names the columns

  private def block: SqlBlock = blocks.head
  private def expression: SqlExpression = block.expression

  /** Reads the text; to be called once. */
  def secrets(): Seq[SqlToken] = {
    new SqlTokens(s).foreach(read)
    finish()
    if (isTooDeep && hasSensitive)
      new SqlTokens(s).foreach(token => if (token.kind == SqlToken.Literal) names.mask(token))
    names.secrets
  }

  def visits: Int = names.visits

  private def read(token: SqlToken): Unit = token.kind match {
    case SqlToken.Open => open()
    case SqlToken.Close => if (ignored > 0) ignored -= 1 else if (brackets > 0) closeBracket()
    case SqlToken.Comma => comma(token)
    case SqlToken.Word => word(token)
    case SqlToken.Literal => literal(token)
    case SqlToken.Operator if token.text == "|>" => boundary("|>")
    case SqlToken.Operator => block.change(_.addOperator(token))
    case SqlToken.Quoted | SqlToken.Number => name(token)
  }

  private def word(token: SqlToken): Unit = {
    val word = if (token.text.length > 20) "" else token.text.toLowerCase(Locale.ROOT)
    val isDistinctFrom = word == "from" && words(1) == "distinct"
    if (word == "name" && words(1) == "by") target = Set.empty // the columns of the query have the names
    word match {
      case "case" if depth < maxDepth =>
        block.change(_.add(token))
        push(new SqlBlock("", isCase = true, Set.empty))
      case "end" if block.isCase =>
        close()
        block.change(_.add(token))
      case "and" if expression.isBetween => block.change(_.copy(isBetween = false))
      case "and" => endExpression()
      case w if boundaries(w) && !isDistinctFrom => boundary(w)
      case w if relations(w) =>
        if (w == "default" && words(1) == "set" && wasSensitive) block.change(_.copy(isSensitive = true))
        val relates = w != "all" && w != "any" && (w != "distinct" || isComparison)
        block.change(_.addKeyword(token, w, relates))
      case _ => name(token)
    }
    words = Vector(words(1), word)
  }

  /** Whether `DISTINCT` is part of `IS [NOT] DISTINCT FROM`. */
  private def isComparison: Boolean = words(1) == "is" || words == Vector("is", "not")

  private def boundary(word: String): Unit = {
    wasSensitive = expression.isSensitive
    endExpression()
    block.boundary(word)
    immediate.onBoundary(word, words(1))
    if (word == "var" || word == "variable") isSetVariable = words(1) == "set"
  }

  private def name(token: SqlToken): Unit = {
    immediate.onName()
    if (token.kind == SqlToken.Number || isCall(token)) block.change(_.add(token))
    else if (isSensitive(token.text)) {
      expression.comparedNumber.foreach(names.mask)
      block.change(_.addSensitiveName(token))
      hasSensitive = true
    } else if (noNames(token.text.toLowerCase(Locale.ROOT))) block.change(_.add(token))
    else block.change(_.addName(token))
  }

  /** Whether a bracket follows, so that the name is one of a function or a table. */
  private def isCall(token: SqlToken): Boolean = {
    val next = CharClasses.blanksEnd(s, token.until)
    next < s.length && s.charAt(next) == '('
  }

  /** Of a name with dots, the last part is the column. */
  private def isSensitive(name: String): Boolean = keys.matches(name.substring(name.lastIndexOf('.') + 1))

  private def literal(token: SqlToken): Unit = {
    val isName = s.charAt(token.from) == '"' && token.text.nonEmpty &&
      CharClasses.wordEnd(token.text, 0) == token.text.length
    if (isName && !expression.isSensitive && isSensitive(token.text)) block.change(_.addQuotedName(token))
    else if (isPath && keys.matches(token.text)) {
      block.change(_.addSensitivePath(token))
      hasSensitive = true
    } else block.change(_.addLiteral(token))
    val text = s.substring(token.from, token.until)
    immediate.onLiteral(text)
    if (immediate.isSecret(text) || (expressions.inBrackets(text) ne text)) names.mask(token)
    words = Vector(words(1), "")
  }

  /** Whether a literal here names a part of a value: `a['password']`, `get_json_object(a, '$.password')`. */
  private def isPath: Boolean = paths(block.function) ||
    expression.last.exists(t => t.kind == SqlToken.Operator && t.text == "[")

  private def open(): Unit = if (depth >= maxDepth) {
    ignored += 1
    isTooDeep = true
  } else {
    val function = expression.last.filter(_.kind == SqlToken.Word).fold("")(_.text.toLowerCase(Locale.ROOT))
    val isSource = function == "as" || (isSetVariable && expression.last.exists(_.text == "="))
    val rows = if (block.query.inValues && blocks.tail.isEmpty) target else Set.empty[Int]
    val isTarget = // INSERT INTO t (a) (SELECT …)
      !block.query.isSelect && expression.last.exists(_.kind == SqlToken.Close)
    val isList = noFunctions(function) && function != "as"
    push(block.bracket(if (isList) "(" else function, isSource, isTarget, rows))
    brackets += 1
  }

  private def push(next: SqlBlock): Unit = {
    blocks = next :: blocks
    depth += 1
  }

  private def closeBracket(): Unit = {
    while (block.isCase) close()
    brackets -= 1
    close()
  }

  private def comma(token: SqlToken): Unit = {
    endExpression()
    block.comma()
    if (token.text == ";") reset()
  }

  /** A new statement begins. */
  private def reset(): Unit = {
    finish()
    blocks = List(SqlReader.statement)
    brackets = 0
    depth = 0
    ignored = 0
    isSetVariable = false
    immediate = new ExecuteImmediate(isSensitive)
    target = Set.empty
  }

  private def endExpression(): Unit = {
    val ended = expression
    val isAlias = ended.hasAlias(isSensitive)
    val isInserted = block.query.isSelect && blocks.tail.isEmpty &&
      (block.named.sensitive ++ target)(block.list.position)
    val isCompared = ended.isSensitive && ended.isRelation
    if (isCompared || isAlias || isInserted || block.isForSecret) names.mask(ended.literals)
    else if (ended.isRelation) ended.names.foreach(names.record(_, ended.literals))
    else if (!block.query.inSource && ended.hasAlias(_ => true))
      ended.last.foreach(t => names.record(SqlNames.of(t), ended.literals))
    block.endExpression(isSensitive)
  }

  /** Ends all blocks. */
  private def finish(): Unit = {
    while (blocks.tail.nonEmpty) close()
    endExpression()
    endBlock(block.named.sensitive ++ target)
  }

  /** @param inserted the positions of sensitive columns that the block is for, besides its own */
  private def endBlock(inserted: Set[Int] = Set.empty): Unit = {
    block.end()
    block.secrets(inserted).foreach(names.mask)
    block.labelled.foreach { case (label, literals) => names.record(label, literals) }
  }

  /** Ends a bracket or a CASE. Of a query, only its columns matter outside. */
  private def close(): Unit = {
    endExpression()
    endBlock()
    val inner = block
    blocks = blocks.tail
    depth -= 1
    val isQuery = inner.query.isQuery
    val areNames = inner.list.isNames || (block.query.inSource && inner.list.isQuotedNames)
    val isNames = mayBeNames(inner) && areNames && !isQuery && !inner.isCase
    if (isNames) listed(inner)
    else if (block.query.inValues || isQuery) block.keepRows(inner)
    if (isNames && (block.query.inValues || isSetVariable)) ()
    else if (!isQuery) block.change(_.addArguments(inner.arguments))
    else if (isOperand(inner)) operand(inner)
    else if (!block.query.isSelect) block.combine(inner)
    block.change(_.add(new SqlToken(SqlToken.Close, ")", 0, 0)))
  }

  /** Whether a list here may be one of the names of columns or variables. */
  private def mayBeNames(list: SqlBlock): Boolean =
    if (isSetVariable) expression.tokens.count == 0
    else list.function.nonEmpty && list.function != "(" &&
    (!block.query.isSelect || block.query.inSource || block.query.inValues || list.function == "as")

  /** Whether the query that has ended is a value of an expression: `password IN (SELECT …)`. */
  private def isOperand(inner: SqlBlock): Boolean =
    !isSetVariable && (expression.isRelation || inner.function != "as" && (block.function.nonEmpty ||
      block.isCase || (block.query.isSelect && block.list.position < maxPositions)))

  private def operand(inner: SqlBlock): Unit = {
    val columns = inner.list.columns.all ++ inner.query.rows.all
    block.change(_.addQuery(columns, inner.query.sensitiveColumns.nonEmpty))
  }

  /** A list of names: those of the columns that follow, or of the rows before it. */
  private def listed(inner: SqlBlock): Unit = {
    if (blocks.tail.isEmpty && inner.function != "partition") target = Set.empty
    val rows = block.rowsOf(inner)
    block.name(inner)
    inner.list.sensitive.foreach(i => rows.lift(i).foreach(names.mask))
    inner.list.names.zip(rows).foreach { case (label, literals) => names.record(label, literals) }
  }
}

private object SqlReader {
  private def statement: SqlBlock = new SqlBlock("", isCase = false, Set.empty)
}
