package io.headwater.shell.config

import java.util.UUID

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Forwarded, JobId, Owner, RunRef, Tag}

/** Namespace, name, parents and metadata of jobs and runs. */
class JobConfigSuite extends AnyFunSuite with Configured {
  private val id = "0190f5a8-0000-7000-8000-000000000001"
  private val rootId = "0190f5a8-0000-7000-8000-000000000002"
  private val context =
    s"""{"parent": {"run": {"runId": "$id", "facets": {"airflow": {"try": 2}}}, "job": {"namespace": "ns", "name": "dag.task"},
       |"root": {"run": {"runId": "$rootId"}, "job": {"namespace": "ns", "name": "dag", "facets": {"sla": {"hours": 1.5}}}}}}""".stripMargin

  test("the context has parent, root and their facets, and has precedence over the single keys") {
    for (
      c <- Vector(
        good(Map(
          "context" -> context,
          "parentRunId" -> rootId,
          "parentJobNamespace" -> "x",
          "parentJobName" -> "x"
        )),
        good(env = Map("OPENLINEAGE__CONTEXT" -> context)),
        good(yaml = s"context: ${context.replace("\n", " ")}\n")
      )
    ) {
      assert(c.warnings.isEmpty)
      assert(c.parents.parent.exists(p => p.runId.toString == id && p.job.name == "dag.task"))
      assert(c.parents.parent.map(_.forwarded).contains(Forwarded(run = Map("airflow" -> "{\"try\":2}"))))
      assert(c.parents.root.exists(r => r.runId.toString == rootId && r.job.name == "dag"))
      assert(c.parents.root.map(_.forwarded).contains(Forwarded(job = Map("sla" -> "{\"hours\":1.5}"))))
    }
  }

  test("an invalid context is a warning, and the single keys are used") {
    val single = Map("parentRunId" -> id, "parentJobNamespace" -> "ns", "parentJobName" -> "dag.task")
    for (
      broken <-
        Vector("{\"parent\": {{ ti }}}", "{\"parent\": {\"run\": {\"runId\": \"x\"}}}", "{}", "just text")
    ) {
      val c = good(single + ("context" -> broken))
      assert(c.parents.parent.exists(_.job.name == "dag.task"), broken)
      assert(
        c.warnings.size == 1 && c.warnings.head.startsWith("spark.openlineage.context is ignored: "),
        c.warnings
      )
    }
    assert(good(
      Map("context" -> "{}")
    ).warnings.head.endsWith("parent.run.runId is missing or not a UUID; give one"))
  }

  test("an invalid run id of the parent is a warning") {
    val c =
      good(Map("parentRunId" -> "{{ run_id }}", "parentJobNamespace" -> "ns", "parentJobName" -> "dag.task"))
    assert(c.parents.parent.isEmpty)
    assert(c.warnings == Vector("the parent run is ignored: spark.openlineage.parentRunId is not a UUID"))
  }

  private val parentKeys =
    Map("parentRunId" -> id, "parentJobNamespace" -> "airflow", "parentJobName" -> "dag.task")

  test("what a root does not have is that of the parent: its run, its namespace and its name") {
    val keys =
      Vector("rootParentRunId" -> rootId, "rootParentJobNamespace" -> "rn", "rootParentJobName" -> "dag")
    for (of <- (1 to 3).flatMap(keys.combinations)) {
      val c = good(parentKeys ++ of + ("namespace" -> "spark"))
      def or(key: String, ofParent: String) = of.toMap.getOrElse(key, ofParent)
      val job = JobId(or("rootParentJobNamespace", "airflow"), or("rootParentJobName", "dag.task"))
      assert(c.parents.root.contains(RunRef(UUID.fromString(or("rootParentRunId", id)), job)), of)
      assert(c.warnings.isEmpty)
    }
    assert(good(parentKeys).parents.root.isEmpty)
  }

  test("a root that is ignored is told as the root, and the parent stays") {
    val broken = good(parentKeys + ("rootParentRunId" -> "{{ run_id }}"))
    assert(broken.parents.parent.isDefined && broken.parents.root.isEmpty)
    assert(
      broken.warnings == Vector("the root run is ignored: spark.openlineage.rootParentRunId is not a UUID")
    )
    val alone = good(Map("rootParentJobName" -> "dag"))
    assert(alone.warnings == Vector(
      "the root run is ignored: spark.openlineage.rootParentRunId must be set as well"
    ))
    val variable = good(parentKeys, Map("OPENLINEAGE_ROOT_PARENT_ID" -> "dag"))
    assert(variable.warnings == Vector(
      "the root run is ignored: OPENLINEAGE_ROOT_PARENT_ID is not <namespace>/<job name>/<run id>"
    ))
  }

