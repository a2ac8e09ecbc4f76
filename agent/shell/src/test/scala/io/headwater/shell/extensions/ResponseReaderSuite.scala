package io.headwater.shell.extensions

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.json.ExactJson
import io.headwater.model.{
  AddedFacet,
  ColumnRef,
  Dataset,
  DatasetId,
  Dependency,
  FacetTarget,
  Kind,
  Transformation
}
import io.headwater.shell.extensions.snapshot.Hooks

class ResponseReaderSuite extends AnyFunSuite {
  private val hooks = Hooks.read(ExactJson.read(
    """{"hooks": [{"id": 0, "extension": "acme:V", "kind": "visitor", "nodes": ["X"]}]}"""
  ))
  private def read(text: String) =
    ResponseReader.read(ExactJson.read(text.replace('\'', '"')), hooks)

  test("datasets with their facets and columns are read by node") {
    val response = read(
      """{'outputs': [{'node': 1, 'hook': 0, 'namespace': 'n', 'name': 'o', 'facets': {'f': {'a': 1}},
        'outputFacets': {'g': {}}, 'suffix': 's', 'columns': {'c': [{'namespace': 'n', 'name': 'i', 'field': 'x',
        'type': 'DIRECT', 'subtype': 'AGGREGATION', 'masking': true}]}}]}"""
    )
    val dependency = Dependency(
      ColumnRef(DatasetId("n", "i"), "x"),
      Vector(Transformation(Kind.Aggregation, masking = true))
    )
    assert(response.errors.isEmpty)
    assert(response.nodeResults == Vector(1 -> VisitorResult.Output(
      Dataset(DatasetId("n", "o")),
      Vector(AddedFacet(FacetTarget.Dataset, "f", "{\"a\":1}"), AddedFacet(FacetTarget.Output, "g", "{}")),
      Some("s"),
      Map("c" -> Vector(dependency))
    )))
  }

  test("a malformed item becomes an error with the name of its extension; the other items are read") {
    val response = read(
      """{'inputs': [{'node': 1, 'hook': 0, 'namespace': 'n'}, {'node': 2, 'hook': 0, 'namespace': 'n', 'name': 'i'},
        {'hook': 0, 'namespace': 'n', 'name': 'i'}], 'columns': [{'node': 1, 'hook': 0, 'output': 'x'},
        {'node': 1, 'hook': 0, 'output': 3, 'from': [1], 'subtype': 'MAGIC'}]}"""
    )
    assert(response.nodeResults.map(_._1) == Vector(2))
    assert(response.datasets.size == 1, "the dataset of a builder has no node")
    assert(response.errors.size == 3 && response.errors.forall(_.extension == "acme:V"))
    assert(response.errors.exists(_.message.contains("MAGIC")))
  }

  test("reading fails for no JSON object") {
    for (
      text <-
        Seq("{}", "{'inputs': 3}", "{'inputs': [1, null, []]}", "{'facets': {'a': 1}}", "{'errors': 'x'}")
    )
      assert(read(text).facets.isEmpty, text)
  }
}
