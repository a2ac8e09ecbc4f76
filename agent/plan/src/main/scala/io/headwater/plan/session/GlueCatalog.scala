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

  /** The catalog that the settings name. AWS is not called. `hive.metastore.glue.catalogid` names a catalog of another
    * account; in AWS Glue jobs a setting of Spark has the account.
    *
    * @return
    *   None if the region or the account is not set
    */
  def of(
      conf: String => Option[String],
      hadoop: String => Option[String],
      env: Map[String, String]
  ): Option[GlueCatalog] = {
    def nonEmpty(value: Option[String]) = value.map(_.trim).filter(_.nonEmpty)
    def setting(key: String) = nonEmpty(hadoop(key)).orElse(nonEmpty(conf(key)))
    val region = nonEmpty(env.get("AWS_DEFAULT_REGION")).orElse(nonEmpty(env.get("AWS_REGION")))
    val account = setting("hive.metastore.glue.catalogid").orElse(nonEmpty(conf("spark.glue.accountId")))
    val hive = setting("hive.metastore.client.factory.class").contains(clientFactory)
    for { r <- region; a <- account } yield GlueCatalog(s"arn:aws:glue:$r:$a", hive)
  }
}
