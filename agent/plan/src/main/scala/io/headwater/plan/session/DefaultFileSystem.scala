package io.headwater.plan.session

import java.net.URI

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.hadoop.security.UserGroupInformation

/** The file system of paths that name none. Paths are completed as Hadoop does it, but no file system is called.
  *
  * @param uri
  *   `fs.defaultFS`, with a scheme
  * @param setting
  *   the value of a Hadoop setting
  */
final case class DefaultFileSystem(uri: URI, setting: String => Option[String] = _ => None) {
  import DefaultFileSystem._

  /** The location with scheme, host and the whole path. A location in another file system is returned as it is, also a
    * relative one if its folder is unknown.
    *
    * @param folder
    *   the folder that a relative path is below
    */
  def qualified(location: URI, folder: => Option[String] = workingDirectory): URI = {
    val path = location.getPath
    if (!isHere(location) || path == null || path.isEmpty) location
    else if (path.startsWith("/")) here(path)
    else folder.fold(location)(f => here(new Path(new Path(f), new Path(null, null, path)).toUri.getPath))
  }

  private def here(path: String): URI = new URI(uri.getScheme, uri.getAuthority, path, null, null)

  private def isHere(location: URI): Boolean = location.getScheme == null ||
    (location.getAuthority == null && location.getScheme.equalsIgnoreCase(uri.getScheme))

  /** The folder of relative paths: that of the driver in its own file system, and the user's home folder in others. */
  private def workingDirectory: Option[String] = uri.getScheme match {
    case "file" => Option(System.getProperty("user.dir"))
    case "gs" => Some(setting("fs.gs.working.dir").filter(_.nonEmpty).getOrElse("/"))
    case "hdfs" => home(setting("dfs.user.home.dir.prefix").getOrElse(homes))
    case _ => home(homes)
  }
}

object DefaultFileSystem {
  private val homes = "/user"

  /** The driver's own file system. */
  val local: DefaultFileSystem = DefaultFileSystem(new URI("file:///"))

  /** @param hadoop
    *   the value of a Hadoop setting
    * @return
    *   None if `fs.defaultFS` is missing or malformed
    */
  def of(hadoop: String => Option[String]): Option[DefaultFileSystem] =
    hadoop("fs.defaultFS").flatMap(fs => Try(new URI(fs)).toOption).filter(_.getScheme != null)
      .map(DefaultFileSystem(_, hadoop))

  /** The user is that of Hadoop, which Spark has logged in. */
  private def home(homes: String): Option[String] =
    Try(UserGroupInformation.getCurrentUser.getShortUserName).toOption.map(user => s"$homes/$user")
}
