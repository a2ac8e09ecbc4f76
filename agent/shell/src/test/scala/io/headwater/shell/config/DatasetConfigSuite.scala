package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId

/** The section `dataset`, from each of the sources. */
class DatasetConfigSuite extends AnyFunSuite with Configured {

  test("resolvers of all sources are merged") {
    val c = good(
      Map(
        "dataset.namespaceResolvers.prod.type" -> "hostList",
        "dataset.namespaceResolvers.prod.hosts" -> "[h1;h2]"
      ),
      yaml =
        "dataset:\n  namespaceResolvers:\n    test: {type: hostList, hosts: [t1]}\n    prod: {type: pattern, hosts: [x]}\n"
    )
    assert(c.warnings.isEmpty)
    assert(c.dataset.names(DatasetId("kafka://h2:9092", "t")).namespace == "kafka://prod:9092")
    assert(c.dataset.names(DatasetId("kafka://t1:9092", "t")).namespace == "kafka://test:9092")
  }

  test("resolvers are tried in the order of the file, then those of other sources by name") {
    val names = Vector("z-first", "m-second", "b", "c", "d", "a-all")
    val yaml = "dataset:\n  namespaceResolvers:\n" + names.map(name =>
      s"    $name: {type: pattern, regex: 'kafka${if (name == "a-all") "" else s"-$name"}'}\n"
    ).mkString
    def of(conf: Map[String, String], namespace: String) =
      good(conf, yaml = yaml).dataset.names(DatasetId(namespace, "t")).namespace
    val prefix = "dataset.namespaceResolvers"
    val others = Map(
      s"$prefix.a.type" -> "pattern",
      s"$prefix.a.regex" -> "kafka-other",
      s"$prefix.z-first.schema" -> "kafka-z-first" // the file's resolver keeps its place
    )
    for (conf <- Vector(Map.empty[String, String], others)) {
      assert(of(conf, "kafka-z-first://h:1") == "z-first://h:1")
      assert(of(conf, "kafka-other://h:1") == "a-all-other://h:1")
    }
  }

  test("the hosts of a resolver are a list in each of the forms, in a property and in a variable") {
    val prefix = "dataset.namespaceResolvers.prod"
    val variable = "OPENLINEAGE__DATASET__NAMESPACE_RESOLVERS__PROD__"
    for (hosts <- Vector("[h1;h2]", "h1;h2", "h1,h2", "[h1; h2]")) {
      val found = Vector(
        good(Map(s"$prefix.type" -> "hostList", s"$prefix.hosts" -> hosts)),
        good(env = Map(s"${variable}TYPE" -> "hostList", s"${variable}HOSTS" -> hosts))
      )
      for (c <- found; host <- Vector("h1", "h2"))
        assert(c.dataset.names(DatasetId(s"kafka://$host:9092", "t")).namespace == "kafka://prod:9092", hosts)
    }
  }

  test("trimmers are lists in each of the forms, and the pattern is a text") {
    val key = "io.openlineage.client.dataset.partition.trimmer.KeyValueTrimmer"
    val date = "io.openlineage.client.dataset.partition.trimmer.DateTrimmer"
    for (value <- Vector(s"$key;$date", s"[$key;$date]", s"$key,$date")) {
      val c = good(Map(
        "dataset.disabledTrimmers" -> value,
        "dataset.removePath.pattern" -> "(?<remove>/tmp-[0-9]+)"
      ))
      assert(c.warnings.isEmpty)
      assert(c.dataset.names(DatasetId("file", "/a/tmp-1/d=1")).name == "/a/d=1")
      assert(c.dataset.names(DatasetId("file", "/a/2024/01")).name == "/a")
    }
    val own = Map("dataset.extraTrimmers" -> "my.Own", "dataset.disabledTrimmers" -> "my.Own")
    assert(good(own).warnings.isEmpty)
    assert(good(Map("dataset.disabledTrimmers" -> "Nope")).warnings.head.contains("there is no trimmer Nope"))
  }

  test("an unknown kind of resolver is a problem") {
    assert(problem(
      Map("dataset.namespaceResolvers.a.type" -> "x")
    ).startsWith("spark.openlineage.dataset.namespaceResolvers.a.type"))
  }
}
