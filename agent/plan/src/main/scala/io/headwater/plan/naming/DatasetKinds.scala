package io.headwater.plan.naming

import io.headwater.model.{Dataset, DatasetKind}

/** The kind of a dataset, derived from its format or its namespace if no rule has set it. */
object DatasetKinds {
  private val fileSystems = Set(
    "abfss",
    "cos",
    "dbfs",
    "file",
    "gs",
    "hdfs",
    "obs",
    "ofs",
    "oss",
    "s3",
    "viewfs",
    "wasbs"
  )

  private val databases = Set(
    "azurekusto",
    "bigquery",
    "cassandra",
    "clickhouse",
    "crate",
    "db2",
    "mariadb",
    "mysql",
    "oceanbase",
    "oracle",
    "postgres",
    "redshift",
    "snowflake",
    "spanner",
    "sqlserver",
    "teradata",
    "trino"
  )

  private val brokers = Set("kafka", "pulsar")

  def withKind(dataset: Dataset): Dataset =
    if (dataset.kind.isDefined) dataset else dataset.copy(kind = of(dataset))

  private def of(dataset: Dataset): Option[DatasetKind] = {
    val scheme = dataset.id.namespace.takeWhile(_ != ':')
    if (dataset.storage.isDefined || databases(scheme)) Some(DatasetKind.Table)
    else if (brokers(scheme)) Some(DatasetKind.Topic)
    else if (fileSystems(scheme) && isFileSystem(dataset.id.namespace)) Some(DatasetKind.File)
    else None
  }

  /** Whether the namespace is a file system. `file` and `s3://lake` hold files; `s3://lake/warehouse` holds
    * the names of a catalog.
    */
  private def isFileSystem(namespace: String): Boolean = namespace.split("://", 2) match {
    case Array(_, authority) => !authority.contains('/')
    case _ => !namespace.contains(':')
  }
}
