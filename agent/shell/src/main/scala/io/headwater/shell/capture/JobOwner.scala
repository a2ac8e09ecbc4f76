package io.headwater.shell.capture

/** What a job runs for. */
sealed trait JobOwner {

  /** The query that runs and that the job carries the id of. */
  def query: Option[Long]
}

object JobOwner {

  /** The user's program, for an RDD. */
  case object Program extends JobOwner {
    def query: Option[Long] = None
  }

  /** A query, or the source of a streaming query, which is no query of its own. */
  final case class Engine(query: Option[Long]) extends JobOwner

  /** A query in a streaming query. If it is a batch with `foreachBatch`, the user's program may have started the job. */
  final case class Batch(id: Long) extends JobOwner {
    def query: Option[Long] = Some(id)
  }
}
