package io.headwater.shell.extensions.jvm

import scala.util.Try

import org.apache.spark.sql.execution.SQLExecution

import io.headwater.model.FacetTarget
import io.headwater.shell.environment.Contexts
import io.headwater.shell.extensions.{BoundedCalls, EmittedFacetStore, FacetReader}
import io.headwater.shell.logging.Guard
import io.openlineage.client.OpenLineage.{JobFacet, RunFacet}
import io.openlineage.spark.builtin.scala.v1.{FacetEmitter, FacetReceiver}

/** Receives the facets that code on any thread emits through `FacetEmitter`. A facet is for the query that the thread
  * executes; outside a query it is for the application.
  */
private[jvm] final class EmittedFacets(store: EmittedFacetStore, guard: Guard, calls: BoundedCalls)
    extends FacetReceiver {

  def runFacet(name: String, facet: RunFacet): Unit = emit(FacetTarget.Run, name, facet)
  def jobFacet(name: String, facet: JobFacet): Unit = emit(FacetTarget.Job, name, facet)

  def terminated: Boolean = store.isTerminated

  private def emit(target: FacetTarget, name: String, facet: AnyRef): Unit =
    guard("take a facet") {
      FacetReader.read(target, name, facet).flatMap(store.add(_, executionId))
        .left.foreach(calls.rejected(FacetEmitter.getClass.getName.stripSuffix("$"), "take a facet", _))
    }

  private def executionId: Option[Long] =
    Option(Contexts.active).flatMap(c => Option(c.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)))
      .flatMap(id => Try(id.toLong).toOption)
}
