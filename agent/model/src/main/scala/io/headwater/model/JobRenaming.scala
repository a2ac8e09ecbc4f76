package io.headwater.model

import java.util.UUID

/** Renames the job of an event, of the stream that it is a part of, and of those parents that are runs of the same
  * application. The run of an orchestrator keeps its job.
  *
  * @param application
  *   the run of the application, if it is known
  * @param keepsJob
  *   whether a run has been sent with a job that is not renamed
  */
final class JobRenaming(application: Option[UUID], keepsJob: UUID => Boolean = _ => false) {

  /** The jobs of the event that may be renamed. */
  def ids(event: RunEvent): Vector[JobId] = {
    val parents = event.parent.toVector.flatMap(p => Vector(p.parent, p.root)).filter(own(event, _))
    (Vector(event.run) ++ parents ++ event.batch.map(_.stream)).filterNot(r => keepsJob(r.runId)).map(_.job)
      .distinct
  }

  def apply(event: RunEvent, rename: JobId => JobId): RunEvent = {
    def renamed(run: RunRef) = if (keepsJob(run.runId)) run else run.copy(job = rename(run.job))
    def ifOwn(run: RunRef) = if (own(event, run)) renamed(run) else run
    event.copy(
      run = renamed(event.run),
      parent = event.parent.map(p => Parent(ifOwn(p.parent), ifOwn(p.root))),
      batch = event.batch.map(b => b.copy(stream = renamed(b.stream)))
    )
  }

  /** The parent of a query is a run of its application; the root may be the orchestrator's. */
  private def own(event: RunEvent, run: RunRef): Boolean =
    application.contains(run.runId) ||
      (event.jobType != JobType.application && event.parent.exists(_.parent.runId == run.runId))
}
