package io.headwater.shell.handlers

import scala.util.{Failure, Success, Try}

import io.headwater.model.{Additions, Gap, PlanLineage}
import io.headwater.shell.lifecycle.Signal
import io.headwater.util.Attempts

/** The parts of what is read when a run ends. A part that throws, whatever it is, costs its own result: the run has its
  * end nevertheless. Used on the worker thread only.
  */
private[handlers] final class RunEndBuilder {
  private var failures = Vector.empty[Throwable]

  /** Reads a part.
    *
    * @param default the result if it throws
    */
  def attempt[A](default: A)(part: => A): A = Attempts.caught(part).fold(
    cause => {
      failures :+= cause
      default
    },
    identity
  )

  /** The end that has been made of the parts, with a gap if one has failed, and the first failure. */
  def of(ended: Signal.RunEnded): Vector[Try[Signal]] =
    failures.headOption.fold(Vector[Try[Signal]](Success(ended))) {
      cause =>
        val gap =
          Gap(cause.getClass.getName, "end", "a part of what the end of the run tells could not be read")
        val lineage = PlanLineage(gaps = Vector(gap))
        Vector(Success(ended.copy(added = ended.added ++ Additions(lineage = lineage))), Failure(cause))
    }
}
