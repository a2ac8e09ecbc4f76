package io.headwater.shell.config

import java.net.URI
import java.util.Locale.ROOT

import scala.annotation.tailrec
import scala.util.Try

import io.headwater.config.ConfigTree.Branch
import io.headwater.emit.transport.config.WebHost

/** What a source says to the backend that it names: its key, headers and parameters. They do not go to the backend of
  * another source.
  */
private[config] object BackendKeys {
  private val section = "transport"
  private val options = Vector("auth", "headers", "urlParams")

  /** The sources of [[BackendVariables.layers]]. */
  private val sources =
    Vector("openlineage.yml", "OPENLINEAGE_URL", "the environment", "Spark's configuration")

  /** The settings of a source without what is for another backend than that of `over`, which has precedence. */
  def without(under: Branch, over: Branch): Branch =
    if (under.get(section).isEmpty || over.get(section).isEmpty) under
    else foreign(under, over).foldLeft(under)(KeyPath.remove)

  /** A line for each key and each header that is not sent, unless the backend has its own.
    *
    * @param layers
    *   the configuration of each source, the lowest precedence first
    */
  def warnings(layers: Vector[Branch]): Vector[String] =
    if (withTransport(layers.toList, 0) < 2) Vector.empty else warningsOf(layers)

  /** How many sources have a transport: one, most often. */
  @tailrec private def withTransport(layers: List[Branch], count: Int): Int = layers match {
    case Nil => count
    case first :: rest => withTransport(rest, if (first.get(section).isEmpty) count else count + 1)
  }

  private def warningsOf(layers: Vector[Branch]): Vector[String] =
    for {
      (under, i) <- layers.zipWithIndex.init
      over = ConfigReader.merge(layers.drop(i + 1))
      path <- foreign(under, over) if KeyPath.at(over, path).isEmpty
    } yield {
      val url = s"${ConfigKey.prefix}${path.init.mkString(".")}.url"
      s"${ConfigKey.prefix}${path.mkString(".")} of ${sources(i)} is not sent, because it belongs to the backend that is named " +
        s"there, and $url names another one; give it where that $url is set"
    }

  def differ(a: Option[String], b: Option[String]): Boolean = a.exists(one => b.exists(_ != one))

  /** Scheme, host and port of the backend in a section `transport`. */
  def address(transport: Branch): Option[String] =
    transport.text("url").map(_.trim).filter(_.nonEmpty).map { text =>
      val address = for {
        uri <- Try(new URI(text)).toOption
        host <- WebHost.of(uri)
      } yield s"${uri.getScheme}://${host.name}:${host.port}".toLowerCase(ROOT)
      address.getOrElse(text)
    }

  private def foreign(under: Branch, over: Branch): Vector[Vector[String]] =
    (under.get(section), over.get(section)) match {
      case (Some(u: Branch), Some(o: Branch)) => foreign(u, o, Vector(section))
      case _ => Vector.empty
    }

  /** In a transport, and in those that are parts of it. */
  private def foreign(under: Branch, over: Branch, path: Vector[String]): Vector[Vector[String]] = {
    val here =
      if (differ(address(under), address(over))) options.filter(under.get(_).isDefined) else Vector.empty
    val parts = under.children.toVector.sortBy(_._1).flatMap { case (name, part) =>
      (part, over.get(name)) match {
        case (u: Branch, Some(o: Branch)) => foreign(u, o, path :+ name)
        case _ => Vector.empty
      }
    }
    here.map(path :+ _) ++ parts
  }
}
