package io.headwater.shell.environment

import java.io.File
import java.net.URL
import java.util.Collections
import java.util.jar.JarFile

import scala.util.Try

import io.headwater.util.JavaCollections

/** Jars, and the names of their classes. */
private[environment] object JarClasses {

  /** The jar or folder that a class was loaded from. */
  def location(of: Class[_]): Option[URL] =
    Option(of.getProtectionDomain.getCodeSource).flatMap(source => Option(source.getLocation))

  /** The names of all classes of a jar, without those for newer Java versions. A folder has none.
    *
    * @throws java.io.IOException
    *   if the file cannot be read as a jar
    */
  def names(jar: URL): Vector[String] =
    Try(new File(jar.toURI)).toOption.filter(_.isFile).fold(Vector.empty[String])(namesIn)

  private def namesIn(file: File): Vector[String] = {
    val jar = new JarFile(file)
    try
      JavaCollections.vector(Collections.list(jar.entries)).map(_.getName)
        .filter(n => n.endsWith(".class") && !n.startsWith("META-INF/"))
        .map(_.stripSuffix(".class").replace('/', '.'))
    finally jar.close()
  }
}
