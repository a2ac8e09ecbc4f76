package io.headwater.shell.config

import io.headwater.config.ConfigTree.Leaf
import io.headwater.model.{JobMetadata, Owner}

/** The metadata that all jobs and runs carry.
  *
  * @param warnings
  *   metadata that is invalid; each line costs one facet
  */
final case class JobMetadataConfig(declared: JobMetadata, warnings: Vector[String])

object JobMetadataConfig extends ConfigSection {

  val owners = key(
    "job.owners.*",
    KeyType.Names,
    "Owners of all jobs. The last part of the key is the type of ownership, for example team or person."
  )((values, key) => ownersOf(values, key))
  val jobTags = key("job.tags", KeyType.Tags, "Tags of all jobs.")((values, key) => Tags.read(values.at(key)))
  val runTags = key("run.tags", KeyType.Tags, "Tags of all runs.")((values, key) => Tags.read(values.at(key)))
  val description = text(
    "job.description",
    "Description of the application, in the facet documentation of all its jobs. Default: the text of " +
      "sc.setJobDescription for each job."
  )

  /** Reads the sections [[NominalTimes]], [[SourceCode]] and [[EnvironmentVariables]] as well. */
  def read(values: ConfigValues): JobMetadataConfig = {
    val (nominalTime, timeWarnings) = NominalTimes.read(values)
    val (sourceCode, codeWarnings) = SourceCode.read(values)
    val declared = JobMetadata(
      owners.read(values),
      jobTags.read(values),
      runTags.read(values),
      EnvironmentVariables.read(values),
      nominalTime,
      description.read(values).map(values.redactor.text),
      sourceCode
    )
    JobMetadataConfig(declared, timeWarnings ++ codeWarnings)
  }

  private def ownersOf(values: ConfigValues, key: ConfigKey[Any]): Vector[Owner] =
    values.at(key).toVector.flatMap(KeyPath.leaves(_)).flatMap {
      case (path, Leaf(name)) => Vector(Owner(path.mkString("."), name.trim)).filter(_.name.nonEmpty)
      case (path, list) => values.list(list).map(Owner(path.mkString("."), _))
    }
}
