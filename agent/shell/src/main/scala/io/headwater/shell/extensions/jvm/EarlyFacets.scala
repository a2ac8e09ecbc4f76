package io.headwater.shell.extensions.jvm

import scala.collection.mutable

import io.headwater.model.FacetTarget
import io.headwater.shell.logging.Guard
import io.openlineage.client.OpenLineage.{JobFacet, RunFacet}
import io.openlineage.spark.builtin.scala.v1.{FacetEmitter, FacetReceiver}

/** Keeps the facets that code emits through `FacetEmitter` while the agent starts: the first lines of a program run
  * before that. At most [[EarlyFacets.maxFacets]] are kept. Any thread may use it.
  */
private[shell] final class EarlyFacets(guard: Guard, execution: () => Option[Long]) extends FacetReceiver {
  private val waiting = mutable.ArrayBuffer.empty[EmittedFacet]
  private var successor = Option.empty[EmittedFacets]

  def runFacet(name: String, facet: RunFacet): Unit =
    keep(EmittedFacet.of(FacetTarget.Run, name, facet, execution()))
  def jobFacet(name: String, facet: JobFacet): Unit =
    keep(EmittedFacet.of(FacetTarget.Job, name, facet, execution()))
  def terminated: Boolean = synchronized(successor).exists(_.terminated)

  private def keep(read: => EmittedFacet): Unit = guard(EmittedFacets.stage) {
    val emitted = read
    val next = synchronized {
      if (successor.isEmpty && waiting.size < EarlyFacets.maxFacets) waiting += emitted
      successor
    }
    next.foreach(_.take(emitted))
  }

  private def passTo(facets: EmittedFacets): Unit = synchronized {
    successor = Some(facets)
    waiting.foreach(facets.take)
    waiting.clear()
  }
}

private[shell] object EarlyFacets {
  private val maxFacets = 1000
  private var current = Option.empty[EarlyFacets] // guarded by this object, as the next one
  private var running = Set.empty[EmittedFacets]

  /** An agent has been created; `close` follows when it has started, or has failed to. Facets are left to an agent that
    * runs already: its application may be the same.
    */
  def open(guard: Guard, execution: () => Option[Long] = () => EmittedFacet.executionId): Unit = synchronized {
    if (running.isEmpty) {
      val early = new EarlyFacets(guard, execution)
      current = Some(early)
      FacetEmitter.register(early)
    }
  }

  /** An agent has started: it gets what was emitted so far, and what threads are emitting now. */
  private[jvm] def started(agent: EmittedFacets): Unit = synchronized {
    running += agent
    current.foreach(_.passTo(agent))
  }

  private[jvm] def ended(agent: EmittedFacets): Unit = synchronized(running -= agent)

  /** Drops what no agent has taken. */
  def close(): Unit = synchronized {
    current.foreach(FacetEmitter.unregister)
    current = None
  }
}
