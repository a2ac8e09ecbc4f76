package io.headwater.shell.config

import io.headwater.config.ConfigProblem
import io.headwater.config.ConfigTree.Leaf
import io.headwater.model.{JobMetadata, Owner}

/** The metadata that all jobs and runs carry.
  *
  * @param warnings
  *   metadata that is invalid: a facet without it, or a tag without its last parts
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
    val nominalTime = NominalTimes.read(values)
    val sourceCode = SourceCode.read(values)
    val declared = JobMetadata(
      owners.read(values),
      jobTags.read(values),
      runTags.read(values),
      EnvironmentVariables.read(values),
      nominalTime.toOption.flatten,
      description.read(values).map(values.redactor.text),
      sourceCode.toOption.flatten
    )
    val leftOut = Vector(nominalTime, sourceCode).flatMap(_.left.toOption)
    JobMetadataConfig(declared, leftOut ++ tagWarnings(values))
  }

  private def tagWarnings(values: ConfigValues): Vector[String] =
    tagWarnings(values, jobTags) ++ tagWarnings(values, runTags)

  private def tagWarnings(values: ConfigValues, key: ConfigKey[Any]): Vector[String] = values.at(key) match {
    case None => Vector.empty
    case tags =>
      val wrong = Tags.tooLong(tags).map(_ -> moreThanThreeParts) ++ Tags.withoutValue(tags).map(_ -> noValue)
      wrong.map { case (tag, fix) => ConfigProblem.of(key.fullName, tag, fix, values.redactor).line }
  }

  private val moreThanThreeParts = "a tag is key:value:source, and the further parts are left out; " +
    "write \\: for a colon that belongs to a part"

  private val noValue =
    "a tag is key:value:source, and this one has no value, so it is left out; write a value"

  private def ownersOf(values: ConfigValues, key: ConfigKey[Any]): Vector[Owner] =
    values.at(key).toVector.flatMap(KeyPath.leaves(_)).flatMap {
      case (path, Leaf(name)) => Vector(Owner(path.mkString("."), name.trim)).filter(_.name.nonEmpty)
      case (path, list) => values.list(list).map(Owner(path.mkString("."), _))
    }
}
