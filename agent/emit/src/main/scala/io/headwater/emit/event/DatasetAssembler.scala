package io.headwater.emit.event

import scala.collection.mutable

import io.headwater.emit.facets.{
  ColumnLineageFacet,
  EventSettings,
  FieldNames,
  FieldPaths,
  IdentityFacets,
  QualityFacet,
  RawFacets,
  SchemaFacet,
  StatisticsFacet,
  SubsetFacet,
  TableFacets
}
import io.headwater.model.{Dataset, DatasetId, EventType, Gap, RunEvent, Sink}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{DatasetFacets, InputDataset, OutputDataset}

/** Builds the datasets of one event with all facets that are known; a slim START has their names and symlinks only. The
  * facet `lifecycleStateChange` is not sent if the run has failed.
  */
private[event] final class DatasetAssembler(
    ol: OpenLineage,
    settings: EventSettings,
    event: RunEvent,
    facetsCache: DatasetFacetsCache
) {
  private val full = settings.full(event.eventType)
  private val failed = event.eventType == EventType.Fail || event.eventType == EventType.Abort
  private val columns = new ColumnLineageFacet(ol, settings)
  private val sources = firstById(event.lineage.sources)
  private val raw = new RawFacets(settings, DatasetAssembler.agentFacets)

  def inputs: java.util.List[InputDataset] =
    JavaCollections.list(sources.map { d =>
      val built =
        ol.newInputDatasetBuilder().namespace(d.id.namespace).name(d.id.name).facets(facets(d, None))
      val reads = event.reads.get(d.id)
      val statistics = if (includes("inputStatistics")) StatisticsFacet.read(ol, reads) else None
      val report = libraryReport(StatisticsFacet.inputReport(settings, reads))
      val subset = if (includes("subset")) SubsetFacet.input(ol, d.locations) else None
      val quality = if (includes("dataQualityMetrics")) QualityFacet(ol, d.quality) else None
      if (statistics.isEmpty && report.isEmpty && subset.isEmpty && quality.isEmpty) built.build()
      else {
        val facets = ol.newInputDatasetInputFacetsBuilder()
        statistics.foreach(facets.inputStatistics)
        report.foreach { case (name, facet) => facets.put(name, facet) }
        subset.foreach(facets.subset)
        quality.foreach(facets.dataQualityMetrics)
        built.inputFacets(facets.build()).build()
      }
    })

  def outputs: java.util.List[OutputDataset] = JavaCollections.list(event.lineage.sinks.map { sink =>
    val id = sink.dataset.id
    val built = ol.newOutputDatasetBuilder().namespace(id.namespace).name(id.name).facets(facets(
      sink.dataset,
      Some(sink)
    ))
    val written = event.statistics.get(id)
    val statistics = if (includes("outputStatistics")) StatisticsFacet.written(ol, written) else None
    val report = libraryReport(StatisticsFacet.outputReport(settings, written))
    val subset = if (includes("subset")) SubsetFacet.output(ol, sink.dataset.locations) else None
    if (statistics.isEmpty && report.isEmpty && subset.isEmpty) built.build()
    else {
      val facets = ol.newOutputDatasetOutputFacetsBuilder()
      statistics.foreach(facets.outputStatistics)
      report.foreach { case (name, facet) => facets.put(name, facet) }
      subset.foreach(facets.put("subset", _))
      built.outputFacets(facets.build()).build()
    }
  })

  private def libraryReport[A](report: => Option[(String, A)]): Option[(String, A)] =
    if (full) report.filter { case (name, _) => settings.enabled(name) } else None

  private def includes(facet: String): Boolean = full && settings.enabled(facet)

  /** One gap for each facet in the table properties that could not be parsed. */
  def gaps: Vector[Gap] =
    if (full) (sources ++ event.lineage.sinks.map(_.dataset)).flatMap(raw.read(_)._2)
    else Vector.empty

  /** One gap for each output whose column lineage is omitted because it exceeds the configured limit. */
  def omitted: Vector[Gap] =
    if (!full) Vector.empty
    else event.lineage.sinks.filter(tooWide).map { s =>
      val reason = s"${width(s)} columns are more than columnLineage.schemaSizeLimit allows"
      Gap(s.dataset.id.name, "columnLineage", reason)
    }

  /** The output with the names of fields that the configuration asks for. */
  private lazy val named: Sink => Sink =
    settings.fieldNames match {
      case FieldNames.Nested => identity
      case names: FieldNames.Shortened =>
        new FieldPaths(event.lineage.sources ++ event.lineage.sinks.map(_.dataset), names)(_)
    }

  private def tooWide(sink: Sink): Boolean = settings.schemaSizeLimit.exists(width(sink) > _)

  /** The number of columns, without nested fields. */
  private def width(sink: Sink): Int =
    if (sink.dataset.schema.nonEmpty) sink.dataset.schema.size else sink.columns.size

  private def firstById(datasets: Vector[Dataset]): Vector[Dataset] =
    if (datasets.map(_.id).distinct.size == datasets.size) datasets
    else {
      val seen = mutable.HashSet.empty[DatasetId]
      datasets.filter(d => seen.add(d.id))
    }

  private def facets(d: Dataset, sink: Option[Sink]): DatasetFacets = {
    // shortened names of fields also depend on the other datasets of the event
    val ofEvent = !full || (settings.fieldNames != FieldNames.Nested && sink.isDefined)
    if (ofEvent) build(d, sink)
    else facetsCache.facets(DatasetFacetsCache.Key(d, sink, failed))(build(d, sink))
  }

  private def build(d: Dataset, sink: Option[Sink]): DatasetFacets = {
    val builder = ol.newDatasetFacetsBuilder()
    // a table property of this name replaces the agent's facet
    def adds(facet: String) =
      settings.enabled(facet) && (!d.facets.contains(facet) || DatasetAssembler.agentFacets(facet))
    if (adds("symlinks")) IdentityFacets.symlinks(ol, d.symlinks).foreach(builder.symlinks)
    if (full) {
      if (adds("schema")) SchemaFacet(ol, d.schema).foreach(builder.schema)
      if (adds("hierarchy")) IdentityFacets.hierarchy(ol, d.hierarchy).foreach(builder.hierarchy)
      if (adds("dataSource")) builder.dataSource(IdentityFacets.dataSource(ol, d.id))
      if (adds("catalog")) TableFacets.catalog(ol, d.catalog).foreach(builder.catalog)
      if (adds("storage")) TableFacets.storage(ol, d.storage).foreach(builder.storage)
      if (adds("version")) TableFacets.version(ol, d.version).foreach(builder.version)
      if (adds("documentation")) TableFacets.documentation(ol, d.comment).foreach(builder.documentation)
      if (adds("datasetType")) TableFacets.kind(ol, d.kind).foreach(builder.datasetType)
      if (settings.datasetOwners && adds("ownership"))
        TableFacets.owner(ol, d.owner).foreach(builder.ownership)
      if (!failed && adds("lifecycleStateChange"))
        TableFacets.lifecycle(ol, d.lifecycle).foreach(builder.lifecycleStateChange)
      if (adds("columnLineage"))
        sink.filterNot(tooWide).map(named).flatMap(columns(_)).foreach(builder.columnLineage)
      raw.read(d)._1.foreach { case (name, facet) => builder.put(name, facet) }
    }
    builder.build()
  }
}

private[event] object DatasetAssembler {

  /** The facets of the agent that a table property cannot replace. A property may give any other facet, also `hierarchy`
    * and `ownership`.
    */
  val agentFacets: Set[String] = Set(
    "schema",
    "dataSource",
    "symlinks",
    "catalog",
    "storage",
    "version",
    "documentation",
    "datasetType",
    "lifecycleStateChange",
    "columnLineage"
  )
}
