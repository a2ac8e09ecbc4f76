package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path

import io.headwater.plan.naming.Schemas
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.writes.{PathSave, Target, Writing}

/** `df.write.format("delta").save(path)`. */
object DeltaSaves {
  private val Save = new PathSave("org.apache.spark.sql.delta.sources.DeltaDataSource")

  val rule: Rule = { case Save(save, path) =>
    Writing.of(save.query, _ => save.query.output.map(_.name)) { site =>
      val dataset = DeltaTables.of(None, new Path(path), site.surroundings)
        .copy(schema = Schemas.fields(save.query.output), lifecycle = Writing.saving(save.mode))
      Some(Target(dataset, Writing.suffix(dataset)))
    }
  }
}
