package io.headwater.shell.extensions.jvm

import scala.util.Try

import org.apache.spark.sql.execution.SQLExecution

import io.headwater.model.{AddedFacet, FacetTarget}
import io.headwater.shell.environment.Contexts
import io.headwater.shell.extensions.{BoundedCalls, EmittedFacetStore, FacetReader}
import io.headwater.shell.logging.Guard
import io.openlineage.client.OpenLineage.{JobFacet, RunFacet}
import io.openlineage.spark.builtin.scala.v1.{FacetEmitter, FacetReceiver}

/** Receives the facets that code on any thread emits through `FacetEmitter`. A facet is for the query that the thread
  * executes; outside a query it is for the application.
  */
private[jvm] final class EmittedFacets(
    store: EmittedFacetStore,
    guard: Guard,
    calls: BoundedCalls,
    execution: () => Option[Long] = () => EmittedFacet.executionId
) extends FacetReceiver {

  def runFacet(name: String, facet: RunFacet): Unit =
    guard(EmittedFacets.stage)(take(EmittedFacet.of(FacetTarget.Run, name, facet, execution())))
  def jobFacet(name: String, facet: JobFacet): Unit =
    guard(EmittedFacets.stage)(take(EmittedFacet.of(FacetTarget.Job, name, facet, execution())))

  def terminated: Boolean = store.isTerminated

  def take(emitted: EmittedFacet): Unit =
    emitted.facet.flatMap(store.add(_, emitted.executionId))
      .left.foreach(calls.rejected(FacetEmitter.getClass.getName.stripSuffix("$"), EmittedFacets.stage, _))

  /** Starts to receive, first what code has emitted since the agent was created. */
  def register(): Unit = {
    FacetEmitter.register(this)
    EarlyFacets.started(this)
  }

  def unregister(): Unit = {
    FacetEmitter.unregister(this)
    EarlyFacets.ended(this)
  }
}

private[jvm] object EmittedFacets {
  val stage = "take a facet"
}

/** A facet, or why it cannot be sent, and the query that its thread executes. */
private[jvm] final case class EmittedFacet(facet: Either[String, AddedFacet], executionId: Option[Long])

private[jvm] object EmittedFacet {

  /** Reads the facet on the thread that emits it, which may change it afterwards. */
  def of(target: FacetTarget, name: String, facet: AnyRef, executionId: Option[Long]): EmittedFacet =
    EmittedFacet(FacetReader.read(target, name, facet), executionId)

  /** The query that this thread executes. */
  def executionId: Option[Long] =
    Option(Contexts.active).flatMap(c => Option(c.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)))
      .flatMap(id => Try(id.toLong).toOption)
}
