package io.headwater.emit.facets

import java.net.URI

import scala.util.Try

import io.headwater.emit.json.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage._

/** `ownership`, `tags`, `environmentVariables`, `nominalTime` and `sourceCodeLocation`: the metadata that the configuration
  * declares for all jobs and runs of the application.
  */
final class JobMetadataFacets(ol: OpenLineage, settings: EventSettings) {
  import settings.{declared, enabled}

  def addTo(job: JobFacetsBuilder): Unit = {
    enabled("ownership")(owners).foreach(job.ownership)
    enabled("tags")(jobTags).foreach(job.tags)
    enabled("sourceCodeLocation")(sourceCode).foreach(job.sourceCodeLocation)
  }

  def addTo(run: RunFacetsBuilder): Unit = {
    enabled("tags")(runTags).foreach(run.tags)
    enabled("nominalTime")(nominalTime).foreach(run.nominalTime)
    enabled("environmentVariables")(environment).foreach(run.environmentVariables)
    val name = JobMetadataFacets.environmentProperties
    enabled(name)(environmentProperties).foreach(run.put(name, _))
  }

  private def owners: Option[OwnershipJobFacet] =
    nonEmpty(declared.owners)(o => ol.newOwnershipJobFacetOwners(o.name, o.kind))(ol.newOwnershipJobFacet(_))

  private def jobTags: Option[TagsJobFacet] =
    nonEmpty(declared.jobTags)(t => ol.newTagsJobFacetFields(t.key, t.value, t.source))(ol.newTagsJobFacet(_))

  private def runTags: Option[TagsRunFacet] =
    nonEmpty(declared.runTags)(t => ol.newTagsRunFacetFields(t.key, t.value, t.source))(ol.newTagsRunFacet(_))

  private def nominalTime: Option[NominalTimeRunFacet] = declared.nominalTime.map { time =>
    val started = ol.newNominalTimeRunFacetBuilder().nominalStartTime(time.start)
    time.end.foldLeft(started)(_.nominalEndTime(_)).build()
  }

  private def sourceCode: Option[SourceCodeLocationJobFacet] =
    for (code <- declared.sourceCode; url <- Try(URI.create(code.url)).toOption) yield {
      val facet = ol.newSourceCodeLocationJobFacetBuilder().`type`(code.kind).url(url)
      code.repoUrl.foreach(facet.repoUrl)
      code.path.foreach(facet.path)
      code.version.foreach(facet.version)
      code.tag.foreach(facet.tag)
      code.branch.foreach(facet.branch)
      code.pullRequest.foreach(facet.pullRequestNumber)
      facet.build()
    }

  private def environment: Option[EnvironmentVariablesRunFacet] =
    nonEmpty(declared.environment) { case (name, value) => ol.newEnvironmentVariable(name, value) }(
      ol.newEnvironmentVariablesRunFacet(_)
    )

  private def environmentProperties: Option[RunFacet] =
    if (declared.environment.isEmpty) None
    else {
      val variables = JavaCollections.map(declared.environment)
      Some(CustomFacet(settings, Vector(JobMetadataFacets.environmentProperties -> variables)))
    }

  private def nonEmpty[A, B, C](all: Vector[A])(each: A => B)(facet: java.util.List[B] => C): Option[C] =
    if (all.isEmpty) None else Some(facet(JavaCollections.list(all.map(each))))
}

private object JobMetadataFacets {

  /** The facet of the published agent with the same variables. */
  val environmentProperties = "environment-properties"
}
