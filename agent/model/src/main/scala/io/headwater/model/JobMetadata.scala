package io.headwater.model

import java.time.ZonedDateTime

/** An owner of a job. `kind` is the type of the owner, for example `team`. */
final case class Owner(kind: String, name: String)

/** A tag. `source` is the system that the tag comes from. */
final case class Tag(key: String, value: String, source: String)

/** The scheduled time of a run. `end` is exclusive. */
final case class NominalTime(start: ZonedDateTime, end: Option[ZonedDateTime] = None)

/** The metadata that the configuration declares for all jobs and runs of the application.
  *
  * @param environment
  *   the environment variables that the configuration lists, redacted
  */
final case class JobMetadata(
    owners: Vector[Owner] = Vector.empty,
    jobTags: Vector[Tag] = Vector.empty,
    runTags: Vector[Tag] = Vector.empty,
    environment: Vector[(String, String)] = Vector.empty,
    nominalTime: Option[NominalTime] = None,
    description: Option[String] = None,
    sourceCode: Option[SourceCodeLocation] = None
)
