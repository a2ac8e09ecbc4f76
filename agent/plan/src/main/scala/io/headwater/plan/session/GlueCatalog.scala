package io.headwater.plan.session

import io.headwater.model.{DatasetId, Symlink}

/** AWS Glue's catalog of one account and region, in the words of the naming spec: `arn:aws:glue:REGION:ACCOUNT`. `hive`:
  * whether the session catalog's metastore is Glue. Iceberg's catalogs say so each for itself.
  */
final case class GlueCatalog(arn: String, hive: Boolean) {

  def symlink(database: String, table: String): Symlink =
    Symlink(DatasetId(arn, s"table/$database/$table"), Symlink.Kind.Table)
}

object GlueCatalog {
  private val factory = "com.amazonaws.glue.catalog.metastore.AWSGlueDataCatalogHiveClientFactory"

  /** None where region or account are not told; AWS is not asked. A catalog of another account is named by
    * `hive.metastore.glue.catalogid`; in Glue's own jobs the account is a setting of Spark's.
    */
  def of(
      conf: String => Option[String],
      hadoop: String => Option[String],
      env: Map[String, String]
  ): Option[GlueCatalog] = {
    def said(value: Option[String]) = value.map(_.trim).filter(_.nonEmpty)
    def anywhere(key: String) = said(hadoop(key)).orElse(said(conf(key)))
    val region = said(env.get("AWS_DEFAULT_REGION")).orElse(said(env.get("AWS_REGION")))
    val account = anywhere("hive.metastore.glue.catalogid").orElse(said(conf("spark.glue.accountId")))
    val hive = anywhere("hive.metastore.client.factory.class").contains(factory)
    for { r <- region; a <- account } yield GlueCatalog(s"arn:aws:glue:$r:$a", hive)
  }
}
