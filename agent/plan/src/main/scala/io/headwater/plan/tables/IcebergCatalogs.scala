package io.headwater.plan.tables

import io.headwater.plan.session.SessionContext
import io.headwater.util.{Attempts, ClassLoaders, ClassNames}

/** The classes of Spark's catalogs that have Iceberg tables and views. */
private[plan] object IcebergCatalogs {
  private val sparkPackage = "org.apache.iceberg.spark."

  /** The catalog of Polaris. It has Iceberg tables in a REST catalog, and beside them tables of other formats. */
  private val polaris = "org.apache.polaris.spark.SparkCatalog"

  /** Whether a catalog has Iceberg tables only. */
  def isOwn(catalog: AnyRef): Boolean = ClassNames.isA(catalog, s"${sparkPackage}SparkCatalog")

  /** Whether a catalog is Iceberg's implementation of Spark's session catalog. */
  def isSession(catalog: AnyRef): Boolean = ClassNames.isA(catalog, s"${sparkPackage}SparkSessionCatalog")

  /** Whether a catalog has Iceberg tables, and a table without a format is one of them. */
  def isIcebergByDefault(catalog: AnyRef): Boolean = isOwn(catalog) || isPolaris(catalog)

  /** Whether the views of a catalog are those of an Iceberg catalog. */
  def hasViews(catalog: AnyRef): Boolean = isIcebergByDefault(catalog) || isSession(catalog)

  private def isPolaris(catalog: AnyRef): Boolean = ClassNames.isA(catalog, polaris)

  /** Whether the catalog of this name is one of Iceberg, by the session's settings. */
  def isConfigured(catalog: String, session: SessionContext): Boolean =
    implementation(catalog, session).exists(name => name.startsWith(sparkPackage) || name == polaris)

  /** The type of a catalog whose settings give none; empty if it is not known: a library that has Iceberg tables in a
    * catalog class of its own, which does not extend one of Iceberg's, chooses the type itself.
    */
  def defaultKind(catalog: String, session: SessionContext): String =
    implementation(catalog, session) match {
      case Some(`polaris`) => "rest"
      case Some(name) if !extendsIceberg(name) => ""
      case _ => "hive"
    }

  private def extendsIceberg(implementation: String): Boolean = implementation.startsWith(sparkPackage) ||
    Attempts.caught(Class.forName(implementation, false, ClassLoaders.ofUser)).toOption
      .exists(ClassNames.ancestors(_).exists(_.getName.startsWith(sparkPackage)))

  private def implementation(catalog: String, session: SessionContext): Option[String] =
    session.conf(s"spark.sql.catalog.$catalog")
}
