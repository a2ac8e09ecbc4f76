package io.headwater.shell.config

import java.time.Duration

/** The extensions in the driver's JVM.
  *
  * @param disabled
  *   class names of factories that are not used
  * @param timeout
  *   the maximum time that an event waits for each extension
  * @param onlyProvider
  *   the class name of the only `OpenLineageExtensionProvider` that is used
  */
final case class JvmConfig(
    disabled: Set[String] = Set.empty,
    timeout: Duration = Duration.ofSeconds(2),
    onlyProvider: Option[String] = None
)

object JvmConfig extends ConfigSection {

  val disabled = names("extensions.disabled", "Class names of extension factories that are not used.")
  val timeout = millis(
    "extensions.timeoutMillis",
    from = 1,
    default = 2000,
    "Maximum time that an event waits for each extension in the driver's JVM."
  )
  val onlyProvider = text(
    "testExtensionProvider",
    "Class name of the only OpenLineageExtensionProvider that is used. For tests of extensions."
  )

  def read(values: ConfigValues): JvmConfig =
    JvmConfig(disabled.read(values).toSet, timeout.read(values), onlyProvider.read(values))
}
