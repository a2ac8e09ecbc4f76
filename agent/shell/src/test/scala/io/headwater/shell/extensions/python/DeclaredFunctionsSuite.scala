package io.headwater.shell.extensions.python

import java.nio.charset.StandardCharsets

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{ColumnRef, DatasetId}
import io.headwater.plan.session.FunctionDeclaration

class DeclaredFunctionsSuite extends AnyFunSuite {
  private def command(text: String): Array[Byte] =
    Array[Byte](-128, 4, -107, 'h'.toByte) ++ text.getBytes(StandardCharsets.UTF_8) ++ Array[Byte](
      -108,
      'R',
      '.'
    )

  test("the declaration is found inside a pickle, and what follows it is left alone") {
    val found = DeclaredFunctions.in(command(
      """headwater.lineage/0: headwater.lineage/1:{"function": "m:f", "inputs": [{"namespace": "n", "name": "i"}],
        |"outputs": [], "columns": {"score": ["amount", {"namespace": "n", "name": "i", "field": "x"}]},
        |"parameters": ["amount"]}""".stripMargin
    ))
    assert(found.map(_.inputs.map(_.id)).contains(Vector(DatasetId("n", "i"))))
    assert(found.map(_.columns).contains(Map(
      "score" -> Vector(
        FunctionDeclaration.Parameter("amount"),
        FunctionDeclaration.SourceColumn(ColumnRef(DatasetId("n", "i"), "x"))
      )
    )))
    assert(found.map(_.parameters).contains(Vector("amount")))
  }

  test("no marker, a cut one, or no JSON after it: nothing is declared") {
    for (
      text <- Seq(
        "",
        "headwater.lineage/1",
        "headwater.lineage/1:",
        "headwater.lineage/1:{\"a\"",
        "headwater.lineage/1:[1]"
      )
    )
      assert(DeclaredFunctions.in(command(text)).isEmpty, text)
  }

  test("a function that is none of Spark's has no command") {
    assert(DeclaredFunctions.find("text").isEmpty)
  }
}
