package io.headwater.shell.environment

import java.io.File
import java.util.jar.JarFile

/** The classes of a jar. */
private[environment] object JarClasses {

  /** The names of all classes, without those for newer Java versions.
    *
    * @throws java.io.IOException
    *   if the file cannot be read as a jar
    */
  def names(file: File): Vector[String] = {
    val jar = new JarFile(file)
    try {
      val entries = Vector.newBuilder[String]
      jar.stream.forEach { entry => entries += entry.getName; () }
      entries.result().filter(n => n.endsWith(".class") && !n.startsWith("META-INF/"))
        .map(_.stripSuffix(".class").replace('/', '.'))
    } finally jar.close()
  }
}
