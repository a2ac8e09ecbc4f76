package io.headwater.redaction

import java.util.Locale

import scala.collection.mutable

/** Reads the tokens of one statement, or of several, and finds the literals of sensitive names: the state of one pass. */
private[redaction] final class SqlReader(s: String, keys: SensitiveKeys) {
  import SqlWords._
  private val found = mutable.ArrayBuffer.empty[SqlToken]
  private val masked = mutable.HashSet.empty[Int]
  var visits = 0
  private var frames = List(new SqlFrame("", isCase = false, Set.empty))
  private var brackets = 0 // of the frames
  private var depth = 0 // of the frames
  private var ignored = 0 // brackets that are open and too deep for a frame of their own
  private var isTooDeep = false // then the literals of the whole statement are sensitive, if one is
  private var hasSensitive = false
  private var words = Vector("", "") // the last two words, in lower case
  private var isSetVariable = false
  private var usesSecret = false // EXECUTE IMMEDIATE of a statement with a sensitive name
  private var isUsing = false

  private def frame: SqlFrame = frames.head
  private def region: SqlRegion = frames.head.region

  /** Reads the text; to be called once. */
  def secrets(): Seq[SqlToken] = {
    new SqlTokens(s).foreach(read)
    while (frames.tail.nonEmpty) close()
    endRegion()
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
      if (isRelation(token.text)) region.isRelation = true
      if (isRelation(token.text) && token.text != "||") region.isCondition = true
      region.add(token)
    case SqlToken.Quoted | SqlToken.Number => name(token)
  }

  private def isRelation(operator: String): Boolean =
    operator == "||" || operator.exists(c => c == '=' || c == '<' || c == '>')

  private def word(token: SqlToken): Unit = {
    val word = if (token.text.length > 20) "" else token.text.toLowerCase(Locale.ROOT)
    val isDistinctFrom = word == "from" && words(1) == "distinct"
    word match {
      case "case" if depth < maxDepth =>
        region.add(token)
        push(new SqlFrame("", isCase = true, Set.empty))
      case "end" if frame.isCase => close(); region.add(token)
      case "and" if region.isBetween => region.isBetween = false
      case "and" => endRegion()
      case w if boundaries(w) && !isDistinctFrom => boundary(w)
      case w if relations(w) =>
        region.isRelation = region.isRelation || w != "all" && w != "any" && (w != "distinct" || isComparison)
        region.isCondition = region.isRelation
        region.isBetween = region.isBetween || w == "between"
        region.add(token)
      case _ => name(token)
    }
    words = Vector(words(1), word)
  }

  /** Whether `DISTINCT` is part of `IS [NOT] DISTINCT FROM`. */
  private def isComparison: Boolean = words(1) == "is" || words == Vector("is", "not")

  private def boundary(word: String): Unit = {
    endRegion()
    word match {
      case "select" =>
        frame.isQuery = true
        frame.position = 0
      case "from" | "where" => frame.position = maxPositions
      case "values" => frame.inValues = true
      case "when" =>
        frame.inCondition = true
        frame.hasCondition = true
      case "then" | "else" => frame.inCondition = false
      case "var" | "variable" => isSetVariable = words(1) == "set"
      case "using" => isUsing = usesSecret
      case _ => ()
    }
  }

  private def name(token: SqlToken): Unit = {
    val before = region.last
    val beforeThat = region.beforeLast
    region.add(token)
    if (token.kind != SqlToken.Number && isSensitive(token.text) && !isCall(token)) {
      region.isSensitive = true
      hasSensitive = true
      region.literals = region.literals ++ region.quotedNames
      region.quotedNames = SqlLiterals.none
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
    if (isName && !region.isSensitive && isSensitive(token.text)) {
      region.isSensitive = true
      region.quotedNames = SqlLiterals.one(token)
    } else region.literals = region.literals ++ SqlLiterals.one(token)
    region.add(token)
    if (isUsing) mask(token)
    if (words(1) == "immediate") statement(token)
    words = Vector(words(1), "")
  }

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
    val function = region.last.filter(_.kind == SqlToken.Word).fold("")(_.text.toLowerCase(Locale.ROOT))
    val isSource = function == "as" || (isSetVariable && region.last.exists(_.text == "="))
    val columns = if (frame.inValues || isSource) frame.columns ++ frame.named else Set.empty[Int]
    if (isSource) frame.named = Set.empty
    push(new SqlFrame(if (noFunctions(function)) "(" else function, isCase = false, columns))
    brackets += 1
  }

  private def push(next: SqlFrame): Unit = {
    frames = next :: frames
    depth += 1
  }

  private def closeBracket(): Unit = {
    while (frame.isCase) close()
    brackets -= 1
    close()
  }

  private def comma(token: SqlToken): Unit = {
    endRegion()
    frame.position += 1
    if (token.text == ";") reset()
  }

  /** A new statement begins. */
  private def reset(): Unit = {
    frames = List(new SqlFrame("", isCase = false, Set.empty))
    brackets = 0
    depth = 0
    ignored = 0
    isSetVariable = false
    usesSecret = false
    isUsing = false
  }

  private def endRegion(): Unit = {
    val ended = region
    val isAlias = ended.tokens > 1 && isAliasOf(ended)
    val isInserted = frame.isQuery && frames.tail.isEmpty && frame.named(frame.position)
    val ofColumn = isInserted || frame.columns(frame.position)
    val isBranch = frame.isCase && frame.isOperandSensitive && frame.inCondition
    val isCompared = ended.isSensitive && ended.isRelation
    if (isCompared || isAlias || ofColumn || isBranch || frame.isValueOfSecret) {
      mask(ended.literals)
      ended.literals = SqlLiterals.none // masked once, so that nesting costs no more
    }
    frame.isValueOfSecret = structures(frame.function) && !frame.isValueOfSecret && ended.tokens == 1 &&
      ended.last.exists(t => isSensitive(t.text))
    if (frame.isCase && !frame.hasCondition) frame.isOperandSensitive = ended.isSensitive
    frame.remember(ended, isSensitive)
    frame.region = new SqlRegion
  }

  private def isAliasOf(ended: SqlRegion): Boolean = {
    val named =
      ended.last.exists(t => t.kind != SqlToken.Literal && t.kind != SqlToken.Number && isSensitive(t.text))
    named && ended.beforeLast.exists(_.kind != SqlToken.Operator)
  }

  /** Ends a bracket or a CASE. Of a query, only its columns matter outside. */
  private def close(): Unit = {
    endRegion()
    val inner = frame
    frames = frames.tail
    depth -= 1
    if (combining(inner.function) && inner.isSensitive) {
      mask(inner.literals)
      inner.literals = SqlLiterals.none
    }
    val isNamed = if (isSetVariable) region.tokens == 0 else inner.function.nonEmpty && inner.function != "("
    if (isNamed && inner.isNameList && !inner.isQuery && !inner.isCase) names(inner)
    else if (frame.inValues || inner.isQuery || inner.inValues) frame.keep(inner)
    if (!inner.isQuery && !inner.inValues) {
      region.literals = region.literals ++ inner.literals
      region.isSensitive = region.isSensitive || inner.isSensitive
    }
    region.add(new SqlToken(SqlToken.Close, ")", 0, 0))
  }

  /** A list of names: those of the columns that follow, or of the rows before it. */
  private def names(list: SqlFrame): Unit = {
    if (!frame.isQuery) frame.named = list.sensitivePositions
    list.sensitivePositions.foreach(i => if (i < frame.rows.size) mask(frame.rows(i)))
    frame.rows = Vector.empty
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
