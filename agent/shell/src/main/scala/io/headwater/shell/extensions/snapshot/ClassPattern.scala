package io.headwater.shell.extensions.snapshot

import java.util.regex.Pattern

/** Names a class as extensions do: `AcmeRelation`, `com.acme.AcmeRelation`, or a glob over the full name,
  * `com.acme.*`. The simple name of an inner class is what follows the last `$`.
  */
final class ClassPattern private (text: String, glob: Option[Pattern]) {

  def matches(c: Class[_]): Boolean = {
    val name = c.getName
    glob.fold(name == text || ClassPattern.simple(name) == text)(_.matcher(name).matches)
  }

  /** Whether the class, or one that it extends or implements, has such a name. */
  def matchesKind(c: Class[_]): Boolean = ClassPattern.kinds(c).exists(matches)
}

object ClassPattern {
  def apply(text: String): ClassPattern = {
    val glob =
      if (text.exists(ch => ch == '*' || ch == '?')) Some(Pattern.compile(text.map(regex).mkString)) else None
    new ClassPattern(text, glob)
  }

  def simple(name: String): String = name.substring(1 + math.max(name.lastIndexOf('.'), inner(name)))

  /** A Scala object's class ends in `$`. */
  private def inner(name: String): Int = name.lastIndexOf('$', name.length - 2)

  private def regex(ch: Char): String = ch match {
    case '*' => ".*"
    case '?' => "."
    case other => Pattern.quote(other.toString)
  }

  /** A class, its superclasses, and all interfaces of these. */
  def kinds(c: Class[_]): Set[Class[_]] = {
    val above = Iterator.iterate[Class[_]](c)(_.getSuperclass).takeWhile(_ != null).toVector
    def all(i: Class[_]): Set[Class[_]] = i.getInterfaces.toSet.flatMap((x: Class[_]) => all(x) + x)
    above.toSet ++ above.flatMap(all)
  }
}
