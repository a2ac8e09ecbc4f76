package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.SourceCodeLocation

/** Nominal time, description and source code location of the application. */
class MetadataConfigSuite extends AnyFunSuite with Configured {
  private val start = Map("run.nominalStartTime" -> "2026-01-31T06:00:00+01:00")

  private def times(c: AgentConfig): Vector[String] =
    c.metadata.declared.nominalTime.toVector.flatMap(t => t.start.toString +: t.end.map(_.toString).toVector)

  // rows: conf.nominal-time
  test("the nominal time is read from Spark's configuration, the environment or the file") {
    val both = start + ("run.nominalEndTime" -> "2026-02-01T05:00:00.5Z")
    assert(times(good(both)) == Vector("2026-01-31T06:00+01:00", "2026-02-01T05:00:00.500Z"))
    assert(times(good(env = Map("OPENLINEAGE__RUN__NOMINAL_START_TIME" -> "2026-01-31T06:00:00Z"))) ==
      Vector("2026-01-31T06:00Z"))
    assert(times(good(yaml =
      "run: {nominalStartTime: '2026-01-31T06:00:00Z'}\n"
    )) == Vector("2026-01-31T06:00Z"))
    assert(good().metadata.declared.nominalTime.isEmpty)
  }

  test("the default is Airflow's variable, the newer name first") {
    val old = Map("AIRFLOW_CTX_EXECUTION_DATE" -> "2026-01-30T00:00:00.123456+00:00")
    assert(times(good(env = old)) == Vector("2026-01-30T00:00:00.123456Z"))
    val both = old + ("AIRFLOW_CTX_LOGICAL_DATE" -> "2026-01-31T00:00:00+00:00")
    assert(times(good(env = both)) == Vector("2026-01-31T00:00Z"))
    assert(times(good(start, both)) == Vector("2026-01-31T06:00+01:00"))
    assert(times(good(env =
      both + ("AIRFLOW_CTX_LOGICAL_DATE" -> "")
    )) == Vector("2026-01-30T00:00:00.123456Z"))
  }

  test("an invalid time is a warning with the fix, and there is no facet") {
    val fix = "no time with an offset in ISO-8601; write it as 2026-01-31T06:00:00Z"
    val broken = Vector(
      (
        Map("run.nominalStartTime" -> "yesterday"),
        s"""spark.openlineage.run.nominalStartTime is "yesterday": $fix"""
      ),
      (
        Map("run.nominalStartTime" -> "2026-01-31 06:00"),
        s"""spark.openlineage.run.nominalStartTime is "2026-01-31 06:00": $fix"""
      ),
      (
        start + ("run.nominalEndTime" -> "later"),
        s"""spark.openlineage.run.nominalEndTime is "later": $fix"""
      ),
      (
        start + ("run.nominalEndTime" -> "2026-01-30T06:00:00Z"),
        "spark.openlineage.run.nominalEndTime is \"2026-01-30T06:00:00Z\": before the start; correct one of them"
      ),
      (
        Map("run.nominalEndTime" -> "2026-01-30T06:00:00Z"),
        "spark.openlineage.run.nominalEndTime is \"2026-01-30T06:00:00Z\": has no start; set spark.openlineage.run.nominalStartTime as well"
      )
    )
    for ((conf, line) <- broken) {
      val c = good(conf)
      assert(c.metadata.declared.nominalTime.isEmpty && c.warnings == Vector(line))
    }
    val airflow = good(env = Map("AIRFLOW_CTX_LOGICAL_DATE" -> "{{ ds }}"))
    assert(airflow.metadata.declared.nominalTime.isEmpty)
    assert(airflow.warnings == Vector(s"""AIRFLOW_CTX_LOGICAL_DATE is "{{ ds }}": $fix"""))
  }

  // rows: conf.job-description
  test("the description is redacted") {
    val c = good(Map("job.description" -> "load of jdbc:postgresql://bob:PW1@h/d"))
    assert(c.metadata.declared.description.exists(d =>
      d.startsWith("load of jdbc:postgresql://") && !d.contains("PW1")
    ))
    assert(good(yaml =
      "job: {description: the nightly load}\n"
    ).metadata.declared.description.contains("the nightly load"))
  }

  private val keys = Map(
    "job.sourceCodeLocation.type" -> "svn",
    "job.sourceCodeLocation.url" -> "https://bob:PW1@forge.example/jobs/load.py",
    "job.sourceCodeLocation.repoUrl" -> "https://bob:PW1@forge.example/jobs.git",
    "job.sourceCodeLocation.path" -> "load.py",
    "job.sourceCodeLocation.version" -> "12",
    "job.sourceCodeLocation.tag" -> "v1",
    "job.sourceCodeLocation.branch" -> "main"
  )

