package io.headwater.shell.config

import io.headwater.config.ConfigTree.Leaf
import io.headwater.model.{JobMetadata, Owner}

/** What the configuration says of all jobs and runs, and what of it cannot be used: that costs its facet alone. */
private[config] final case class JobMetadataConfig(declared: JobMetadata, warnings: Vector[String])

private[config] object JobMetadataConfig {

  def read(reading: ConfigValues, env: Map[String, String]): JobMetadataConfig = {
    import ConfigKeys._
    import reading._
    val (time, noTime) = NominalTimes.read(reading, env)
    val (code, noCode) = SourceCode.read(reading, env)
    val declared = JobMetadata(
      ownership(reading),
      TagsConfig.read(KeyPath.at(tree, jobTags.parts)),
      TagsConfig.read(KeyPath.at(tree, runTags.parts)),
      (names(environment) ++ names(environmentToo)).distinct.flatMap(name =>
        env.get(name).map(value => name -> redactor.property(name, value))
      ),
      time,
      text(description).map(redactor.text),
      code
    )
    JobMetadataConfig(declared, noTime ++ noCode)
  }

  private def ownership(reading: ConfigValues): Vector[Owner] =
    KeyPath.at(reading.tree, Vector("job", "owners")).toVector.flatMap(KeyPath.leaves(_)).flatMap {
      case (path, Leaf(name)) => Vector(Owner(path.mkString("."), name.trim)).filter(_.name.nonEmpty)
      case (path, several) => reading.listed(several).map(Owner(path.mkString("."), _))
    }
}
