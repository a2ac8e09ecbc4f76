package io.openlineage.spark.builtin.scala.v1

import io.openlineage.client.OpenLineage.{JobFacet, RunFacet}

/** Puts facets into the next event of the run that the calling thread belongs to: the query that it executes, else the
  * application. From any thread; does nothing where no agent runs.
  */
object FacetEmitter {
  @volatile private var receiver: Option[FacetReceiver] = None

  def emitRunFacet(name: String, facet: RunFacet): Unit = receiver.foreach(_.runFacet(name, facet))

  def emitJobFacet(name: String, facet: JobFacet): Unit = receiver.foreach(_.jobFacet(name, facet))

  /** Whether a facet would come too late. */
  def isTerminatingEventSent(): Boolean = receiver.exists(_.terminated)

  /** For the agent, when an application starts. */
  def register(agent: FacetReceiver): Unit = synchronized { receiver = Some(agent) }

  /** For the agent, when an application has ended; another one may have started since. */
  def unregister(agent: FacetReceiver): Unit = synchronized {
    if (receiver.exists(_ eq agent)) receiver = None
  }
}

/** The agent's end of [[FacetEmitter]]; called on the threads of those who emit, and throws nothing. */
trait FacetReceiver {
  def runFacet(name: String, facet: RunFacet): Unit
  def jobFacet(name: String, facet: JobFacet): Unit
  def terminated: Boolean
}
