package io.headwater.emit.facets

import io.headwater.model.Application
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{ProcessingEngineRunFacet, RunFacet}

/** `processing_engine`, `spark_properties`, `spark_applicationDetails`: the environment of the run. */
object SparkFacets {
  def engine(ol: OpenLineage, settings: EventSettings, app: Application): ProcessingEngineRunFacet =
    ol.newProcessingEngineRunFacet(app.sparkVersion, "spark", settings.version)

  /** The captured properties, already redacted. */
  def properties(settings: EventSettings, properties: Map[String, String]): Option[RunFacet] =
    if (properties.isEmpty) None
    else Some(CustomFacet(settings, Vector("properties" -> JavaCollections.map(properties.toVector.sorted))))

  def application(settings: EventSettings, app: Application): RunFacet = {
    val optional = Vector(
      "deployMode" -> app.deployMode,
      "driverHost" -> app.driverHost,
      "userName" -> app.user,
      "uiWebUrl" -> app.uiUrl,
      "proxyUrl" -> app.proxyUrl,
      "historyUrl" -> app.historyUrl
    ).collect { case (k, Some(v)) => k -> v }
    CustomFacet(
      settings,
      Vector("master" -> app.master, "appName" -> app.name, "applicationId" -> app.id) ++ optional
    )
  }
}
