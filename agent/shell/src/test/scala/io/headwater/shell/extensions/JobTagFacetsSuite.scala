package io.headwater.shell.extensions

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{AddedFacet, Additions, DatasetId, ExtensionError, FacetTarget}

class JobTagFacetsSuite extends AnyFunSuite {
  private val connect =
    "SparkConnect_SessionTag_User_alice_Session_6f3b1c5e-0b1a-4d52-9d5f-3f7a2c1e9b10_Tag_"

  private def tag(json: String) = s"headwater-facet:${json.replace(",", "%2C")}"

  test("the facet of a tag is for the run, the job or a dataset") {
    val found = JobTagFacets.of(Set(
      connect + tag("""{"target":"run","name":"note","facet":{"text":"a, b"}}"""),
      tag("""{"target":"dataset","name":"tier","facet":{"name":"gold"},"namespace":"file","dataset":"/t"}"""),
      "nightly"
    ))
    assert(found.errors.isEmpty)
    assert(found.facets.toSet == Set(
      AddedFacet(FacetTarget.Run, "note", """{"text":"a, b"}"""),
      AddedFacet(FacetTarget.Dataset, "tier", """{"name":"gold"}""", Some(DatasetId("file", "/t")))
    ))
  }

  test("a facet that cannot be sent is an error, and the others are sent") {
    val good = tag("""{"target":"job","name":"note","facet":{}}""")
    val refused = Map(
      "headwater-facet:{" -> "not JSON",
      "headwater-facet:%ZZ" -> "not JSON",
      "headwater-facet:" -> "no JSON object",
      tag("""{"target":"table","name":"note","facet":{}}""") -> "target 'table' is none of",
      tag("""{"target":"run","facet":{}}""") -> "a facet needs a name",
      tag("""{"target":"run","name":"headwater_x","facet":{}}""") -> "has a name of the agent"
    )
    for ((text, reason) <- refused) {
      val found = JobTagFacets.of(Set(good, text))
      assert(found.facets.map(_.name) == Vector("note"))
      found.errors match {
        case Vector(ExtensionError("headwater-facet tag", "emit", message)) =>
          assert(message.contains(reason))
        case other => fail(s"$text: $other")
      }
    }
  }

  test("the facets of a query have a bound") {
    def facet(name: String, characters: Int) =
      tag(s"""{"target":"run","name":"$name","facet":{"text":"${"x" * characters}"}}""")
    val found = JobTagFacets.of(Set(facet("a", 9000), facet("b", 9000), facet("c", 20000)))
    assert(found.facets.map(_.name) == Vector("a"))
    assert(found.errors.map(_.message) ==
      Vector("the facets in the tags of a query have more than 16384 characters"))
  }

  test("tags without facets add nothing") {
    assert(JobTagFacets.of(Set("nightly", "headwater-job:daily")) == Additions.none)
  }
}
