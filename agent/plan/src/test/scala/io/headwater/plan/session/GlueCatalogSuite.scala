package io.headwater.plan.session

import org.apache.spark.sql.catalyst.TableIdentifier
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.naming.Tables

final class GlueCatalogSuite extends AnyFunSuite {
  private val factory = "hive.metastore.client.factory.class" ->
    "com.amazonaws.glue.catalog.metastore.AWSGlueDataCatalogHiveClientFactory"
  private val account = "spark.glue.accountId" -> "123456789012"
  private val region = Map("AWS_REGION" -> "eu-west-1")

  private def glue(
      conf: Map[String, String],
      hadoop: Map[String, String],
      env: Map[String, String] = region
  ) =
    GlueCatalog.of(AwsAccount.of(conf.get, hadoop.get, env), key => hadoop.get(key).orElse(conf.get(key)))

  // rows: connector.glue
  test("the account comes from the configured catalog or from the job, the region from the environment") {
    assert(glue(
      Map(account),
      Map(factory)
    ).contains(GlueCatalog("arn:aws:glue:eu-west-1:123456789012", hive = true)))
    val other = Map("hive.metastore.glue.catalogid" -> "999")
    assert(glue(Map(account), other).contains(GlueCatalog("arn:aws:glue:eu-west-1:999", hive = false)))
    assert(glue(Map(account) ++ other, Map.empty).exists(_.arn.endsWith(":999")))
    assert(glue(Map(account), Map(factory), region + ("AWS_DEFAULT_REGION" -> "us-east-1")).exists(
      _.arn.contains(":us-east-1:")
    ))
  }

  test("the account is known without Spark's settings if hive-site.xml names the catalog of Glue") {
    val site = Map("hive.metastore.glue.catalogid" -> " 999 ")
    assert(AwsAccount.of(_ => None, site.get, region) == AwsAccount(Some("eu-west-1"), Some("999")))
    val conf = Map("spark.hadoop.hive.metastore.glue.catalogid" -> "888")
    assert(AwsAccount.of(conf.get, _ => None, Map.empty) == AwsAccount(None, Some("888")))
  }

  test("without a region or an account there is no Glue catalog") {
    assert(glue(Map(account), Map(factory), Map.empty).isEmpty)
    assert(glue(Map.empty, Map(factory)).isEmpty)
    assert(glue(Map(account), Map(factory), Map("AWS_REGION" -> " ")).isEmpty)
  }

  test(
    "if the metastore is Glue, an account or region that is not known is a problem that names the settings"
  ) {
    def problem(conf: Map[String, String], hadoop: Map[String, String], env: Map[String, String]) =
      GlueCatalog.problem(AwsAccount.of(conf.get, hadoop.get, env), hadoop.get)
    assert(problem(Map(account), Map(factory), region).isEmpty)
    assert(problem(Map.empty, Map.empty, Map.empty).isEmpty)
    assert(problem(Map.empty, Map(factory), region).exists(p =>
      p.contains("its account is not known") && p.contains("set spark.hadoop.hive.metastore.glue.catalogid")
    ))
    assert(problem(
      Map.empty,
      Map(factory),
      Map.empty
    ).exists(_.contains("its account and region are not known")))
    assert(problem(Map(account), Map(factory), Map.empty).exists(_.contains("AWS_REGION")))
  }

  test("tables of the session catalog have a Glue symlink only if its metastore is Glue") {
    val name = TableIdentifier("orders", Some("shop"))
    def symlinks(hive: Boolean) = new Tables(
      SessionContext(warehouse = Some("file:/wh"), glue = Some(GlueCatalog("arn:aws:glue:eu-west-1:1", hive)))
    ).planned(name, Some(Tables.path("file:/wh/shop.db/orders"))).symlinks.map(_.id)
    assert(symlinks(hive = true) == Vector(DatasetId("arn:aws:glue:eu-west-1:1", "table/shop/orders")))
    assert(symlinks(hive = false) == Vector(DatasetId("file:/wh", "shop.orders")))
  }
}
