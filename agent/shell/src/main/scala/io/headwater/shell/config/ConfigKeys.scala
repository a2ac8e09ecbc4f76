package io.headwater.shell.config

/** All keys of the configuration. The reader, the detection of unknown keys, the debug facet and the reference page
  * (docs/configuration.md) use this list.
  */
object ConfigKeys {

  /** All sections, in the order of the reference. A test compares this list with the objects of this package. */
  private[config] val sections: Vector[ConfigSection] = Vector(
    ApplicationConfig,
    ParentRuns,
    JobMetadataConfig,
    NominalTimes,
    SourceCode,
    EnvironmentVariables,
    DisabledConfig,
    JobNaming,
    FacetsConfig,
    ColumnLineageConfig,
    EventsConfig,
    NodeFilter,
    RedactionConfig,
    LifecycleConfig,
    QueueConfig,
    JvmConfig,
    PythonConfig,
    SpoolConfig,
    TransportConfig,
    CircuitBreakerConfig,
    MetricsConfig,
    Shorthand,
    DebugConfig,
    DatasetConfig,
    PublishedKeys
  )

  val all: Vector[ConfigKey[Any]] = sections.flatMap(_.keys)

  /** Whether the value at a path is a list of names or tags. */
  private[config] def isList(path: Vector[String]): Boolean =
    is(path, KeyType.Names) || is(path, KeyType.Tags)

  /** Whether the value at a path is one text, such as the name of the application or a pattern. */
  private[config] def isText(path: Vector[String]): Boolean = is(path, KeyType.Text)

  private[config] def isFlag(path: Vector[String]): Boolean = is(path, KeyType.Flag)
  private[config] def isCount(path: Vector[String]): Boolean =
    all.exists(key => key.kind.isInstanceOf[KeyType.Count] && key.matches(path))

  private def is(path: Vector[String], kind: KeyType): Boolean =
    all.exists(key => key.kind == kind && key.matches(path))
}
