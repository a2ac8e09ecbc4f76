package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand

import io.headwater.plan.tables.DeltaTables
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{RuleContext, Target}
import io.headwater.plan.writes.{PathWrite, WriteRule}

/** Writes to a path: `df.write.format("delta").save(path)`. */
object DeltaSaves {
  private val Save = new PathWrite("org.apache.spark.sql.delta.sources.DeltaDataSource")

  val rule: Rule = { case Save(save, path) =>
    WriteRule.toTable(save.query) { (context, time) =>
      val target = this.target(context, save, path)
      val newest = DeltaTables.cached(save.dataSource, target.dataset)
      DeltaColumns.of(target, newest, time, save.query.output, replacesSchema(save))
    }
  }

  private def target(context: RuleContext, save: SaveIntoDataSourceCommand, path: String): Target = {
    val dataset = DeltaTables.of(None, new Path(path), context.session)
    Target(
      dataset.copy(lifecycle = WriteRule.createLifecycle(save.mode)),
      WriteRule.suffix(dataset),
      committed = DeltaTables.committed(save.dataSource, dataset, context.session, _),
      isConditional =
        save.mode == SaveMode.Ignore || DeltaTables.mayBeRepeated(save.options, context.session)
    )
  }

  private def replacesSchema(save: SaveIntoDataSourceCommand): Boolean = save.mode match {
    case SaveMode.Overwrite =>
      save.options.exists { case (k, v) =>
        k.equalsIgnoreCase("overwriteSchema") && v.equalsIgnoreCase("true")
      }
    case mode => mode == SaveMode.ErrorIfExists
  }
}
