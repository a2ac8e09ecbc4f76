package io.headwater.plan.naming

import java.net.URI

import scala.util.Try

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Catalog, Dataset, DatasetId, DatasetKind, Symlink}
import io.headwater.plan.session.{SeenTables, SessionContext}
import io.headwater.redaction.Redactor
import io.headwater.util.ClassNames

/** A catalog beside the session catalog whose tables have entries of the same form: Unity Catalog, the open-source one and
  * that of Databricks. It is known by the session's settings; the catalog itself is not called.
  */
private[plan] final class NonSessionCatalog(val name: String, session: SessionContext) {
  private val isUnity =
    session.conf(s"spark.sql.catalog.$name").map(_.trim).contains(NonSessionCatalog.unityClass)
  private val uri = if (isUnity) session.catalogSetting(name, "uri") else None

  /** Whether its tables are not those of the session catalog. Unity Catalog may be set in place of that catalog. */
  def isOther: Boolean = uri.nonEmpty || !NonSessionCatalog.ofSessionCatalog(name)

  private def isOfDatabricks: Boolean =
    !isUnity && session.conf("spark.databricks.unityCatalog.enabled").contains("true")

  /** A table. It is named by its location, and its name in the catalog is a symlink; without a location it goes by its name in
    * the catalog.
    */
  def dataset(table: Identifier, location: Option[URI]): Dataset = Dataset(
    location.fold(id(table))(at => Locations.of(session.qualified(at))),
    symlinks = location.map(_ => Symlink(id(table), Symlink.Kind.Table)).toVector,
    catalog = facet("unity"),
    kind = Some(DatasetKind.Table),
    hierarchy = Hierarchy.of(name, table)
  )

  /** The name of a table or view in the catalog, as the published agent has it. The namespace has neither the protocol nor the
    * path of the address.
    */
  def id(table: Identifier): DatasetId = {
    val unity = uri.flatMap(NonSessionCatalog.authority).map(a => s"unitycatalog://$a")
      .orElse(if (isOfDatabricks) Some("unity-catalog") else None)
    unity.fold(Identifiers.dataset(name, table))(in =>
      DatasetId(in, (name +: Identifiers.parts(table)).mkString("."))
    )
  }

  /** The catalog facet. None if only the name of the catalog is known.
    *
    * @param framework
    *   `delta` for a table of Delta
    */
  def facet(framework: String): Option[Catalog] =
    if (isUnity || isOfDatabricks)
      Some(Catalog(framework, "unity", name, uri.map(Redactor.default.bare)))
    else None
}

private[plan] object NonSessionCatalog {
  private val unityClass = "io.unitycatalog.spark.UCSingleCatalog"

  /** Names of the session catalog; the second is that of the metastore beside Unity Catalog on Databricks. */
  private val ofSessionCatalog = Set(SeenTables.sessionCatalog, "hive_metastore")

  /** The catalog of a table. None if it is the session catalog. */
  def of(table: TableIdentifier, session: SessionContext): Option[NonSessionCatalog] =
    TableNames.catalog(table).map(new NonSessionCatalog(_, session)).filter(_.isOther)

  /** Whether a catalog is the open-source Unity Catalog. */
  def isUnity(catalog: AnyRef): Boolean = ClassNames.isA(catalog, unityClass)

  /** Host and port of an address, without user and password. */
  private def authority(address: String): Option[String] =
    Try(new URI(Redactor.default.bare(address))).toOption
      .flatMap(uri => Option(uri.getRawAuthority)).filter(_.nonEmpty)
}
