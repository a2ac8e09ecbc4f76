package io.headwater.emit.facets

import java.net.URI

import scala.util.Try

import io.headwater.emit.JavaValues
import io.headwater.model.{DatasetId, Symlink}
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{DatasourceDatasetFacet, SymlinksDatasetFacet}

/** `dataSource` and `symlinks`: where a dataset is, and its other names. */
object IdentityFacets {

  /** `uri` is left out where the namespace is none (it holds a blank, for example). */
  def dataSource(ol: OpenLineage, id: DatasetId): Option[DatasourceDatasetFacet] = {
    val named = ol.newDatasourceDatasetFacetBuilder().name(id.namespace)
    Some(Try(URI.create(id.namespace)).toOption.foldLeft(named)(_.uri(_)).build())
  }

  def symlinks(ol: OpenLineage, symlinks: Vector[Symlink]): Option[SymlinksDatasetFacet] =
    if (symlinks.isEmpty) None
    else Some(ol.newSymlinksDatasetFacet(JavaValues.list(symlinks.map { s =>
      ol.newSymlinksDatasetFacetIdentifiers(s.id.namespace, s.id.name, s.kind.name)
    })))
}
