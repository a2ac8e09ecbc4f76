package io.headwater.shell.extensions

import io.headwater.model.ExtensionError
import io.headwater.shell.meters.Meters
import io.headwater.util.Attempts

/** Extensions of one kind. A failure of an extension is an error in the response; it is never thrown. Used on the
  * worker thread only, except `wantsJobs`.
  */
trait Extensions {
  def consult(request: ExtensionRequest): ExtensionResponse

  /** Whether an extension uses the events of jobs and stages, or may use them, because it is not known yet which
    * extensions there are. It must be cheap: the listener thread calls it for each such event.
    */
  def wantsJobs: Boolean

  /** Whether an extension uses the progress of streaming queries. */
  def wantsProgress: Boolean
}

object Extensions {

  /** Calls all of `parts` in this order. If one of them fails itself, the response has an error for it. */
  def all(parts: Vector[Extensions]): Extensions = new Extensions {
    def consult(request: ExtensionRequest): ExtensionResponse =
      parts.map(p => Attempts.caught(p.consult(request)).fold(failed(p, _), identity))
        .foldLeft(ExtensionResponse.none)(_ ++ _)
    def wantsJobs: Boolean = parts.exists(_.wantsJobs)
    def wantsProgress: Boolean = parts.exists(_.wantsProgress)
  }

  /** The same extensions; the meters record the time of each call. */
  def timed(all: Extensions, meters: Meters): Extensions = new Extensions {
    def consult(request: ExtensionRequest): ExtensionResponse = meters.timeExtensions(all.consult(request))
    def wantsJobs: Boolean = all.wantsJobs
    def wantsProgress: Boolean = all.wantsProgress
  }

  private def failed(part: Extensions, cause: Throwable): ExtensionResponse =
    ExtensionResponse.ofErrors(Vector(ExtensionError(part.getClass.getName, "call", cause.toString)))
}
