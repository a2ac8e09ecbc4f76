package io.headwater.emit.facets

import io.headwater.model.JobType
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{DocumentationJobFacet, JobTypeJobFacet, SQLJobFacet}

/** `jobType`, `sql` and `documentation`. The statement is already redacted. */
object JobFacets {
  def jobType(ol: OpenLineage, jobType: JobType): JobTypeJobFacet =
    ol.newJobTypeJobFacetBuilder()
      .processingType(jobType.processing)
      .integration("SPARK")
      .jobType(jobType.name)
      .build()

  def sql(ol: OpenLineage, statement: Option[String]): Option[SQLJobFacet] =
    statement.map(ol.newSQLJobFacet(_, "spark"))

  def documentation(ol: OpenLineage, description: Option[String]): Option[DocumentationJobFacet] =
    description.map(d => ol.newDocumentationJobFacetBuilder().description(d).build())
}
