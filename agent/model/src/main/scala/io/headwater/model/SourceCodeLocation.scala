package io.headwater.model

/** Where a job's source code is (facet `sourceCodeLocation`), without credentials. `kind`: the system that keeps it, `git`. */
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
