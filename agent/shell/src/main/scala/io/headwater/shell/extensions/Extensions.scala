package io.headwater.shell.extensions

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
