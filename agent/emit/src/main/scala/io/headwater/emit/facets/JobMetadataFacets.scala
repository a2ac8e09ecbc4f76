package io.headwater.emit.facets

import java.net.URI

import scala.util.Try

import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage._

/** `ownership`, `tags`, `environmentVariables`, `nominalTime` and `sourceCodeLocation`: the metadata that the configuration
  * declares for all jobs and runs of the application.
  */
final class JobMetadataFacets(ol: OpenLineage, settings: EventSettings) {
  import settings.{declared, enabled}

  def addTo(job: JobFacetsBuilder): Unit = {
    if (enabled("ownership")) owners.foreach(job.ownership)
    if (enabled("tags")) jobTags.foreach(job.tags)
    if (enabled("sourceCodeLocation")) sourceCode.foreach(job.sourceCodeLocation)
  }

  def addTo(run: RunFacetsBuilder): Unit = {
    if (enabled("tags")) runTags.foreach(run.tags)
    if (enabled("nominalTime")) nominalTime.foreach(run.nominalTime)
    if (enabled("environmentVariables")) environment.foreach(run.environmentVariables)
    val name = FacetNames.environmentProperties
    if (enabled(name)) environmentProperties.foreach(run.put(name, _))
  }

  private def owners: Option[OwnershipJobFacet] =
    if (declared.owners.isEmpty) None
    else {
      val owners = declared.owners.map(o => ol.newOwnershipJobFacetOwners(o.name, o.kind))
      Some(ol.newOwnershipJobFacet(JavaCollections.list(owners)))
    }

  private def jobTags: Option[TagsJobFacet] =
    if (declared.jobTags.isEmpty) None
    else {
      val tags = declared.jobTags.map(t => ol.newTagsJobFacetFields(t.key, t.value, t.source))
      Some(ol.newTagsJobFacet(JavaCollections.list(tags)))
    }

  private def runTags: Option[TagsRunFacet] =
    if (declared.runTags.isEmpty) None
    else {
      val tags = declared.runTags.map(t => ol.newTagsRunFacetFields(t.key, t.value, t.source))
      Some(ol.newTagsRunFacet(JavaCollections.list(tags)))
    }

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
    if (declared.environment.isEmpty) None
    else {
      val variables = declared.environment.map { case (name, value) =>
        ol.newEnvironmentVariable(name, value)
      }
      Some(ol.newEnvironmentVariablesRunFacet(JavaCollections.list(variables)))
    }

  private def environmentProperties: Option[RunFacet] =
    if (declared.environment.isEmpty) None
    else {
      val variables = JavaCollections.map(declared.environment)
      Some(CustomFacet(settings, Vector(FacetNames.environmentProperties -> variables)))
    }
}
