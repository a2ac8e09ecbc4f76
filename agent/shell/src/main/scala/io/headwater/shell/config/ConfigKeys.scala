package io.headwater.shell.config

import KeyType._

/** Every setting there is. Values are read, unknown keys found and the reference page written from this table. */
object ConfigKeys extends JobKeys with DatasetKeys with DebugKeys {
  val prefix = "spark.openlineage."

  val disabled = ConfigKey("disabled", Flag, "false", "Turns the agent off.")
  val appendDatasetName =
    ConfigKey("jobName.appendDatasetName", Flag, "true", "Ends job names with the output's name.")
  val replaceDot =
    ConfigKey("jobName.replaceDotWithUnderscore", Flag, "false", "Writes _ for . within job names.")
  val capturedProperties =
    ConfigKey(
      "capturedProperties",
      Names,
      "spark.master,spark.app.name",
      "Spark properties that events carry, redacted."
    )
  val icebergReportsDisabled = ConfigKey(
    "vendors.iceberg.metricsReporterDisabled",
    Flag,
    "false",
    "Leaves the facets icebergScanReport and icebergCommitReport out."
  )
  val facetDisabled =
    ConfigKey("facets.*.disabled", Flag, "false", "Leaves a facet out, by its name in the JSON.")
  val datasetLineage =
    ConfigKey(
      "columnLineage.datasetLineageEnabled",
      Flag,
      "true",
      "Lists what decides on rows once, not at each column."
    )
  val descriptions =
    ConfigKey(
      "columnLineage.descriptionsEnabled",
      Flag,
      "false",
      "Describes each transformation by its SQL: `sum(o.amount)`, `WHERE (o.id > 5)`."
    )
  val schemaSizeLimit = ConfigKey(
    "columnLineage.schemaSizeLimit",
    Count(0),
    "",
    "An output of more columns has no column lineage, and the event says so; without it, there is no limit."
  )
  val allowedNodes =
    ConfigKey("filter.allowedSparkNodes", Names, "", "Root plan nodes that always make events.")
  val deniedNodes = ConfigKey("filter.deniedSparkNodes", Names, "", "Root plan nodes that never make events.")
  val rddEventsDisabled =
    ConfigKey("filter.rddEventsDisabled", Flag, "false", "Makes no events for RDD jobs.")
  val redactLiterals =
    ConfigKey(
      "redact.literals",
      Flag,
      "false",
      "Writes ? for each literal of SQL texts, and hides what errors quote."
    )
  val stopTimeout =
    ConfigKey(
      "stopTimeoutMillis",
      Count(0),
      "5000",
      "How long the end of the application waits for events to be sent; what is left stays in the spool."
    )
  val runningInterval = ConfigKey(
    "streaming.runningIntervalMillis",
    Count(0),
    "60000",
    "The least time between two RUNNING events of a streaming query; batches between them are counted in the next."
  )
  val extensionsDisabled =
    ConfigKey("extensions.disabled", Names, "", "Factories of extensions that are left out, by class name.")
  val extensionsTimeout =
    ConfigKey(
      "extensions.timeoutMillis",
      Count(1),
      "2000",
      "How long an event waits for each extension in the driver's JVM."
    )
  val maxEvents = ConfigKey(
    "queue.maxEvents",
    Count(1),
    "10000",
    "How many of Spark's events may wait to be read; beyond it, queries are told of without their plans."
  )
  val maxQueueBytes = ConfigKey(
    "queue.maxBytes",
    Count(0),
    "",
    "The same by the memory that waiting plans hold, roughly; else a tenth of the driver's heap."
  )
  val pythonExtensions =
    ConfigKey("python.extensions", Names, "", "Extensions in Python, each as package.module:name.")
  val pythonDiscover =
    ConfigKey(
      "python.discover",
      Flag,
      "false",
      "Loads the extensions that installed Python packages name (entry points headwater.extensions)."
    )
  val pythonDisabled =
    ConfigKey("python.disabled", Names, "", "Extensions in Python that are not loaded, by the same names.")
  val pythonExec =
    ConfigKey(
      "python.exec",
      Text,
      "",
      "Python interpreter of the agent's host; else PySpark's (spark.pyspark.driver.python and so on), else python3."
    )
  val pythonTimeout =
    ConfigKey("python.timeoutMillis", Count(1), "2000", "How long an event waits for extensions in Python.")
  val pythonStartTimeout =
    ConfigKey(
      "python.startTimeoutMillis",
      Count(1),
      "10000",
      "How long the first event waits for their host."
    )
  val pythonMaxAnswer =
    ConfigKey("python.maxAnswerBytes", Count(1000), "1048576", "The largest answer that is taken of them.")
  val pythonMaxMemory =
    ConfigKey(
      "python.maxMemoryMegabytes",
      Count(0),
      "1024",
      "How much memory their host may allocate, on Linux; 0 for no bound."
    )
  val testExtensionProvider = ConfigKey(
    "testExtensionProvider",
    Text,
    "",
    "The only OpenLineageExtensionProvider that is loaded, by class name; for tests of extensions."
  )
  val transport =
    ConfigKey("transport.**", Section, "file", "Where events go: type, and the options of that type.")

