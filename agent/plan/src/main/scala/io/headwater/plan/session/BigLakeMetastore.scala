package io.headwater.plan.session

import io.headwater.model.Catalog

/** The BigLake metastore of Google, if it is the metastore of Spark's session catalog. */
object BigLakeMetastore {

  /** The namespace of its tables, and the type of its catalogs, as in the published agent. */
  val namespace = "gcp_lakehouse"

  private val prefix = "spark.hive.metastore."
  private val clientFactory = "com.google.cloud.bigquery.metastore.client.BigLakeMetastoreClientFactory"

  def isMetastore(session: SessionContext): Boolean =
    session.hasHiveSupport &&
      session.conf(prefix + "client.factory.class").map(_.trim).contains(clientFactory)

  /** The catalog of the tables. None if the settings do not name it. */
  def catalog(session: SessionContext): Option[Catalog] =
    session.conf(prefix + "blms.catalog.default").map { name =>
      val project = session.conf(prefix + "blms.project.id").map("gcp_project_id" -> _)
      val warehouse = session.hadoop("hive.metastore.warehouse.dir").orElse(session.warehouse)
      Catalog("hive", namespace, name, None, warehouse, project.toMap)
    }
}
