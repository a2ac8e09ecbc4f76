package io.headwater.shell.extensions

import io.headwater.model.{Dataset, DatasetId, FacetTarget, Symlink}
import io.headwater.shell.json.Json
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.client.utils.DatasetIdentifier

/** Objects of openlineage-java as the agent's values. */
private[shell] object ClientFacets {

  def json(value: AnyRef): String = OpenLineageClientUtils.toJson(value)

  /** The facets in a holder such as `DatasetFacets`; none in null. */
  def of(holder: AnyRef, target: FacetTarget): Vector[(FacetTarget, String, String)] =
    Option(holder).toVector.flatMap { h =>
      val read = Json.parse(json(h)).fold(why => throw new IllegalArgumentException(why), identity)
      Json.fields(read).collect { case (name, facet) if facet.isObject => (target, name, facet.toString) }
    }

  def dataset(id: DatasetIdentifier): Dataset = {
    val symlinks = Vector.newBuilder[Symlink]
    Option(id.getSymlinks).foreach(_.forEach { s =>
      val kind = if (s.getType == DatasetIdentifier.SymlinkType.LOCATION) Symlink.Kind.Location
      else Symlink.Kind.Table
      symlinks += Symlink(DatasetId(s.getNamespace, s.getName), kind)
    })
    Dataset(named(id.getNamespace, id.getName), symlinks = symlinks.result())
  }

  def named(namespace: String, name: String): DatasetId =
    if (namespace == null || name == null) throw new IllegalArgumentException("a dataset without a name")
    else DatasetId(namespace, name)
}
