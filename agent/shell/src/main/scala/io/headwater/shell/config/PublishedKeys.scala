package io.headwater.shell.config

import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.transport.config.UnusedPath

/** Keys of the published agent that are accepted without effect. The documentation of each gives the reason. */
object PublishedKeys extends ConfigSection {
  private val noTimeout =
    "the agent reads no plan on Spark's listener thread; extensions.timeoutMillis and python.timeoutMillis bound extensions."

  val facetsDisabled = withoutEffect(
    "facets.disabled",
    KeyType.Names,
    "the published agent ignores it, too; write `facets.<name>.disabled=true`."
  )
  val datasetsTime = withoutEffect("timeout.buildDatasetsTimePercentage", KeyType.Text, noTimeout)
  val facetsTime = withoutEffect("timeout.facetsBuildingTimePercentage", KeyType.Text, noTimeout)
  val vendors = withoutEffect(
    "vendors.**",
    KeyType.Section,
    "the published agent has one key in this section, for Iceberg."
  )

  /** Keys that ask for a behaviour that the agent does not have. */
  private val reported = Vector(facetsDisabled, datasetsTime, facetsTime)

  /** Circuit breakers that only protect Spark's listener thread. */
  private val listenerBreakers = Vector("timeout", "asyncTaskQueue")

  private[config] def warnings(tree: Branch): Vector[String] =
    reported.filter(key => KeyPath.at(tree, key.path).isDefined).map(key =>
      s"${key.fullName} has no effect: ${key.doc.stripSuffix(".")}"
    ) ++ KeyPath.at(tree, Vector("circuitBreaker", "type")).collect {
      case Leaf(kind) if listenerBreakers.exists(_.equalsIgnoreCase(kind.trim)) =>
        s"${ConfigKey.prefix}circuitBreaker.type $kind has no effect: the agent reads no plan on Spark's listener thread; " +
          "queue.maxEvents and stopTimeoutMillis bound its work"
    } ++ unusedPath(tree)

  private def unusedPath(tree: Branch): Option[String] = for {
    transport <- KeyPath.at(tree, Vector("transport")).collect { case section: Branch => section }
    unused <- UnusedPath.of(transport)
  } yield s"the path ${unused.path} of ${ConfigKey.prefix}transport.url is not used, because transport.endpoint is set"

  private def withoutEffect(name: String, kind: KeyType, reason: String): ConfigKey[Unit] =
    key(name, kind, reason, hasEffect = false)((_, _) => ())
}
