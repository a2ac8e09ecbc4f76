package io.headwater.shell.extensions.jvm

import io.headwater.util.Attempts
import io.openlineage.spark.api.OpenLineageEventHandlerFactory

/** Finds files that should name factories, but have the folder that the published documentation names, or the name that
  * the factory has in its first proposal. `ServiceLoader` reads neither.
  */
private[jvm] object MisplacedServices {
  private val services = "META-INF/services"
  private val factory = classOf[OpenLineageEventHandlerFactory].getName
  private val misplaced =
    Vector(s"META-INF/service/$factory", s"$services/${factory.replace("EventHandler", "EventListener")}")

  /** What to do with such a file. */
  val reason: String = s"this file is not read; write it as $services/$factory"

  /** The files of this kind on the class path. */
  def in(loader: ClassLoader): Vector[String] =
    misplaced.filter(file => Attempts.caught(loader.getResource(file) != null).getOrElse(false))
}