  val spoolMode =
    ConfigKey(
      "spool.mode",
      Text,
      "on",
      "How events for a network wait: off (in memory), on (on disk, survives the driver), fsync (survives the machine)."
    )
  val spoolDir =
    ConfigKey("spool.dir", Text, "", "Where; else headwater-spool-<user> in the JVM's temporary directory.")
  val spoolMaxBytes =
    ConfigKey(
      "spool.maxBytes",
      Count(100000),
      "268435456",
      "The most that one application keeps; beyond it the oldest events go, and are counted."
    )
  val spoolMaxTotalBytes = ConfigKey(
    "spool.maxTotalBytes",
    Count(100000),
    "1073741824",
    "The most that all applications of a spool keep; what the oldest dead ones have left goes."
  )
  val spoolMaxAge = ConfigKey("spool.maxAgeHours", Count(1), "168", "How long undelivered events are kept.")
  val spoolSegmentBytes =
    ConfigKey("spool.segmentBytes", Count(1000), "1048576", "The size from which a new file is begun.")

  private val used = Vector(
    disabled,
    appendDatasetName,
    replaceDot,
    capturedProperties,
    facetDisabled,
    icebergReportsDisabled,
    datasetLineage,
    descriptions,
    schemaSizeLimit,
    allowedNodes,
    deniedNodes,
    rddEventsDisabled,
    redactLiterals,
    stopTimeout,
    runningInterval,
    maxEvents,
    maxQueueBytes,
    extensionsDisabled,
    extensionsTimeout,
    testExtensionProvider,
    pythonExtensions,
    pythonDiscover,
    pythonDisabled,
    pythonExec,
    pythonTimeout,
    pythonStartTimeout,
    pythonMaxAnswer,
    pythonMaxMemory,
    spoolMode,
    spoolDir,
    spoolMaxBytes,
    spoolMaxTotalBytes,
    spoolMaxAge,
    spoolSegmentBytes,
    transport,
    ConfigKey(
      "circuitBreaker.**",
      Section,
      "a full heap",
      "When plans are not read any more: type, and the options of that type."
    ),
    ConfigKey(
      "metrics.**",
      Section,
      "",
      "Micrometer registries that get the agent's meters, too: type (simple, statsd, composite or one of your own) and its options."
    ),
    ConfigKey("url", Text, "", "Short for transport.type=http with this transport.url."),
    ConfigKey("host", Text, "", "The same as url."),
    ConfigKey("endpoint", Text, "", "Short for transport.endpoint."),
    ConfigKey("apiKey", Text, "", "Short for transport.auth.type=api_key with this transport.auth.apiKey.")
  )

  val all: Vector[ConfigKey] = ofJobs ++ used ++ ofDebug ++ ofDatasets ++ PublishedKeys.all

  /** Facets that are not computed unless the configuration asks for them. */
  val disabledFacets: Set[String] = Set("spark_unknown", "spark.logicalPlan", "debug", "executionParameters")
}
