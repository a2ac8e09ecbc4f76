package io.headwater.shell.extensions

import org.scalacheck.{Gen, Prop}

import io.headwater.PropertyChecks
import io.headwater.model.FacetTarget
import io.headwater.shell.extensions.snapshot.Hooks
import io.headwater.shell.json.Json

/** Messages of Python processes and names of facets. */
class BridgePropertiesSuite extends PropertyChecks {
  private val names = Gen.oneOf(
    "inputs",
    "outputs",
    "columns",
    "facets",
    "errors",
    "node",
    "hook",
    "namespace",
    "name",
    "facet",
    "target",
    "dataset",
    "delegate",
    "suffix",
    "output",
    "from",
    "type",
    "subtype",
    "field",
    "masking",
    "id",
    "kind",
    "nodes",
    "extension",
    "hooks",
    "scope",
    "executionId",
    "schema",
    "parent"
  )
  private val scalars = Gen.oneOf(
    "null",
    "true",
    "-1",
    "1e999999",
    "99999999999999999999",
    "\"\"",
    "\"run\"",
    "\"x\"",
    "\"\\ud800\"",
    "[]",
    "{}"
  )

  private def json(depth: Int): Gen[String] =
    if (depth == 0) scalars
    else
      Gen.frequency(
        1 -> scalars,
        2 -> few(json(depth - 1)).map(_.mkString("[", ",", "]")),
        4 -> obj(depth)
      )

  private def obj(depth: Int): Gen[String] =
    few(Gen.zip(names, json(depth - 1))).map(_.map { case (k, v) => s""""$k": $v""" }.mkString("{", ",", "}"))

  property("no message of a Python process makes the agent fail") {
    Prop.forAll(obj(5), obj(4)) { (answer, hello) =>
      val read = for { a <- Json.parse(answer); h <- Json.parse(hello) } yield {
        val hooks = Hooks.read(h)
        val store = new EmittedFacetStore
        store.changeBlock(a)
        store.emit(a)
        ResponseReader.read(a, hooks)
      }
      read.isRight
    }
  }

  property("no text that should be JSON makes the agent fail") {
    Prop.forAll(text("{", "}", "[", "]", "\"", ":", ",", "a", "1", "\\u", "NaN", "null"))(t =>
      Json.parse(t) != null
    )
  }

  property("a facet is taken whole or refused with a reason") {
    Prop.forAll(text("a", "headwater_", "schema", " ", "."), obj(4), Gen.oneOf(FacetTarget.all)) {
      (name, body, target) =>
        Json.parse(body).exists { facet =>
          FacetReader.read(target, name, facet) match {
            case Right(taken) => Json.parse(taken.json).contains(facet) && name.trim.nonEmpty
            case Left(reason) => reason.nonEmpty
          }
        }
    }
  }
}