  test("without keys, the parent and the root are those of the environment") {
    val env = Map(
      "OPENLINEAGE_PARENT_ID" -> s"airflow/dag.task/$id",
      "OPENLINEAGE_ROOT_PARENT_ID" -> s" https://a.example/airflow/dag/$rootId "
    )
    val c = good(env = env)
    assert(c.parents.parent.exists(r => r.job == JobId("airflow", "dag.task") && r.runId.toString == id))
    assert(c.parents.root.exists(r =>
      r.job == JobId("https://a.example/airflow", "dag") && r.runId.toString == rootId
    ))
    val keys = Map("parentRunId" -> rootId, "parentJobNamespace" -> "ns", "parentJobName" -> "own")
    assert(good(keys, env).parents.parent.exists(_.job == JobId("ns", "own")), "the keys have precedence")
  }

  test("without keys, the context of the environment has precedence over its parent run") {
    val env = Map("OPENLINEAGE_CONTEXT" -> context, "OPENLINEAGE_PARENT_ID" -> s"x/y/$rootId")
    val c = good(env = env)
    assert(c.warnings.isEmpty)
    assert(c.parents.parent.exists(p => p.runId.toString == id && p.job.name == "dag.task"))
    assert(c.parents.root.exists(r => r.runId.toString == rootId && r.job.name == "dag"))
    val keys = Map("parentRunId" -> rootId, "parentJobNamespace" -> "ns", "parentJobName" -> "own")
    assert(good(keys, env).parents.parent.exists(_.job == JobId("ns", "own")), "the keys have precedence")
    val broken = good(env = env + ("OPENLINEAGE_CONTEXT" -> "{}"))
    assert(broken.parents.parent.exists(_.job == JobId("x", "y")))
    assert(broken.warnings.exists(_.startsWith("OPENLINEAGE_CONTEXT is ignored: ")))
  }

  test("an invalid parent of the environment is a warning") {
    for (wrong <- Vector("{{ lineage_parent_id() }}", id, s"dag/$id", "ns/dag/x", s"/dag/$id", s"ns//$id")) {
      val c = good(env = Map("OPENLINEAGE_PARENT_ID" -> wrong))
      assert(c.parents.parent.isEmpty, wrong)
      assert(c.warnings == Vector(
        "the parent run is ignored: OPENLINEAGE_PARENT_ID is not <namespace>/<job name>/<run id>"
      ))
    }
    assert(good(env = Map("OPENLINEAGE_PARENT_ID" -> " ")).warnings.isEmpty)
  }

  test("owners have a type, and a type may have several owners") {
    val c = good(
      Map("job.owners.team" -> "data", "job.owners.on.call" -> "[ann;bob]"),
      yaml = "job: {owners: {team: x, lead: eve}}"
    )
    assert(c.metadata.declared.owners.toSet ==
      Set(Owner("team", "data"), Owner("on.call", "ann"), Owner("on.call", "bob"), Owner("lead", "eve")))
  }

  test("tags have a value and a source, or are labels") {
    val tags = Vector(Tag("k", "v", "CONFIG"), Tag("label", "true", "CONFIG"), Tag("a:b", "c;d", "ops"))
    val text = "k:v;label;a\\:b:c\\;d:ops"
    assert(good(Map("job.tags" -> text)).metadata.declared.jobTags == tags)
    assert(good(Map("run.tags" -> s"[$text]")).metadata.declared.runTags == tags)
    val yaml = "job:\n  tags: ['k:v', label, {key: 'a:b', value: 'c;d', source: ops}]\n"
    assert(good(yaml = yaml).metadata.declared.jobTags == tags)
    assert(good(env = Map("OPENLINEAGE__RUN__TAGS" -> text)).metadata.declared.runTags == tags)
    val withoutValue = good(yaml = "job: {tags: [{key: label, source: ops}]}")
    assert(withoutValue.metadata.declared.jobTags == Vector(Tag("label", "true", "ops")))
    assert(good(Map("job.tags" -> ";: ;")).metadata.declared.jobTags.isEmpty)
  }

  test("a tag with a source and no value is left out, with a warning that names it") {
    val c = good(Map("job.tags" -> "k::src;a:b"))
    assert(c.metadata.declared.jobTags.map(_.key) == Vector("a"))
    assert(c.warnings.size == 1 && c.warnings.head.startsWith("spark.openlineage.job.tags is \"k::src\": "))
  }

