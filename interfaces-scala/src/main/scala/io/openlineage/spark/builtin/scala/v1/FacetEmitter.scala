package io.openlineage.spark.builtin.scala.v1

import io.openlineage.client.OpenLineage.{JobFacet, RunFacet}

/** Adds facets to the next event of the run that the calling thread belongs to: the query that it executes, or else the
  * application. Thread-safe. Without an agent it does nothing.
  */
object FacetEmitter {
  @volatile private var receiver: Option[FacetReceiver] = None
  @volatile private var hasEnded = false // whether the last agent's application has ended

  def emitRunFacet(name: String, facet: RunFacet): Unit = receiver.foreach(_.runFacet(name, facet))

  def emitJobFacet(name: String, facet: JobFacet): Unit = receiver.foreach(_.jobFacet(name, facet))

  /** Whether the terminal event was sent, so that further facets are lost. */
  def isTerminatingEventSent(): Boolean = receiver.exists(_.terminated) || receiver.isEmpty && hasEnded

  /** Called by the agent when an application starts. */
  def register(agent: FacetReceiver): Unit = synchronized { receiver = Some(agent) }

  /** Called by the agent after the end of an application. Another application may have registered since. */
  def unregister(agent: FacetReceiver): Unit = synchronized {
    if (receiver.exists(_ eq agent)) {
      hasEnded = true
      receiver = None
    }
  }
}

/** The agent's implementation of [[FacetEmitter]]. It is called on the threads of the emitting code and does not throw. */
trait FacetReceiver {
  def runFacet(name: String, facet: RunFacet): Unit
  def jobFacet(name: String, facet: JobFacet): Unit
  def terminated: Boolean
}
