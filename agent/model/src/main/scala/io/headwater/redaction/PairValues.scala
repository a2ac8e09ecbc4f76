package io.headwater.redaction

/** Keys and values that a comma or an attribute separates. */
private[redaction] object PairValues {
  import CharClasses._

  /** The separator between the key in `[i, end)` and its value. */
  def separator(s: String, i: Int, end: Int): Option[Separator] = {
    val quote = skip(s, end)(_ == '\\')
    val isQuoted = i > 0 && quote < s.length && isQuote(s.charAt(quote)) && s.charAt(i - 1) == s.charAt(quote)
    val value =
      if (isQuoted) member(s, quote + 1).orElse(argument(s, i - 1 - (quote - end), quote + 1))
      else tuple(s, i, end)
    value.map(Separator(i, "=", _))
  }

  /** `{"name": "password", "value": "x"}`, `name="password" value="x"`; also in JSON in JSON. */
  private def member(s: String, end: Int): Option[Int] = {
    val after = blanksEnd(s, end)
    val name = skip(s, if (s.startsWith(",", after)) blanksEnd(s, after + 1) else after)(isMark)
    val operator = blanksEnd(s, skip(s, name + 5)(isMark))
    val value = blanksEnd(s, operator + 1)
    val isValue =
      s.startsWith("value", name) && value < s.length && ":=".indexOf(s.charAt(operator).toInt) >= 0
    if (isValue) Some(value) else None
  }

  private def isMark(c: Char): Boolean = isQuote(c) || c == '\\'

  /** In code: `conf.set("password", "x")`, `("password", b"x")`.
    *
    * @param open
    *   the index of the quote before the key, or of its backslashes
    */
  private def argument(s: String, open: Int, end: Int): Option[Int] = {
    val comma = blanksEnd(s, end)
    val value = blanksEnd(s, comma + 1)
    val quote = skip(s, value)(c => c == '\\' || Character.isLetter(c))
    val isLiteral = quote - value <= 3 && quote < s.length && isQuote(s.charAt(quote))
    if (open > 0 && s.charAt(open - 1) == '(' && s.startsWith(",", comma) && isLiteral) Some(value) else None
  }

  /** A tuple of Scala: `List((password,x), (user,u))`; after a blank only a setting, because a list of columns has the
    * same form.
    */
  private def tuple(s: String, i: Int, end: Int): Option[Int] =
    if (i < 1 || s.charAt(i - 1) != '(' || !s.startsWith(",", end) || end + 1 >= s.length) None
    else {
      val before = if (i < 2) '(' else s.charAt(i - 2)
      val isSetting = (i until end).exists(s.charAt(_) == '.') || (i > 2 && s.charAt(i - 3) == ',')
      val isPair = before == '(' || before == '[' || (before == ' ' && isSetting)
      if (isPair && !Character.isWhitespace(s.charAt(end + 1))) Some(end + 1) else None
    }
}