  test("a tag with more than three parts is read up to the third, with a warning that names it") {
    val c = good(Map("job.tags" -> "k:v;wiki:https://w:8443/page", "run.tags" -> "a\\:b\\:c:d:e"))
    assert(c.metadata.declared.jobTags == Vector(Tag("k", "v", "CONFIG"), Tag("wiki", "https", "//w")))
    assert(c.metadata.declared.runTags == Vector(Tag("a:b:c", "d", "e")))
    assert(c.warnings == Vector(
      "spark.openlineage.job.tags is \"wiki:https://w:8443/page\": a tag is key:value:source, and the further parts are " +
        "left out; write \\: for a colon that belongs to a part"
    ))
  }

  // rows: conf.job-tags
  test("tags of all sources are merged; for one key the source of higher precedence is used") {
    val c = good(
      Map("job.tags" -> "a:spark;b:spark"),
      Map("OPENLINEAGE__JOB__TAGS" -> "b:env;c:env"),
      "job: {tags: ['c:yml', d]}"
    )
    assert(c.metadata.declared.jobTags.map(t => t.key -> t.value).toMap ==
      Map("a" -> "spark", "b" -> "spark", "c" -> "env", "d" -> "true"))
  }

  test("listed environment variables are captured, by either name of the key, and redacted") {
    val env = Map("REGION" -> "eu", "DB_PASSWORD" -> "PW1", "JDBC" -> "postgres://u:PW1@h/d", "OTHER" -> "x")
    val c = good(
      Map("facets.custom_environment_variables" -> "[REGION;DB_PASSWORD;NONE]", "facets.variables" -> "JDBC"),
      env
    )
    assert(c.metadata.declared.environment.map(_._1) == Vector("REGION", "DB_PASSWORD", "JDBC"))
    assert(
      c.metadata.declared.environment.head._2 == "eu" && !c.metadata.declared.toString.contains(
        "PW1"
      ) && c.warnings.isEmpty
    )
    val listed = env + ("OPENLINEAGE__FACETS__CUSTOM_ENVIRONMENT_VARIABLES" -> "[\"REGION\"]")
    assert(good(env = listed).metadata.declared.environment == Vector("REGION" -> "eu"))
    assert(good(env = env).metadata.declared.environment.isEmpty)
  }

  test("job.namespace and job.name are aliases of namespace and appName") {
    val job = Map("job.namespace" -> "n", "job.name" -> "a")
    assert(good(job).application.namespace == "n" && good(job).application.name.contains("a"))
    val both = good(job ++ Map("namespace" -> "prod", "appName" -> "nightly"))
    assert(both.application.namespace == "prod" && both.application.name.contains("nightly"))
  }

  test("name and run id of the application have the published agent's names for files and variables, too") {
    val keys = Map("overriddenAppName" -> "nightly", "overriddenApplicationRunId" -> id)
    val variables =
      Map("OPENLINEAGE__OVERRIDDEN_APP_NAME" -> "nightly", "OPENLINEAGE__OVERRIDDEN_APPLICATION_RUN_ID" -> id)
    val yaml = keys.map { case (k, v) => s"$k: $v\n" }.mkString
    for (c <- Vector(good(keys), good(env = variables), good(yaml = yaml))) {
      assert(c.warnings.isEmpty && c.application.name.contains("nightly"))
      assert(c.application.runId.exists(_.toString == id))
    }
    val both = good(Map("appName" -> "own", "applicationRunId" -> rootId, "job.name" -> "other"), variables)
    assert(both.application.name.contains("own") && both.application.runId.exists(_.toString == rootId))
    assert(good(Map("job.name" -> "other"), variables).application.name.contains("nightly"))
  }

  // rows: conf.disabled-variable
  test("OPENLINEAGE_DISABLED turns the agent off, whatever the configuration is") {
    assert(good(Map("disabled" -> "false"), Map("OPENLINEAGE_DISABLED" -> "true")).disabled)
    assert(good(Map("disabled" -> "true"), Map("OPENLINEAGE_DISABLED" -> "false")).disabled)
    assert(!good(env = Map("OPENLINEAGE_DISABLED" -> "")).disabled)
    for (value <- Vector("1", "t", "T", "True"))
      assert(good(env = Map("OPENLINEAGE_DISABLED" -> value)).disabled)
    for (value <- Vector("0", "f", "False"))
      assert(!good(env = Map("OPENLINEAGE_DISABLED" -> value)).disabled)
  }
}
