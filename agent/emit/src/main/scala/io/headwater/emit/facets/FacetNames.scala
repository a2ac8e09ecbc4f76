package io.headwater.emit.facets

/** The JSON names of facets that the configuration may spell in another way. An environment variable has no capitals,
  * dots, hyphens or underscores, so that the configuration looks for a facet here, by its letters and digits.
  */
object FacetNames {
  val agent = "headwater_agent"
  val applicationDetails = "spark_applicationDetails"
  val batch = "headwater_batch"
  val coverage = "headwater_coverage"
  val dataproc = "gcp_dataproc"
  val dataprocOrigin = "gcp_lineage"
  val debug = "debug"
  val environmentProperties = "environment-properties"
  val executionParameters = "executionParameters"
  val extensionErrors = "headwater_extensionErrors"
  val extractionError = "extractionError"
  val jobDetails = "spark_jobDetails"
  val logicalPlan = "spark.logicalPlan"
  val processingEngine = "processing_engine"
  val sequence = "headwater_sequence"
  val session = "headwater_session"
  val sparkException = "spark.exception"
  val sparkProperties = "spark_properties"
  val streaming = "headwater_streaming"
  val unknownNodes = "spark_unknown"
  val views = "headwater_views"

  val all: Set[String] = Set(
    agent,
    applicationDetails,
    batch,
    coverage,
    dataproc,
    dataprocOrigin,
    debug,
    environmentProperties,
    executionParameters,
    extensionErrors,
    extractionError,
    jobDetails,
    logicalPlan,
    processingEngine,
    sequence,
    session,
    sparkException,
    sparkProperties,
    streaming,
    unknownNodes,
    views
  )
}
