package io.headwater.redaction

import java.util.regex.{Matcher, Pattern}

/** Runs the patterns of users with a bound on their work. If a pattern for secrets backtracks without end, or deeper than the
  * stack allows, it counts as a match of the whole text: the whole text is secret.
  */
private[headwater] object BoundedRegex {
  private object StepLimitException extends RuntimeException("step limit of a pattern", null, false, false)

  private final class CountingText(text: CharSequence, remaining: Array[Long]) extends CharSequence {
    def length: Int = text.length
    def charAt(i: Int): Char = {
      remaining(0) -= 1
      if (remaining(0) < 0) throw StepLimitException
      text.charAt(i)
    }
    def subSequence(from: Int, to: Int): CharSequence =
      new CountingText(text.subSequence(from, to), remaining)
    override def toString: String = text.toString
  }

  private def counting(text: String): CharSequence =
    new CountingText(text, Array(20000L + 200L * text.length))

  def find(pattern: Pattern, text: String): Boolean =
    bounded(pattern.matcher(counting(text)).find(), onLimit = true)

  /** Replaces every match by `replacement`, as Spark does with `spark.redaction.string.regex`. */
  def replace(pattern: Pattern, text: String, replacement: String): String =
    bounded(pattern.matcher(counting(text)).replaceAll(Matcher.quoteReplacement(replacement)), replacement)

  /** The begin and the end of a named group in the first match; none without a match, or beyond the bound. */
  def group(pattern: Pattern, text: String, name: String): Option[(Int, Int)] = {
    val matcher = pattern.matcher(counting(text))
    bounded(
      if (matcher.find() && matcher.start(name) >= 0) Some((matcher.start(name), matcher.end(name)))
      else None,
      None
    )
  }

  private def bounded[A](run: => A, onLimit: A): A =
    try run
    catch { case StepLimitException | _: StackOverflowError => onLimit }
}
