package io.headwater.shell.extensions.jvm

import scala.util.Try

import org.apache.spark.sql.execution.SQLExecution

import io.headwater.model.{AddedFacet, FacetTarget}
import io.headwater.shell.environment.Contexts
import io.headwater.shell.extensions.{ClientFacets, EmittedFacetStore}
import io.headwater.shell.logging.Guard
import io.openlineage.client.OpenLineage.{JobFacet, RunFacet}
import io.openlineage.spark.builtin.scala.v1.FacetReceiver

/** Takes what is emitted on any thread through `FacetEmitter`, for the query that the thread executes, else for the
  * application.
  */
private[jvm] final class EmittedFacets(emissions: EmittedFacetStore, guard: Guard) extends FacetReceiver {

  def runFacet(name: String, facet: RunFacet): Unit = emit(FacetTarget.Run, name, facet)
  def jobFacet(name: String, facet: JobFacet): Unit = emit(FacetTarget.Job, name, facet)

  def terminated: Boolean = emissions.terminated

  private def emit(target: FacetTarget, name: String, facet: AnyRef): Unit =
    guard("take a facet") {
      emissions.add(AddedFacet(target, name, ClientFacets.json(facet)), execution)
      ()
    }

  private def execution: Option[Long] =
    Option(Contexts.active).flatMap(c => Option(c.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)))
      .flatMap(id => Try(id.toLong).toOption)
}
