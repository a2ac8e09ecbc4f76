package io.headwater.shell.extensions

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{ColumnRef, Dataset, DatasetId, Dependency, FacetTarget, Kind, Transformation}
import io.headwater.shell.extensions.snapshot.Hooks
import io.headwater.shell.json.Json

class ExtensionResponseSuite extends AnyFunSuite {
  private val hooks = Hooks.read(Json.mapper.readTree(
    """{"hooks": [{"id": 0, "extension": "acme:V", "kind": "visitor", "nodes": ["X"]}]}"""
  ))
  private def read(text: String) =
    ExtensionResponse.read(Json.mapper.readTree(text.replace('\'', '"')), hooks)

  test("datasets, their facets and columns, by node") {
    val answer = read(
      """{'outputs': [{'node': 1, 'hook': 0, 'namespace': 'n', 'name': 'o', 'facets': {'f': {'a': 1}},
        'outputFacets': {'g': {}}, 'suffix': 's', 'columns': {'c': [{'namespace': 'n', 'name': 'i', 'field': 'x',
        'type': 'DIRECT', 'subtype': 'AGGREGATION', 'masking': true}]}}]}"""
    )
    val dependency = Dependency(
      ColumnRef(DatasetId("n", "i"), "x"),
      Vector(Transformation(Kind.Aggregation, masking = true))
    )
    assert(answer.errors.isEmpty)
    assert(answer.told == Map(1 -> Vector(VisitorResult.Output(
      Some(Dataset(DatasetId("n", "o"))),
      Vector((FacetTarget.Dataset, "f", "{\"a\":1}"), (FacetTarget.Output, "g", "{}")),
      Some("s"),
      Map("c" -> Vector(dependency))
    ))))
  }

  test("what is malformed is an error that names the extension; the rest counts") {
    val answer = read(
      """{'inputs': [{'node': 1, 'hook': 0, 'namespace': 'n'}, {'node': 2, 'hook': 0, 'namespace': 'n', 'name': 'i'},
        {'hook': 0, 'namespace': 'n', 'name': 'i'}], 'columns': [{'node': 1, 'hook': 0, 'output': 'x'},
        {'node': 1, 'hook': 0, 'output': 3, 'from': [1], 'subtype': 'MAGIC'}]}"""
    )
    assert(answer.told.keySet == Set(2))
    assert(answer.datasets.size == 1, "a builder's belongs to no node")
    assert(answer.errors.size == 3 && answer.errors.forall(_.extension == "acme:V"))
    assert(answer.errors.exists(_.message.contains("MAGIC")))
  }

  test("any JSON object at all is read without failing") {
    for (
      text <-
        Seq("{}", "{'inputs': 3}", "{'inputs': [1, null, []]}", "{'facets': {'a': 1}}", "{'errors': 'x'}")
    )
      assert(read(text).facets.isEmpty, text)
  }
}
