package io.headwater.shell.environment

import java.lang.reflect.{Executable, Method, Modifier}
import java.net.{URL, URLClassLoader}

import scala.util.Try

/** The OpenLineage client (openlineage-java) of the agent's jar, and one that stands before it on the class path: a
  * platform's image or a library may have its own. Its classes are then the ones that the agent gets.
  *
  * @param own
  *   a class of the agent's jar
  */
final class ClientLibrary(own: Class[_]) {
  import ClientLibrary._

  /** Whether the agent can work with the classes that it gets.
    *
    * @return
    *   a message that names the other jar if it lacks something, otherwise a warning if there is another jar
    */
  def check: Either[String, Option[String]] = {
    val compared =
      for {
        mine <- JarClasses.location(own)
        used <- Try(Class.forName(entry, false, own.getClassLoader)).toOption
        other <- JarClasses.location(used)
        if other.toExternalForm != mine.toExternalForm // equality of URLs would look up their hosts
      } yield compare(mine, other)
    compared.getOrElse(Right(None))
  }

  private def compare(mine: URL, other: URL): Either[String, Option[String]] =
    missing(mine) match {
      case Some(member) => Left(
          s"$other is on the class path before the agent's jar; it is another version of the OpenLineage client and lacks " +
            s"$member. Remove it, or put the agent's jar before it with --driver-class-path"
        )
      case None =>
        Right(Some(s"$other is on the class path before the agent's jar; its OpenLineage client is used"))
    }

  /** The first public member of the agent's own client that the other one lacks. */
  private def missing(mine: URL): Option[String] = {
    val originals = new OriginalClasses(mine, own.getClassLoader)
    try
      JarClasses.names(mine).iterator.filter(_.startsWith(packagePrefix))
        .map(missing(_, originals)).collectFirst { case Some(member) => member }
    finally originals.close()
  }

  private def missing(name: String, originals: ClassLoader): Option[String] = {
    val members = publicMembers(name, originals)
    if (members.isEmpty) None
    else {
      val found = publicMembers(name, own.getClassLoader).toSet
      if (found.isEmpty) Some(name) else members.find(!found(_)).map(member => s"$name: $member")
    }
  }
}

object ClientLibrary {
  private val packagePrefix = "io.openlineage.client."
  private val entry = s"${packagePrefix}OpenLineage"

  /** Names, parameter types and result types. Empty if the class cannot be loaded: it needs a library that is optional. */
  private def publicMembers(name: String, loader: ClassLoader): Vector[String] =
    try {
      val found = Class.forName(name, false, loader)
      val all = found.getDeclaredMethods.toVector ++ found.getDeclaredConstructors.toVector
      if (Modifier.isPublic(found.getModifiers)) all.filter(m => Modifier.isPublic(m.getModifiers)).map(text)
      else Vector.empty
    } catch { case _: ClassNotFoundException | _: LinkageError => Vector.empty }

  private def text(member: Executable): String = {
    val parameters = member.getParameterTypes.map(_.getName).mkString("(", ", ", ")")
    member match {
      case m: Method => s"${m.getName}$parameters: ${m.getReturnType.getName}"
      case constructor => s"${constructor.getName}$parameters"
    }
  }

  /** Loads the client's classes from one jar, and everything else as usual. */
  private final class OriginalClasses(jar: URL, parent: ClassLoader)
      extends URLClassLoader(Array(jar), parent) {
    override def loadClass(name: String, resolve: Boolean): Class[_] =
      if (name.startsWith(packagePrefix)) getClassLoadingLock(name).synchronized {
        Option(findLoadedClass(name)).getOrElse(findClass(name))
      }
      else super.loadClass(name, resolve)
  }
}
