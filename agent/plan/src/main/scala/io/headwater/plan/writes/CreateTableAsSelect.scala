package io.headwater.plan.writes

import org.apache.spark.sql.execution.command.CreateDataSourceTableAsSelectCommand
import org.apache.spark.sql.types.StructType

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.Tables
import io.headwater.plan.walk.Reading.Rule

/** `CREATE TABLE t USING parquet AS SELECT …` and `df.write.saveAsTable`. */
object CreateTableAsSelect {
  val rule: Rule = { case c: CreateDataSourceTableAsSelectCommand =>
    Writing.of(c.query, _ => c.outputColumnNames) { site =>
      val tables = new Tables(site.surroundings)
      val schema = StructType(c.query.schema.fields.zip(c.outputColumnNames).map { case (f, name) =>
        f.copy(name = name)
      })
      val dataset = tables.dataset(c.table, schema)
      val lifecycle = Writing.lifecycle(c.mode, Some(Lifecycle.Create))
      Some(Target(dataset.copy(lifecycle = lifecycle), Some(tables.suffix(c.table.identifier))))
    }
  }
}
