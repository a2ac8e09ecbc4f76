package io.headwater.plan.session

/** The region and the account of AWS that the environment and the settings name. AWS is not called. */
final case class AwsAccount(region: Option[String] = None, id: Option[String] = None)

object AwsAccount {
  private[session] val catalogId = "hive.metastore.glue.catalogid"

  /** `hive.metastore.glue.catalogid` names a catalog of Glue, also one of another account; in AWS Glue jobs a setting of Spark
    * has the account.
    *
    * @param conf
    *   a setting of the session
    * @param hadoop
    *   a setting of Hadoop's configuration, which also has those of `hive-site.xml`
    */
  def of(
      conf: String => Option[String],
      hadoop: String => Option[String],
      env: Map[String, String]
  ): AwsAccount = {
    def first(values: Option[String]*) = values.flatten.map(_.trim).find(_.nonEmpty)
    AwsAccount(
      region = first(env.get("AWS_DEFAULT_REGION"), env.get("AWS_REGION")),
      id = first(
        hadoop(catalogId),
        conf(catalogId),
        conf(s"spark.hadoop.$catalogId"),
        conf("spark.glue.accountId")
      )
    )
  }
}
