package io.headwater.redaction

import java.util.regex.Pattern

/** Runs a pattern that a user wrote with a bound on its work: a pattern that backtracks without end, or deeper than
  * the stack, counts as having matched, and its text as wholly secret.
  */
private[headwater] object BoundedRegex {
  private object Exhausted extends RuntimeException("pattern budget", null, false, false)

  private final class Metered(text: CharSequence, left: Array[Long]) extends CharSequence {
    def length: Int = text.length
    def charAt(i: Int): Char = {
      left(0) -= 1
      if (left(0) < 0) throw Exhausted
      text.charAt(i)
    }
    def subSequence(from: Int, to: Int): CharSequence = new Metered(text.subSequence(from, to), left)
    override def toString: String = text.toString
  }

  private def metered(text: String): CharSequence = new Metered(text, Array(20000L + 200L * text.length))

  def find(pattern: Pattern, text: String): Boolean =
    guarded(pattern.matcher(metered(text)).find(), whenExhausted = true)

  /** Every match replaced by `by`, as Spark does with `spark.redaction.string.regex`. */
  def replace(pattern: Pattern, text: String, by: String): String =
    guarded(pattern.matcher(metered(text)).replaceAll(java.util.regex.Matcher.quoteReplacement(by)), by)

  private def guarded[A](run: => A, whenExhausted: A): A =
    try run
    catch { case Exhausted | _: StackOverflowError => whenExhausted }
}
