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
    for { region <- account.region; id <- account.id } yield {
      val hive = setting("hive.metastore.client.factory.class").map(_.trim).contains(clientFactory)
      GlueCatalog(s"arn:aws:glue:$region:$id", hive)
    }
}
