package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand

import io.headwater.plan.naming.Schemas
import io.headwater.plan.vendor.Classes
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.writes.{Target, Writing}

/** `df.write.format("delta").save(path)`: Spark hands the whole write to the library, by its V1 interface. */
object DeltaSaves {
  val rule: Rule = { case SaveOf(save, path) =>
    Writing.of(save.query, _ => save.query.output.map(_.name)) { site =>
      val dataset = DeltaTables.of(None, new Path(path), site.surroundings)
        .copy(schema = Schemas.fields(save.query.output), lifecycle = Writing.saving(save.mode))
      Some(Target(dataset, Writing.suffix(dataset)))
    }
  }

  private object SaveOf {
    def unapply(plan: LogicalPlan): Option[(SaveIntoDataSourceCommand, String)] = plan match {
      case s: SaveIntoDataSourceCommand
          if Classes.isA(s.dataSource, "org.apache.spark.sql.delta.sources.DeltaDataSource") =>
        s.options.collectFirst { case (key, path) if key.equalsIgnoreCase("path") => s -> path }
      case _ => None
    }
  }
}
