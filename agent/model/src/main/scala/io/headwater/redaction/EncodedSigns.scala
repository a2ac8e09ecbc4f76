package io.headwater.redaction

/** The signs around a key and its value as URLs, HTML and JSON encode them: `%22password%22%3A%22x%22`,
  * `password%253Dx`, `&quot;password&quot;:&quot;x&quot;`, `password\u003dx`.
  */
private[redaction] object EncodedSigns {
  private val quotes =
    Vector("%22", "%27", "%2522", "%2527", "&quot;", "&#34;", "&#39;", "\\u0022", "\\u0027")
  private val operators =
    Vector("%3D", "%3A", "%253D", "%253A", "&#61;", "&#58;", "&#x3D;", "\\u003D", "\\u003A")

  /** What begins each of these signs. */
  def isFirst(c: Char): Boolean = c == '%' || c == '&' || c == '\\'

  /** The index after the quote that closes a key; `i` if there is none. */
  def quoteEnd(s: String, i: Int): Int = endOf(s, i, quotes)

  /** The index after the operator; `i` if there is none.
    *
    * @param key
    *   the index of the key: behind `&lt;` it is the name of a tag
    */
  def operatorEnd(s: String, i: Int, key: Int): Int =
    if (s.startsWith("&gt;", i) && s.startsWith("&lt;", key - 4)) i + 4 else endOf(s, i, operators)

  private def endOf(s: String, i: Int, signs: Vector[String]): Int =
    if (i >= s.length || !isFirst(s.charAt(i))) i
    else signs.find(sign => s.regionMatches(true, i, sign, 0, sign.length)).fold(i)(i + _.length)
}
