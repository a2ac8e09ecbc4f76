package io.headwater.model

import java.time.ZonedDateTime

/** Whose a job is: `kind` is what the owner is to it, `team`. */
final case class Owner(kind: String, name: String)

/** A tag; `source` is where it comes from. */
final case class Tag(key: String, value: String, source: String)

/** The time that a run is scheduled for; `end` is excluded. */
final case class NominalTime(start: ZonedDateTime, end: Option[ZonedDateTime] = None)

/** What the configuration says of every job and run of the application. `environment` holds the variables that it
  * lists, redacted.
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
