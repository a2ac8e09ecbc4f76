package io.headwater.shell.config

import scala.util.control.NoStackTrace

import io.headwater.config.ConfigProblem

/** Ends the reading of the configuration at the first value that cannot be used. [[ConfigReader]] catches it. */
private[config] final class InvalidConfig(val problem: ConfigProblem)
    extends RuntimeException(problem.line)
    with NoStackTrace

private[config] object InvalidConfig {

  /** What `read` returns, or the problem that ended it. */
  def caught[A](read: => A): Either[ConfigProblem, A] =
    try Right(read)
    catch { case invalid: InvalidConfig => Left(invalid.problem) }

  /** The value that another module has read. */
  def check[A](read: Either[ConfigProblem, A]): A = read match {
    case Right(value) => value
    case Left(problem) => throw new InvalidConfig(problem)
  }
}
