package io.headwater.shell.extensions.snapshot

import java.util.regex.Pattern

import io.headwater.util.ClassNames

/** A class name as extensions give it: a simple name (`AcmeRelation`), a full name (`com.acme.AcmeRelation`), or a
  * glob that the full name matches (`com.acme.*`). The simple name of an inner class is the part after the last `$`.
  */
final class ClassPattern private (text: String, glob: Option[Pattern]) {

  def matches(c: Class[_]): Boolean = {
    val name = c.getName
    glob.fold(name == text || ClassNames.simpleName(name) == text)(_.matcher(name).matches)
  }

  /** Whether the class or one of its supertypes matches. */
  def matchesSubclass(c: Class[_]): Boolean = ClassNames.ancestors(c).exists(matches)
}

object ClassPattern {
  def apply(text: String): ClassPattern = {
    val glob =
      if (text.exists(ch => ch == '*' || ch == '?')) Some(Pattern.compile(text.map(regex).mkString)) else None
    new ClassPattern(text, glob)
  }

  private def regex(ch: Char): String = ch match {
    case '*' => ".*"
    case '?' => "."
    case other => Pattern.quote(other.toString)
  }
}
