package io.headwater.shell.config

import java.net.URI

import scala.util.Try

import io.headwater.config.ConfigProblem
import io.headwater.model.SourceCodeLocation

/** Where the application's source code is: of the configuration, else of the variables that GitHub Actions and GitLab CI set. No file is
  * looked for, and no program asked.
  */
private[config] object SourceCode {
  import ConfigKeys._

  private val keys = Vector(codeType, codeUrl, codeRepository, codePath, codeVersion, codeTag, codeBranch)

  def read(reading: ConfigValues, env: Map[String, String]): (Option[SourceCodeLocation], Vector[String]) = {
    def said(name: String): Option[String] = env.get(name).map(_.trim).filter(_.nonEmpty)
    val found =
      if (keys.exists(reading.text(_).isDefined)) configured(reading)
      else github(said).orElse(gitlab(said)).filter(code => isUrl(code.url)).toRight(Vector.empty[String])
    import reading.redactor
    def bare(url: String) =
      if (url.contains("://")) redactor.url(url) else redactor.text(url) // git@host:path
    found.fold(
      (None, _),
      code => (Some(code.copy(url = bare(code.url), repoUrl = code.repoUrl.map(bare))), Vector.empty)
    )
  }

  private def configured(reading: ConfigValues): Either[Vector[String], SourceCodeLocation] = {
    import reading.text
    val value = text(codeUrl).getOrElse("")
    if (isUrl(value))
      Right(SourceCodeLocation(
        text(codeType).getOrElse(codeType.default),
        value,
        text(codeRepository),
        text(codePath),
        text(codeVersion),
        text(codeTag),
        text(codeBranch)
      ))
    else {
      val why = if (value.isEmpty) "missing" else "not a URL"
      val fix =
        s"$why; write where the source code can be looked at, https://forge.example/team/jobs/blob/main/job.py"
      Left(Vector(ConfigProblem.of(
        prefix + codeUrl.name,
        reading.redactor.url(value),
        fix,
        reading.redactor
      ).line))
    }
  }

  private def isUrl(text: String): Boolean =
    Try(new URI(text)).toOption.exists(u => u.isAbsolute && !u.isOpaque)

  private def github(said: String => Option[String]): Option[SourceCodeLocation] =
    for {
      _ <- said("GITHUB_ACTIONS").filter(_ == "true")
      server <- said("GITHUB_SERVER_URL")
      repository <- said("GITHUB_REPOSITORY")
      commit <- said("GITHUB_SHA")
    } yield {
      def ref(kind: String) = said("GITHUB_REF_NAME").filter(_ => said("GITHUB_REF_TYPE").contains(kind))
      val pull = said("GITHUB_REF").map(_.split('/')).collect { case Array("refs", "pull", number, _) =>
        number
      }
      SourceCodeLocation(
        "git",
        s"$server/$repository/tree/$commit",
        Some(s"$server/$repository.git"),
        version = Some(commit),
        tag = ref("tag"),
        branch = said("GITHUB_HEAD_REF").orElse(ref("branch").filter(_ => pull.isEmpty)),
        pullRequest = pull
      )
    }

  /** `CI_REPOSITORY_URL` holds the job's token: the project's own address does not. */
  private def gitlab(said: String => Option[String]): Option[SourceCodeLocation] =
    for {
      _ <- said("GITLAB_CI").filter(_ == "true")
      project <- said("CI_PROJECT_URL")
      commit <- said("CI_COMMIT_SHA")
    } yield SourceCodeLocation(
      "git",
      s"$project/-/tree/$commit",
      Some(s"$project.git"),
      version = Some(commit),
      tag = said("CI_COMMIT_TAG"),
      branch = said("CI_COMMIT_BRANCH").orElse(said("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME")),
      pullRequest = said("CI_MERGE_REQUEST_IID")
    )
}
