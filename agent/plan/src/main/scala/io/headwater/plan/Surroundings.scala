package io.headwater.plan

import io.headwater.plan.extension.Declaration
import io.headwater.plan.naming.SeenTables

/** What the walk must know of the session beyond the plan. `warehouse` is `spark.sql.warehouse.dir` as a URI,
  * `metastore` the address of a Hive metastore where one is used (`thrift://host:9083`), `tables`
  * what earlier plans have shown of the catalog's tables, `conf` the value of any setting of the session, `frames` what
  * is remembered of plans that are gone, `declared` what the authors of Python functions have said of them.
  */
final case class Surroundings(
    warehouse: Option[String] = None,
    metastore: Option[String] = None,
    tables: SeenTables = new SeenTables,
    conf: String => Option[String] = _ => None,
    frames: Frames = Frames.none,
    declared: Declaration.Finder = _ => None
)
