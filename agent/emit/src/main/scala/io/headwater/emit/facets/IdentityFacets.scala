package io.headwater.emit.facets

import java.net.URI

import scala.util.Try

import io.headwater.model.{DatasetId, Level, Symlink}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{DatasourceDatasetFacet, HierarchyDatasetFacet, SymlinksDatasetFacet}

/** `dataSource`, `symlinks`, `hierarchy`: the source of a dataset, its other names, and its place in a catalog. */
object IdentityFacets {

  /** `uri` is omitted if the namespace is not a valid URI, for example because it contains a blank. */
  def dataSource(ol: OpenLineage, id: DatasetId): DatasourceDatasetFacet = {
    val named = ol.newDatasourceDatasetFacetBuilder().name(id.namespace)
    Try(URI.create(id.namespace)).toOption.foldLeft(named)(_.uri(_)).build()
  }

  def symlinks(ol: OpenLineage, symlinks: Vector[Symlink]): Option[SymlinksDatasetFacet] =
    if (symlinks.isEmpty) None
    else Some(ol.newSymlinksDatasetFacet(JavaCollections.list(symlinks.map { s =>
      ol.newSymlinksDatasetFacetIdentifiers(s.id.namespace, s.id.name, s.kind.name)
    })))

  def hierarchy(ol: OpenLineage, levels: Vector[Level]): Option[HierarchyDatasetFacet] =
    if (levels.isEmpty) None
    else Some(ol.newHierarchyDatasetFacet(JavaCollections.list(levels.map { l =>
      ol.newHierarchyDatasetFacetLevel(l.kind.name, l.name)
    })))
}
