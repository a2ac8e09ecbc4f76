package io.headwater.shell.extensions

import io.headwater.model.{AddedFacet, Dataset, DatasetId, FacetTarget, Symlink}
import io.headwater.shell.json.Json
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.client.utils.DatasetIdentifier

/** Converts objects of openlineage-java to the agent's own model. */
private[shell] object ClientFacets {

  def json(value: AnyRef): String = OpenLineageClientUtils.toJson(value)

  /** The facets of a holder such as `DatasetFacets`; none if it is null. */
  def of(holder: AnyRef, target: FacetTarget): Vector[AddedFacet] =
    Option(holder).toVector.flatMap { h =>
      val parsed = Json.parse(json(h)).fold(why => throw new IllegalArgumentException(why), identity)
      Json.fields(parsed).collect { case (name, facet) if facet.isObject =>
        AddedFacet(target, name, facet.toString)
      }
    }

  def dataset(id: DatasetIdentifier): Dataset = {
    val symlinks = Vector.newBuilder[Symlink]
    Option(id.getSymlinks).foreach(_.forEach { s =>
      val kind = if (s.getType == DatasetIdentifier.SymlinkType.LOCATION) Symlink.Kind.Location
      else Symlink.Kind.Table
      symlinks += Symlink(DatasetId(s.getNamespace, s.getName), kind)
    })
    Dataset(datasetId(id.getNamespace, id.getName), symlinks = symlinks.result())
  }

  /** @throws java.lang.IllegalArgumentException
    *   if one of them is null
    */
  def datasetId(namespace: String, name: String): DatasetId =
    if (namespace == null || name == null)
      throw new IllegalArgumentException("a dataset needs a namespace and a name")
    else DatasetId(namespace, name)
}
