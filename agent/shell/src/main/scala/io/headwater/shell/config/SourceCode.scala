package io.headwater.shell.config

import java.net.URI

import scala.util.Try

import io.headwater.config.ConfigProblem
import io.headwater.model.SourceCodeLocation

/** The location of the application's source code: from the configuration, else from the variables of GitHub Actions and
  * GitLab CI. The agent reads no file and starts no program to find it.
  */
object SourceCode extends ConfigSection {

  val vcsType = text(
    "job.sourceCodeLocation.type",
    "git",
    "Type of the version control system. If no key of this section is set, the variables of GitHub Actions and " +
      "GitLab CI are used."
  )
  val url = text(
    "job.sourceCodeLocation.url",
    "URL of the source code. Required if another key of this section is set."
  )
  val repository = text("job.sourceCodeLocation.repoUrl", "URL of the repository.")
  val path = text("job.sourceCodeLocation.path", "Path of the source code in the repository.")
  val version = text("job.sourceCodeLocation.version", "Commit or revision that runs.")
  val tag = text("job.sourceCodeLocation.tag", "Tag of that version.")
  val branch = text("job.sourceCodeLocation.branch", "Branch of that version.")

  /** The location without credentials, or the reason why the configured one is left out: it is invalid. */
  def read(values: ConfigValues): Either[String, Option[SourceCodeLocation]] = {
    import values.redactor
    val location =
      if (keys.exists(values.text(_).isDefined)) fromKeys(values).map(Some(_))
      else Right(github(values.variable).orElse(gitlab(values.variable)).filter(l => isUrl(l.url)))
    // git@host:path is no URL
    def redact(url: String) = if (url.contains("://")) redactor.url(url) else redactor.text(url)
    location.map(_.map(l => l.copy(url = redact(l.url), repoUrl = l.repoUrl.map(redact))))
  }

  private def fromKeys(values: ConfigValues): Either[String, SourceCodeLocation] = {
    val value = url.read(values).getOrElse("")
    if (isUrl(value))
      Right(SourceCodeLocation(
        vcsType.read(values),
        value,
        repository.read(values),
        path.read(values),
        version.read(values),
        tag.read(values),
        branch.read(values)
      ))
    else {
      val reason = if (value.isEmpty) "missing" else "not a URL"
      val fix =
        s"$reason; write where the source code can be looked at, https://forge.example/team/jobs/blob/main/job.py"
      val redactor = values.redactor
      Left(ConfigProblem.of(url.fullName, redactor.url(value), fix, redactor).line)
    }
  }

  private def isUrl(text: String): Boolean =
    Try(new URI(text)).toOption.exists(u => u.isAbsolute && !u.isOpaque)

  private def github(variable: String => Option[String]): Option[SourceCodeLocation] =
    for {
      _ <- variable("GITHUB_ACTIONS").filter(_ == "true")
      server <- variable("GITHUB_SERVER_URL")
      repository <- variable("GITHUB_REPOSITORY")
      commit <- variable("GITHUB_SHA")
    } yield {
      def ref(kind: String) =
        variable("GITHUB_REF_NAME").filter(_ => variable("GITHUB_REF_TYPE").contains(kind))
      val pullRequest = variable("GITHUB_REF").map(_.split('/')).collect {
        case Array("refs", "pull", number, _) => number
      }
      SourceCodeLocation(
        "git",
        s"$server/$repository/tree/$commit",
        Some(s"$server/$repository.git"),
        version = Some(commit),
        tag = ref("tag"),
        branch = variable("GITHUB_HEAD_REF").orElse(ref("branch").filter(_ => pullRequest.isEmpty)),
        pullRequest = pullRequest
      )
    }

  /** Uses the project's URL, because `CI_REPOSITORY_URL` contains the job's token. */
  private def gitlab(variable: String => Option[String]): Option[SourceCodeLocation] =
    for {
      _ <- variable("GITLAB_CI").filter(_ == "true")
      project <- variable("CI_PROJECT_URL")
      commit <- variable("CI_COMMIT_SHA")
    } yield SourceCodeLocation(
      "git",
      s"$project/-/tree/$commit",
      Some(s"$project.git"),
      version = Some(commit),
      tag = variable("CI_COMMIT_TAG"),
      branch = variable("CI_COMMIT_BRANCH").orElse(variable("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME")),
      pullRequest = variable("CI_MERGE_REQUEST_IID")
    )
}