  // rows: conf.source-code
  test("the source code location is read from the configuration, without credentials") {
    val code = SourceCodeLocation(
      "svn",
      "https://forge.example/jobs/load.py",
      Some("https://forge.example/jobs.git"),
      Some("load.py"),
      Some("12"),
      Some("v1"),
      Some("main")
    )
    assert(good(keys).metadata.declared.sourceCode.contains(code))
    assert(good(keys, github).metadata.declared.sourceCode.contains(code))
    val short = "git@forge.example:team/jobs.git"
    val byShell = good(keys + ("job.sourceCodeLocation.repoUrl" -> short)).metadata.declared.sourceCode
    assert(byShell.flatMap(_.repoUrl).contains(short))
    val plain = Map("job.sourceCodeLocation.url" -> "https://forge.example/jobs")
    assert(good(plain).metadata.declared.sourceCode.contains(SourceCodeLocation(
      "git",
      "https://forge.example/jobs"
    )))
    val variable = Map("OPENLINEAGE__JOB__SOURCE_CODE_LOCATION__URL" -> "https://forge.example/jobs")
    assert(good(env =
      variable
    ).metadata.declared.sourceCode.contains(SourceCodeLocation("git", "https://forge.example/jobs")))
  }

  test("without a valid URL there is no facet, and a warning names the key") {
    val missing = good(keys - "job.sourceCodeLocation.url")
    assert(missing.metadata.declared.sourceCode.isEmpty && missing.warnings.size == 1)
    assert(
      missing.warnings(0).startsWith("spark.openlineage.job.sourceCodeLocation.url: missing; write where")
    )
    val broken = good(keys + ("job.sourceCodeLocation.url" -> "load.py?token=PW1"))
    assert(broken.metadata.declared.sourceCode.isEmpty && !broken.warnings.mkString.contains("PW1"))
    assert(broken.warnings(0).contains("""job.sourceCodeLocation.url is "load.py"""))
    assert(broken.warnings(0).contains("not a URL; write where"))
  }

  private val github = Map(
    "GITHUB_ACTIONS" -> "true",
    "GITHUB_SERVER_URL" -> "https://github.com",
    "GITHUB_REPOSITORY" -> "team/jobs",
    "GITHUB_SHA" -> "abc",
    "GITHUB_REF" -> "refs/heads/main",
    "GITHUB_REF_NAME" -> "main",
    "GITHUB_REF_TYPE" -> "branch"
  )
  private val onMain = SourceCodeLocation(
    "git",
    "https://github.com/team/jobs/tree/abc",
    Some("https://github.com/team/jobs.git"),
    version = Some("abc"),
    branch = Some("main")
  )

  test("the variables of GitHub Actions give commit, branch, tag and pull request") {
    assert(good(env = github).metadata.declared.sourceCode.contains(onMain))
    val tagged =
      github ++ Map("GITHUB_REF" -> "refs/tags/v1", "GITHUB_REF_NAME" -> "v1", "GITHUB_REF_TYPE" -> "tag")
    assert(good(env =
      tagged
    ).metadata.declared.sourceCode.contains(onMain.copy(branch = None, tag = Some("v1"))))
    val pull = github ++ Map("GITHUB_REF" -> "refs/pull/42/merge", "GITHUB_REF_NAME" -> "42/merge")
    assert(good(env =
      pull
    ).metadata.declared.sourceCode.contains(onMain.copy(branch = None, pullRequest = Some("42"))))
    assert(good(env = pull + ("GITHUB_HEAD_REF" -> "fix")).metadata.declared.sourceCode
      .contains(onMain.copy(branch = Some("fix"), pullRequest = Some("42"))))
    assert(good(env = github - "GITHUB_ACTIONS").metadata.declared.sourceCode.isEmpty)
    assert(good(env = github - "GITHUB_SHA").metadata.declared.sourceCode.isEmpty)
  }

  test("with GitLab CI the URL of the project is used, which contains no token") {
    val env = Map(
      "GITLAB_CI" -> "true",
      "CI_PROJECT_URL" -> "https://gitlab.example/team/jobs",
      "CI_REPOSITORY_URL" -> "https://gitlab-ci-token:PW1@gitlab.example/team/jobs.git",
      "CI_COMMIT_SHA" -> "abc"
    )
    val code = SourceCodeLocation(
      "git",
      "https://gitlab.example/team/jobs/-/tree/abc",
      Some("https://gitlab.example/team/jobs.git"),
      version = Some("abc")
    )
    assert(good(env =
      env + ("CI_COMMIT_BRANCH" -> "main")
    ).metadata.declared.sourceCode.contains(code.copy(branch = Some("main"))))
    assert(good(env =
      env + ("CI_COMMIT_TAG" -> "v1")
    ).metadata.declared.sourceCode.contains(code.copy(tag = Some("v1"))))
    val request = env ++ Map("CI_MERGE_REQUEST_IID" -> "7", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME" -> "fix")
    assert(good(env =
      request
    ).metadata.declared.sourceCode.contains(code.copy(branch = Some("fix"), pullRequest = Some("7"))))
  }
}
