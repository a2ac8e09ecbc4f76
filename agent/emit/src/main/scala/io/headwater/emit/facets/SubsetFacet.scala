package io.headwater.emit.facets

import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{InputSubsetInputDatasetFacet, OutputSubsetOutputDatasetFacet}

/** `subset`: the locations that a run reads or writes, if the dataset has more of them. */
object SubsetFacet {
  def input(ol: OpenLineage, locations: Vector[String]): Option[InputSubsetInputDatasetFacet] =
    if (locations.isEmpty) None
    else
      Some(ol.newInputSubsetInputDatasetFacet(ol.newLocationSubsetCondition(JavaCollections.list(locations))))

  def output(ol: OpenLineage, locations: Vector[String]): Option[OutputSubsetOutputDatasetFacet] =
    if (locations.isEmpty) None
    else Some(
      ol.newOutputSubsetOutputDatasetFacet(ol.newLocationSubsetCondition(JavaCollections.list(locations)))
    )
}
