package io.headwater.plan.writes

import org.apache.spark.sql.execution.command.CreateDataSourceTableAsSelectCommand
import org.apache.spark.sql.types.StructType

import io.headwater.plan.naming.Tables
import io.headwater.plan.walk.Reading.Rule

/** `CREATE TABLE t USING parquet AS SELECT …` and `df.write.saveAsTable`. */
object CreateTableAsSelect {

  /** Formats whose writes Spark counts, so that the end shows whether there was one. */
  private val counted = Set("avro", "csv", "hive", "json", "orc", "parquet", "text", "xml")

  val rule: Rule = { case c: CreateDataSourceTableAsSelectCommand =>
    Writing.of(c.query, _ => c.outputColumnNames) { site =>
      val tables = new Tables(site.surroundings)
      val schema = StructType(c.query.schema.fields.zip(c.outputColumnNames).map { case (f, name) =>
        f.copy(name = name)
      })
      val dataset = tables.dataset(c.table, schema)
      val created = dataset.copy(lifecycle = Writing.creation(c.mode))
      val target = Target(created, Some(tables.suffix(c.table.identifier)))
      Some(if (c.table.provider.exists(counted)) target.in(c.mode) else target)
    }
  }
}
