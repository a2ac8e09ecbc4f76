package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.catalog.HiveTableRelation

import io.headwater.plan.naming.Tables
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** A Hive table that Hive's own readers serve (text, Avro, a custom SerDe); Parquet and ORC ones are read as files. */
object HiveTableRelations {
  val rule: Rule = { case h: HiveTableRelation =>
    NodeLineage.leaf { site =>
      val table = new Tables(site.surroundings).dataset(h.tableMeta)
      site.source(table.copy(quality = TableStatistics.of(h.tableMeta)), h.output)
    }
  }
}
