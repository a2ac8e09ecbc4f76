package io.headwater.plan.session

import io.headwater.model.{DatasetId, Symlink}

/** The AWS Glue catalog of one account and region.
  *
  * @param arn
  *   its name by the OpenLineage naming spec: `arn:aws:glue:REGION:ACCOUNT`
  * @param hive
  *   whether it is the metastore of the session catalog; an Iceberg catalog has its own setting for that
  */
final case class GlueCatalog(arn: String, hive: Boolean) {
  def symlink(database: String, table: String): Symlink =
    Symlink(DatasetId(arn, s"table/$database/$table"), Symlink.Kind.Table)
}

object GlueCatalog {
  private val clientFactory = "com.amazonaws.glue.catalog.metastore.AWSGlueDataCatalogHiveClientFactory"

  /** The catalog of an account.
    *
    * @param setting
    *   a setting of the session or of Hadoop's configuration
    * @return
    *   None if the region or the account is not known
    */
  def of(account: AwsAccount, setting: String => Option[String]): Option[GlueCatalog] =
    for { region <- account.region; id <- account.id } yield GlueCatalog(
      s"arn:aws:glue:$region:$id",
      isMetastore(setting)
    )

  /** Why the tables of the session catalog have no symlink to Glue, if their metastore is Glue. */
  def problem(account: AwsAccount, setting: String => Option[String]): Option[String] = {
    val missing = Vector("account" -> account.id, "region" -> account.region).collect { case (n, None) => n }
    if (missing.isEmpty || !isMetastore(setting)) None
    else Some(
      s"the metastore is the AWS Glue catalog, and its ${missing.mkString(" and ")} ${if (missing.size > 1)
          "are"
        else "is"} not known, so tables have no " +
        s"symlink to their ARN; set spark.hadoop.${AwsAccount.catalogId}, and AWS_REGION in the driver's environment"
    )
  }

  private def isMetastore(setting: String => Option[String]): Boolean =
    setting("hive.metastore.client.factory.class").map(_.trim).contains(clientFactory)
}
