package io.headwater.redaction

/** Keys and values in XML. */
private[redaction] object XmlValues {
  import CharClasses._

  /** The longest list of attributes that is searched for its end. */
  private val maxAttributes = 300

  /** The separator between the key in `[i, end)` and its value: a setting in a file of Hadoop,
    * `<name>fs.s3a.secret.key</name><value>x</value>`, or a tag with attributes, `<password type="a">x</password>`.
    */
  def separator(s: String, i: Int, end: Int): Option[Separator] = ofHadoop(s, i, end).orElse(ofTag(s, i, end))

  private def ofHadoop(s: String, i: Int, end: Int): Option[Separator] = {
    val value = blanksEnd(s, end + 7)
    if (s.startsWith("</name>", end) && s.startsWith("<value>", value) && value + 7 < s.length)
      Some(Separator(i, "=", value + 7))
    else None
  }

  private def ofTag(s: String, i: Int, end: Int): Option[Separator] =
    if (i < 1 || "<:".indexOf(s.charAt(i - 1).toInt) < 0 || !s.startsWith(" ", end)) None
    else {
      val attributes = s.substring(end, math.min(s.length, end + maxAttributes))
      val close = skip(attributes, 0)(c => c != '<' && c != '>')
      if (
        attributes.startsWith(">", close) && attributes.charAt(close - 1) != '/' && end + close + 1 < s.length
      )
        Some(Separator(i, "=", end + close + 1))
      else None
    }

  /** Whether the key, with a `>` behind it, is the name of a tag, with or without a namespace, or the value of an
    * attribute: `<entry key="password">x</entry>`.
    */
  def isTag(s: String, key: Int): Boolean = s.charAt(key - 1) match {
    case '<' => true
    case ':' =>
      val start = s.lastIndexWhere(!isWordChar(_), key - 2)
      start >= 0 && s.charAt(start) == '<'
    case '"' | '\'' => key > 1 && s.charAt(key - 2) == '='
    case _ => false
  }
}
