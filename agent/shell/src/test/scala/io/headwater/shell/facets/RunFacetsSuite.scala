package io.headwater.shell.facets

import com.fasterxml.jackson.databind.node.ObjectNode
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{AddedFacet, FacetTarget}
import io.headwater.shell.capture.JobInfo
import io.headwater.shell.facets.RunFacetContext.QueryEnded
import io.headwater.shell.json.Json

/** The recipe "a new run facet" of CONTRIBUTING.md, followed here with a facet of its own: one provider, and one line in
  * the list of providers.
  */
class RunFacetsSuite extends AnyFunSuite {

  /** Reports whether a query ended without an error. Forced for failed queries. */
  private object SucceededFacet extends RunFacetProvider {
    val name = "acme_succeeded"

    def facet(context: RunFacetContext): Option[ObjectNode] = context match {
      case QueryEnded(_, _, _, succeeded) => Some(Json.obj().put("succeeded", succeeded))
      case _ => None
    }

    override def isForced(context: RunFacetContext): Boolean = context match {
      case QueryEnded(_, _, _, succeeded) => !succeeded
      case _ => false
    }
  }

  private object ThrowingFacet extends RunFacetProvider {
    val name = "acme_throwing"
    def facet(context: RunFacetContext): Option[ObjectNode] = throw new IllegalStateException("no facet")
  }

  private val job = JobInfo(7, Some("load"), None, None)
  private val succeeded = AddedFacet(FacetTarget.Run, "acme_succeeded", """{"succeeded":true}""")
  private val details =
    AddedFacet(FacetTarget.Run, "spark_jobDetails", """{"jobId":7,"jobDescription":"load"}""")

  private def runFacets(disabled: String*): RunFacets =
    new RunFacets(disabled.toSet, Vector(JobDetailsFacet, ThrowingFacet, SucceededFacet))

  test("a provider in the list adds its facet, and one that throws costs its own facet only") {
    val facets = runFacets()
    facets.job(1, job)
    assert(facets.ended(1, None, None, succeeded = true).facets == Vector(details, succeeded))
    assert(facets.started(job).facets == Vector(details))
    assert(facets.ended.isEmpty)
  }

  test("the first job of a query is in one event only, and not after the query is forgotten") {
    val facets = runFacets()
    facets.job(1, job)
    facets.forget(1)
    assert(facets.ended(1, None, None, succeeded = true).facets == Vector(succeeded))
  }

  test("the call site of a query is that of its first job, if the job tells it") {
    val facets = runFacets()
    def callSite(job: JobInfo) = {
      facets.job(1, job)
      facets.ended(1, None, None, succeeded = true, Some("save at App.scala:3")).facets.head.json
    }
    assert(callSite(job).contains("save at App.scala:3"))
    assert(callSite(job.copy(callSite = Some("collect at App.scala:7"))).contains("collect at App.scala:7"))
  }

  test("a disabled facet is left out, unless its provider forces it") {
    val facets = runFacets("acme_succeeded")
    assert(facets.ended(1, None, None, succeeded = true).isEmpty)
    assert(facets.ended(2, None, None, succeeded = false).facets.map(_.json) ==
      Vector("""{"succeeded":false}"""))
  }
}
