package io.headwater.redaction

import java.util.Locale

import scala.collection.mutable

/** Reads the tokens of one statement, or of several, and finds the literals of sensitive names: the state of one pass.
  *
  * @param inserted
  *   the positions of sensitive columns in the table that the statement inserts into
  */
private[redaction] final class SqlReader(s: String, keys: SensitiveKeys, inserted: Set[Int] = Set.empty) {
  import SqlWords._
  private val found = mutable.ArrayBuffer.empty[SqlToken]
  private val masked = mutable.HashSet.empty[Int]
  var visits = 0
  private var blocks = List(new SqlBlock("", isCase = false, Set.empty))
  private var brackets = 0 // of the blocks
  private var depth = 0 // of the blocks
  private var ignored = 0 // brackets that are open and too deep for a block of their own
  private var isTooDeep = false // then the literals of the whole statement are sensitive, if one is
  private var hasSensitive = false
  private var words = Vector("", "") // the last two words, in lower case
  private var isSetVariable = false
  private var wasSensitive = false // the expression before the last boundary
  private var usesSecret = false // EXECUTE IMMEDIATE of a statement with a sensitive name
  private var isUsing = false
  private var target = inserted // none if the statement names the columns

  private def block: SqlBlock = blocks.head
  private def expression: SqlExpression = blocks.head.expression

  /** Reads the text; to be called once. */
  def secrets(): Seq[SqlToken] = {
    new SqlTokens(s).foreach(read)
    while (blocks.tail.nonEmpty) close()
    endExpression()
    if (isTooDeep && hasSensitive)
      new SqlTokens(s).foreach(token => if (token.kind == SqlToken.Literal) mask(token))
    found.toVector
  }

  private def read(token: SqlToken): Unit = token.kind match {
    case SqlToken.Open => open()
    case SqlToken.Close => if (ignored > 0) ignored -= 1 else if (brackets > 0) closeBracket()
    case SqlToken.Comma => comma(token)
    case SqlToken.Word => word(token)
    case SqlToken.Literal => literal(token)
    case SqlToken.Operator =>
      if (isRelation(token.text)) expression.isRelation = true
      if (isRelation(token.text) && token.text != "||") expression.isCondition = true
      expression.add(token)
    case SqlToken.Quoted | SqlToken.Number => name(token)
  }

  private def isRelation(operator: String): Boolean =
    operator == "||" || operator.exists(c => c == '=' || c == '<' || c == '>')

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
    word match {
      case "select" =>
        block.isQuery = true
        block.position = 0
      case "from" | "where" => block.position = maxPositions
      case "values" => block.inValues = true
      case "when" =>
        block.inCondition = true
        block.hasCondition = true
      case "then" | "else" => block.inCondition = false
      case "var" | "variable" => isSetVariable = words(1) == "set"
      case "using" => isUsing = usesSecret
      case _ => ()
    }
  }

  private def name(token: SqlToken): Unit = {
    val before = expression.last
    val beforeThat = expression.beforeLast
    expression.add(token)
    if (token.kind != SqlToken.Number && isSensitive(token.text) && !isCall(token)) {
      expression.isSensitive = true
      hasSensitive = true
      expression.literals = expression.literals ++ expression.quotedNames
      expression.quotedNames = SqlLiterals.none
      for (o <- before if o.kind == SqlToken.Operator && isRelation(o.text); n <- beforeThat)
        if (n.kind == SqlToken.Number) mask(n)
    }
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
    if (isUsing) mask(token)
    if (words(1) == "immediate") statement(token)
    words = Vector(words(1), "")
  }

  /** Whether a literal here names a part of a value: `a['password']`, `get_json_object(a, '$.password')`. */
  private def isPath: Boolean = paths(block.function) ||
    expression.last.exists(t => t.kind == SqlToken.Operator && t.text == "[")

  /** The statement of EXECUTE IMMEDIATE: its values are the literals after USING. */
  private def statement(token: SqlToken): Unit = {
    val inner = s.substring(token.from + 1, math.max(token.from + 1, token.until - 1))
    new SqlTokens(inner).foreach(t => if (t.kind == SqlToken.Word && isSensitive(t.text)) usesSecret = true)
    if (usesSecret && inner.exists(CharClasses.isQuote(_))) mask(token)
  }

  private def open(): Unit = if (depth >= maxDepth) {
    ignored += 1
    isTooDeep = true
  } else {
    val function = expression.last.filter(_.kind == SqlToken.Word).fold("")(_.text.toLowerCase(Locale.ROOT))
    val isSource = function == "as" || (isSetVariable && expression.last.exists(_.text == "="))
    val rows = if (block.inValues && blocks.tail.isEmpty) target else Set.empty[Int]
    val columns = if (block.inValues || isSource) block.columns ++ block.named ++ rows else Set.empty[Int]
    if (isSource) block.named = Set.empty
    push(new SqlBlock(if (noFunctions(function)) "(" else function, isCase = false, columns))
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
    blocks = List(new SqlBlock("", isCase = false, Set.empty))
    brackets = 0
    depth = 0
    ignored = 0
    isSetVariable = false
    usesSecret = false
    isUsing = false
    target = Set.empty
  }

  private def endExpression(): Unit = {
    val ended = expression
    val isAlias = ended.tokens > 1 && isAliasOf(ended)
    val isInserted = block.isQuery && blocks.tail.isEmpty && (block.named ++ target)(block.position)
    val ofColumn = isInserted || block.columns(block.position)
    val isBranch = block.isCase && block.isOperandSensitive && block.inCondition
    val isCompared = ended.isSensitive && ended.isRelation
    if (isCompared || isAlias || ofColumn || isBranch || block.isValueOfSecret) {
      mask(ended.literals)
      ended.literals = SqlLiterals.none // masked once, so that nesting costs no more
    }
    block.isValueOfSecret = structures(block.function) && !block.isValueOfSecret && ended.tokens == 1 &&
      ended.last.exists(t => isSensitive(t.text))
    if (block.isCase && !block.hasCondition) block.isOperandSensitive = ended.isSensitive
    block.remember(ended, isSensitive)
    block.expression = new SqlExpression
  }

  private def isAliasOf(ended: SqlExpression): Boolean = {
    val named =
      ended.last.exists(t => t.kind != SqlToken.Literal && t.kind != SqlToken.Number && isSensitive(t.text))
    named && ended.beforeLast.exists(_.kind != SqlToken.Operator)
  }

  /** Ends a bracket or a CASE. Of a query, only its columns matter outside. */
  private def close(): Unit = {
    endExpression()
    val inner = block
    blocks = blocks.tail
    depth -= 1
    if (combining(inner.function) && inner.isSensitive) {
      mask(inner.literals)
      inner.literals = SqlLiterals.none
    }
    val isNamed =
      if (isSetVariable) expression.tokens == 0 else inner.function.nonEmpty && inner.function != "("
    if (isNamed && inner.isNameList && !inner.isQuery && !inner.isCase) names(inner)
    else if (block.inValues || inner.isQuery || inner.inValues) block.keep(inner)
    if (!inner.isQuery && !inner.inValues) {
      expression.literals = expression.literals ++ inner.literals
      expression.isSensitive = expression.isSensitive || inner.isSensitive
    }
    expression.add(new SqlToken(SqlToken.Close, ")", 0, 0))
  }

  /** A list of names: those of the columns that follow, or of the rows before it. */
  private def names(list: SqlBlock): Unit = {
    if (!block.isQuery) block.named = list.sensitivePositions
    if (blocks.tail.isEmpty && list.function != "partition") target = Set.empty
    list.sensitivePositions.foreach(i => if (i < block.rows.size) mask(block.rows(i)))
    block.rows = Vector.empty
  }

  private def mask(literals: SqlLiterals): Unit = {
    var open = List(literals)
    while (open.nonEmpty) {
      val next = open.head
      visits += 1
      open = open.tail
      if (next.isJoin) open = next.first :: next.second :: open
      else if (!next.isNone) mask(next.token)
    }
  }

  private def mask(token: SqlToken): Unit = if (masked.add(token.from)) { found += token; () }
}
