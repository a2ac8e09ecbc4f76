package io.headwater.shell.config

import java.time.Duration

/** What the configuration says of extensions in this JVM (`spark.openlineage.extensions.*`). `onlyProvider` is a class. */
final case class JvmConfig(
    disabled: Set[String] = Set.empty,
    timeout: Duration = Duration.ofSeconds(2),
    onlyProvider: Option[String] = None
)
