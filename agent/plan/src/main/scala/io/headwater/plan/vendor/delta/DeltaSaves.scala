package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path

import io.headwater.plan.naming.Schemas
import io.headwater.plan.tables.DeltaTables
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.writes.{PathWrite, Target, WriteRule}

/** Writes to a path: `df.write.format("delta").save(path)`. */
object DeltaSaves {
  private val Save = new PathWrite("org.apache.spark.sql.delta.sources.DeltaDataSource")

  val rule: Rule = { case Save(save, path) =>
    WriteRule.toDataset(save.query, _ => save.query.output.map(_.name)) { context =>
      val dataset = DeltaTables.of(None, new Path(path), context.session)
        .copy(schema = Schemas.fields(save.query.output), lifecycle = WriteRule.saveLifecycle(save.mode))
      val committed = () => DeltaTables.cachedVersion(save.dataSource, dataset)
      Some(Target(dataset, WriteRule.suffix(dataset), committed))
    }
  }
}
