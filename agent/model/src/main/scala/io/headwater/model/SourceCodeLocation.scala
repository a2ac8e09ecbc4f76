package io.headwater.model

/** The location of the source code of a job, without credentials (facet `sourceCodeLocation`). `kind` is the version
  * control system, for example `git`.
  */
final case class SourceCodeLocation(
    kind: String,
    url: String,
    repoUrl: Option[String] = None,
    path: Option[String] = None,
    version: Option[String] = None,
    tag: Option[String] = None,
    branch: Option[String] = None,
    pullRequest: Option[String] = None
)
