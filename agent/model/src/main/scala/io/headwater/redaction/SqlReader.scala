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
  private var blocks = List(new SqlBlock("", isCase = false, Set.empty))
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
  private def expression: SqlExpression = blocks.head.expression

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
    case SqlToken.Operator =>
      if (token.text == "->") expression.isLambda = true
      else if (SqlWords.relates(token.text)) expression.isRelation = true
      if (SqlWords.relates(token.text) && token.text != "||" && token.text != "->")
        expression.isCondition = true
      expression.add(token)
    case SqlToken.Quoted | SqlToken.Number => name(token)
  }

  private def word(token: SqlToken): Unit = {
    val word = if (token.text.length > 20) "" else token.text.toLowerCase(Locale.ROOT)
    val isDistinctFrom = word == "from" && words(1) == "distinct"
    if (word == "name" && words(1) == "by") target = Set.empty // the columns of the query have the names
    word match {
      case "case" if depth < maxDepth =>
        expression.add(token)
        push(new SqlBlock("", isCase = true, Set.empty))
      case "end" if block.isCase => close(); expression.add(token)
      case "and" if expression.isBetween => expression.isBetween = false
      case "and" => endExpression()
      case w if boundaries(w) && !isDistinctFrom => boundary(w)
      case w if relations(w) =>
        if (w == "default" && words(1) == "set" && wasSensitive) expression.isSensitive = true
        expression.isRelation =
          expression.isRelation || w != "all" && w != "any" && (w != "distinct" || isComparison)
        expression.isCondition = expression.isRelation
        expression.isBetween = expression.isBetween || w == "between"
        expression.add(token)
      case _ => name(token)
    }
    words = Vector(words(1), word)
  }

  /** Whether `DISTINCT` is part of `IS [NOT] DISTINCT FROM`. */
  private def isComparison: Boolean = words(1) == "is" || words == Vector("is", "not")

  private def boundary(word: String): Unit = {
    wasSensitive = expression.isSensitive
    endExpression()
    block.inSource = sources(word)
    word match {
      case "select" =>
        block.isQuery = true
        block.inValues = false
        block.position = 0
      case "from" | "where" => block.position = maxPositions
      case "values" =>
        block.inValues = true
        block.singles = SqlLiterals.none
      case "union" | "except" | "intersect" | "minus" => block.isCombined = true
      case "when" =>
        block.inCondition = true
        block.hasCondition = true
      case "then" | "else" => block.inCondition = false
      case "var" | "variable" => isSetVariable = words(1) == "set"
      case _ => immediate.boundary(word, words(1))
    }
  }

  private def name(token: SqlToken): Unit = {
    val before = expression.last
    val beforeThat = expression.beforeLast
    expression.add(token)
    immediate.name()
    if (token.kind == SqlToken.Number || isCall(token)) ()
    else if (!isSensitive(token.text)) plainName(token)
    else {
      expression.isSensitive = true
      hasSensitive = true
      if (before.exists(_.text == "[")) expression.isRelation = true // the key of a map
      expression.literals = expression.literals ++ expression.quotedNames
      expression.quotedNames = SqlLiterals.none
      for (o <- before if o.kind == SqlToken.Operator && SqlWords.relates(o.text); n <- beforeThat)
        if (n.kind == SqlToken.Number) names.mask(n)
    }
  }

  private def plainName(token: SqlToken): Unit =
    if (!noNames(token.text.toLowerCase(Locale.ROOT))) {
      expression.names = SqlNames.of(token) :: expression.names
      expression.literals = expression.literals ++ SqlLiterals.one(token)
    }

  /** Whether a bracket follows, so that the name is one of a function or a table. */
  private def isCall(token: SqlToken): Boolean = {
    val next = CharClasses.blanksEnd(s, token.until)
    next < s.length && s.charAt(next) == '('
  }

  /** Of a name with dots, the last part is the column. */
  private def isSensitive(name: String): Boolean = keys.matches(name.substring(name.lastIndexOf('.') + 1))

  private def literal(token: SqlToken): Unit = {
    val isName = s.charAt(token.from) == '"' && token.text.nonEmpty && CharClasses.wordEnd(
      token.text,
      0
    ) == token.text.length
    if (isName && !expression.isSensitive && isSensitive(token.text)) {
      expression.isSensitive = true
      expression.quotedNames = SqlLiterals.one(token)
    } else if (isPath && keys.matches(token.text)) {
      expression.isSensitive = true
      hasSensitive = true
    } else expression.literals = expression.literals ++ SqlLiterals.one(token)
    expression.add(token)
    val text = s.substring(token.from, token.until)
    val isSecret = immediate.isSecret(text) || (expressions.inBrackets(text) ne text)
    if (immediate.isUsing || isSecret) names.mask(token)
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
    val rows = if (block.inValues && blocks.tail.isEmpty) target else Set.empty[Int]
    val isTarget =
      !block.isQuery && expression.last.exists(_.kind == SqlToken.Close) // INSERT INTO t (a) (SELECT …)
    val columns =
      if (block.inValues || isSource || isTarget) block.columns ++ block.named ++ rows else Set.empty[Int]
    val labels = if (isSource) block.namedLabels else Vector.empty
    if (isSource) {
      block.named = Set.empty
      block.namedLabels = Vector.empty
    }
    val isList = noFunctions(function) && function != "as"
    push(new SqlBlock(if (isList) "(" else function, isCase = false, columns, labels))
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
    block.position += 1
    if (token.text == ";") reset()
  }

  /** A new statement begins. */
  private def reset(): Unit = {
    finish()
    blocks = List(new SqlBlock("", isCase = false, Set.empty))
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
    val isInserted = block.isQuery && blocks.tail.isEmpty && (block.named ++ target)(block.position)
    val ofColumn = isInserted || block.columns(block.position)
    val isBranch = block.isCase && block.isOperandSensitive && block.inCondition
    val isCompared = ended.isSensitive && ended.isRelation
    val isKey = keyArguments.get(block.function).contains(block.position)
    if (isCompared || isAlias || ofColumn || isBranch || isKey || block.isValueOfSecret)
      names.mask(ended.literals)
    else if (ended.isRelation) ended.names.foreach(names.record(_, ended.literals))
    else if (!block.inSource && ended.hasAlias(_ => true))
      ended.last.foreach(t => names.record(SqlNames.of(t), ended.literals))
    block.isValueOfSecret = structures(block.function) && !block.isValueOfSecret && ended.tokens == 1 &&
      ended.last.exists(t => isSensitive(t.text))
    if (block.isCase && !block.hasCondition) block.isOperandSensitive = ended.isSensitive
    block.remember(ended, isSensitive)
    block.expression = new SqlExpression
  }

  /** Ends all blocks. */
  private def finish(): Unit = {
    while (blocks.tail.nonEmpty) close()
    endExpression()
    endBlock(block.named ++ target)
  }

  /** @param columns the positions of sensitive columns that a query is for */
  private def endBlock(columns: Set[Int]): Unit = {
    block.resolveStar()
    block.literalsOf(columns).foreach(names.mask)
    block.labels.zip(block.positions).foreach { case (label, literals) => names.record(label, literals) }
    if (block.isCase && block.isResultSensitive) names.mask(block.results)
    if ((combining(block.function) && block.isSensitive) || (block.hasLambda && block.mentionsSecret))
      names.mask(block.literals)
  }

  /** Ends a bracket or a CASE. Of a query, only its columns matter outside. */
  private def close(): Unit = {
    endExpression()
    endBlock(block.columns)
    val inner = block
    blocks = blocks.tail
    depth -= 1
    val isQuery = inner.isQuery || inner.inValues
    val isNames = mayBeNames(inner) && inner.isNameList && !isQuery && !inner.isCase
    if (isNames) listed(inner)
    else if (block.inValues || isQuery) block.keep(inner)
    if (isNames && (block.inValues || isSetVariable)) ()
    else if (!isQuery) {
      expression.literals = expression.literals ++ inner.literals
      expression.isSensitive = expression.isSensitive || inner.isSensitive
      expression.mentionsSecret = expression.mentionsSecret || inner.mentionsSecret
    } else if (isOperand(inner)) operand(inner)
    else if (!block.isQuery) block.combine(inner)
    expression.add(new SqlToken(SqlToken.Close, ")", 0, 0))
  }

  /** Whether a list here may be one of the names of columns or variables. */
  private def mayBeNames(list: SqlBlock): Boolean =
    if (isSetVariable) expression.tokens == 0
    else list.function.nonEmpty && list.function != "(" &&
    (!block.isQuery || block.inSource || block.inValues || list.function == "as")

  /** Whether the query that has ended is a value of an expression: `password IN (SELECT …)`. */
  private def isOperand(inner: SqlBlock): Boolean =
    !isSetVariable && (expression.isRelation || inner.function != "as" && (block.function.nonEmpty ||
      block.isCase || (block.isQuery && block.position < maxPositions)))

  private def operand(query: SqlBlock): Unit = {
    val columns = query.positions ++ query.rows
    expression.literals = columns.foldLeft(expression.literals)(_ ++ _)
    expression.isSensitive = expression.isSensitive || query.sensitiveColumns.nonEmpty
  }

  /** A list of names: those of the columns that follow, or of the rows before it. */
  private def listed(list: SqlBlock): Unit = {
    val labels = list.nameList
    if (!block.isQuery) {
      block.named = list.sensitivePositions
      block.namedLabels = labels
    }
    if (blocks.tail.isEmpty && list.function != "partition") target = Set.empty
    val rows = block.rowsOf(list, expression.literals)
    list.sensitivePositions.foreach(i => rows.lift(i).foreach(names.mask))
    labels.zip(rows).foreach { case (label, literals) => names.record(label, literals) }
    block.rows = Vector.empty
  }
}
