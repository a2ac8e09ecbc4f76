package io.headwater.plan.session

import java.net.URI

/** What the walk must know of the session beyond the plan. `warehouse` is `spark.sql.warehouse.dir` as a URI,
  * `metastore` the address of a Hive metastore where one is used (`thrift://host:9083`), `glue` the account's Glue catalog
  * where that is told, `tables` what earlier plans have shown of the catalog's tables, `variables` which SQL
  * variables they have filled with data, `conf` the value of any setting of the session, `frames` what is remembered of
  * plans that are gone, `described` whether the text of each transformation is wanted, `databases` where a database of
  * Spark's own catalog lies (by itself none: each lies in the warehouse, below its name), `declared` what the authors of
  * Python functions have said of them, `sinkOptions` the
  * options that a streaming query writes with: its plan does not hold them.
  */
final case class SessionContext(
    warehouse: Option[String] = None,
    metastore: Option[String] = None,
    glue: Option[GlueCatalog] = None,
    tables: SeenTables = new SeenTables,
    variables: SeenVariables = new SeenVariables,
    conf: String => Option[String] = _ => None,
    cachedLineage: LineageCache = LineageCache.none,
    declarations: FunctionDeclaration.Finder = _ => None,
    sinkOptions: Map[String, String] = Map.empty,
    descriptions: Boolean = false,
    databaseLocation: Option[String => Option[URI]] = None
) {

  /** The setting `key` of a V2 catalog, `spark.sql.catalog.NAME.KEY`. */
  def catalogSetting(name: String, key: String): Option[String] =
    conf(s"spark.sql.catalog.$name.$key").map(_.trim).filter(_.nonEmpty)
}
