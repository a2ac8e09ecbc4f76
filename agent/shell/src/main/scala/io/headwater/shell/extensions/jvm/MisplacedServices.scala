package io.headwater.shell.extensions.jvm

import java.net.URL

import scala.io.{Codec, Source}

import io.headwater.util.{Attempts, JavaCollections}
import io.openlineage.spark.api.OpenLineageEventHandlerFactory

/** Finds files that name factories where `ServiceLoader` does not look: in the folder that the published documentation
  * names, which is read here, and by the name that the factory has in its first proposal, which is not.
  */
private[jvm] object MisplacedServices {
  private val services = "META-INF/services"
  private val factory = classOf[OpenLineageEventHandlerFactory].getName
  private val documented = s"META-INF/service/$factory"
  private val proposed = s"$services/${factory.replace("EventHandler", "EventListener")}"

  /** What to do with a file that is not read. */
  val reason: String = s"this file is not read; write it as $services/$factory"

  /** The files on the class path that are not read. */
  def unread(loader: ClassLoader): Vector[String] =
    if (exists(loader, proposed)) Vector(proposed) else Vector.empty

  /** The names of the factories in the files of the documented folder. */
  def factories(loader: ClassLoader): Vector[String] =
    if (!exists(loader, documented)) Vector.empty
    else
      Attempts.caught(JavaCollections.vector(java.util.Collections.list(loader.getResources(documented))))
        .getOrElse(Vector.empty)
        .flatMap(file => Attempts.caught(names(file)).getOrElse(Vector.empty)).distinct

  private def exists(loader: ClassLoader, file: String): Boolean =
    Attempts.caught(loader.getResource(file) != null).getOrElse(false)

  /** As in the files of `ServiceLoader`: one name a line, and comments after `#`. */
  private def names(file: URL): Vector[String] = {
    val connection = file.openConnection()
    connection.setUseCaches(false) // a cached jar would stay open
    val in = connection.getInputStream
    try Source.fromInputStream(in)(Codec.UTF8).getLines().map(_.takeWhile(_ != '#').trim).filter(_.nonEmpty)
        .toVector
    finally in.close()
  }
}
