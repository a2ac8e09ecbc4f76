package io.headwater.emit.facets

import io.headwater.model.{Catalog, DatasetKind, Lifecycle, Storage}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage._

/** `catalog`, `storage`, `version`, `documentation`, `datasetType`, `ownership` and `lifecycleStateChange`: the metadata of a
  * table.
  */
object TableFacets {
  def catalog(ol: OpenLineage, catalog: Option[Catalog]): Option[CatalogDatasetFacet] = catalog.map { c =>
    val named =
      ol.newCatalogDatasetFacetBuilder().framework(c.framework).`type`(c.kind).name(c.name).source("spark")
    val located = c.metadataUri.foldLeft(named)(_.metadataUri(_))
    val stored = c.warehouseUri.foldLeft(located)(_.warehouseUri(_))
    if (c.properties.isEmpty) stored.build()
    else {
      val properties = ol.newCatalogDatasetFacetCatalogPropertiesBuilder()
      c.properties.toVector.sorted.foreach { case (key, value) => properties.put(key, value) }
      stored.catalogProperties(properties.build()).build()
    }
  }

  def storage(ol: OpenLineage, storage: Option[Storage]): Option[StorageDatasetFacet] =
    storage.map(s => ol.newStorageDatasetFacet(s.layer, if (s.format.isEmpty) None.orNull else s.format))

  def version(ol: OpenLineage, version: Option[String]): Option[DatasetVersionDatasetFacet] =
    version.map(ol.newDatasetVersionDatasetFacet)

  def documentation(ol: OpenLineage, comment: Option[String]): Option[DocumentationDatasetFacet] =
    comment.map(c => ol.newDocumentationDatasetFacetBuilder().description(c).build())

  def kind(ol: OpenLineage, kind: Option[DatasetKind]): Option[DatasetTypeDatasetFacet] =
    kind.map(k => ol.newDatasetTypeDatasetFacetBuilder().datasetType(k.name).build())

  /** The catalog contains the name of the owner, but no type of ownership. */
  def owner(ol: OpenLineage, owner: Option[String]): Option[OwnershipDatasetFacet] = owner.map { name =>
    ol.newOwnershipDatasetFacet(JavaCollections.list(Vector(ol.newOwnershipDatasetFacetOwners(name, null))))
  }

  def lifecycle(ol: OpenLineage, lifecycle: Option[Lifecycle]): Option[LifecycleStateChangeDatasetFacet] =
    lifecycle.map { change =>
      val named = ol.newLifecycleStateChangeDatasetFacetBuilder().lifecycleStateChange(state(change))
      (change match {
        case Lifecycle.Rename(from) =>
          named.previousIdentifier(ol.newLifecycleStateChangeDatasetFacetPreviousIdentifier(
            from.name,
            from.namespace
          ))
        case _ => named
      }).build()
    }

  private def state(change: Lifecycle): LifecycleStateChangeDatasetFacet.LifecycleStateChange =
    LifecycleStateChangeDatasetFacet.LifecycleStateChange.valueOf(change.name)
}
