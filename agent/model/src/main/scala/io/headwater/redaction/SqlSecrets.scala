package io.headwater.redaction

/** Finds the literals of a statement that belong to a sensitive name, on either side of it: those that are compared with
  * it, combined with it by a function, assigned to it, inserted into it or named by it as an alias. One pass over the
  * tokens, without recursion; work linear to the text.
  */
private[redaction] final class SqlSecrets(keys: SensitiveKeys) {

  /** The statement with these literals replaced; the same instance if there is none.
    *
    * @param inserted
    *   the positions of sensitive columns in the table that the statement inserts into, if it does not name the columns
    */
  def redacted(s: String, inserted: Set[Int] = Set.empty): String =
    if (!s.exists(CharClasses.isQuote(_))) s
    else {
      val found = new SqlReader(s, keys, inserted).secrets()
      if (found.isEmpty) s else replaced(s, found.sortBy(_.from))
    }

  /** The texts of these literals, without their quotes; those that are redacted already are left out. */
  def values(s: String): Vector[String] =
    new SqlReader(s, keys).secrets().iterator.filter(_.kind == SqlToken.Literal)
      .map(token => s.substring(token.from + 1, math.max(token.from + 1, token.until - 1)))
      .filterNot(_.contains(Redactor.replacement)).toVector.distinct

  /** The number of literals and joins of literals that the search visits: a bound on its work besides the tokens. */
  private[redaction] def visits(s: String): Int = {
    val reader = new SqlReader(s, keys)
    reader.secrets()
    reader.visits
  }

  private def replaced(s: String, secrets: Seq[SqlToken]): String = {
    val copy = new RedactedCopy(s)
    for (secret <- secrets) {
      val quotes = if (CharClasses.isQuote(s.charAt(secret.from))) 1 else 0
      val isClosed = secret.until - secret.from > 1 && s.charAt(secret.until - 1) == s.charAt(secret.from)
      copy.redact(secret.from + quotes, if (isClosed) secret.until - quotes else secret.until)
    }
    copy.result
  }
}
