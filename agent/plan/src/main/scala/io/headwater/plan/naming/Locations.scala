package io.headwater.plan.naming

import java.net.URI
import java.util.Locale.ROOT

import io.headwater.model.DatasetId

/** Dataset ids of locations: `file:/data/t` has the namespace `file` and the name `/data/t`, `s3a://lake/t`
  * has the namespace `s3://lake` and the name `t` (OpenLineage naming spec, "Naming conventions for common
  * data stores").
  */
object Locations {
  private val objectStores = Map(
    "s3" -> "s3",
    "s3a" -> "s3",
    "s3n" -> "s3",
    "gs" -> "gs",
    "abfs" -> "abfss",
    "abfss" -> "abfss",
    "wasb" -> "wasbs",
    "wasbs" -> "wasbs"
  )

  /** Schemes in which the part before the `@` is a container and not a user. */
  private val containerSchemes = Set("abfss", "wasbs")

  def of(location: URI): DatasetId = {
    val path = withoutTrailingSlashes(Option(location.getPath).getOrElse(location.getSchemeSpecificPart))
    Option(location.getScheme).map(_.toLowerCase(ROOT)) match {
      case None | Some("file") => DatasetId("file", path)
      case Some(scheme) if objectStores.contains(scheme) =>
        val key = path.stripPrefix("/")
        DatasetId(
          s"${objectStores(scheme)}://${authority(location, objectStores(scheme))}",
          if (key.isEmpty) "/" else key
        )
      case Some(scheme) =>
        val host = authority(location, scheme)
        DatasetId(if (host.isEmpty) scheme else s"$scheme://$host", path)
    }
  }

  /** The table that a directory belongs to. */
  def ofTable(directory: URI): DatasetId = {
    val id = of(directory)
    id.copy(name = table(id.name))
  }

  /** The directory of a table without its partition directories: `/t` for `/t/day=1/hour=2`. */
  def table(path: String): String = {
    val parts = path.split("/", -1)
    val tableParts = parts.reverseIterator.dropWhile(isPartition).toVector.reverse
    if (tableParts.isEmpty || tableParts.forall(_.isEmpty)) path else tableParts.mkString("/")
  }

  private def isPartition(part: String): Boolean = {
    val at = part.indexOf('=')
    at > 0 && at == part.lastIndexOf('=')
  }

  private def authority(location: URI, scheme: String): String = {
    val authority = Option(location.getRawAuthority).getOrElse("")
    if (containerSchemes(scheme)) authority else authority.substring(authority.lastIndexOf('@') + 1)
  }

  private def withoutTrailingSlashes(path: String): String = {
    val length = path.lastIndexWhere(_ != '/') + 1
    if (length == 0) "/" else path.substring(0, length) // the same text if there is no slash
  }
}
