package io.headwater.shell.extensions.python

import java.nio.charset.StandardCharsets

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{ColumnRef, DatasetId}
import io.headwater.plan.session.{DeclaredColumn, FunctionDeclaration}

class DeclaredFunctionsSuite extends AnyFunSuite {
  private def command(text: String): Array[Byte] =
    Array[Byte](-128, 4, -107, 'h'.toByte) ++ text.getBytes(StandardCharsets.UTF_8) ++ Array[Byte](
      -108,
      'R',
      '.'
    )

  test("the declaration is found inside a pickle; the bytes after it are ignored") {
    val found = DeclaredFunctions.parse(command(
      """headwater.lineage/0: headwater.lineage/1:{"function": "m:f", "inputs": [{"namespace": "n", "name": "i"}],
        |"outputs": [], "columns": {"score": ["amount", {"namespace": "n", "name": "i", "field": "x"}]},
        |"parameters": ["amount"]}""".stripMargin
    ))
    assert(found.map(_.inputs.map(_.id)).contains(Vector(DatasetId("n", "i"))))
    assert(found.map(_.columns).contains(Map(
      "score" -> Vector(
        FunctionDeclaration.Parameter("amount"),
        DeclaredColumn(ColumnRef(DatasetId("n", "i"), "x"))
      )
    )))
    assert(found.map(_.parameters).contains(Vector("amount")))
  }

  test("without a complete marker and a JSON object after it there is no declaration") {
    for (
      text <- Seq(
        "",
        "headwater.lineage/1",
        "headwater.lineage/1:",
        "headwater.lineage/1:{\"a\"",
        "headwater.lineage/1:[1]"
      )
    )
      assert(DeclaredFunctions.parse(command(text)).isEmpty, text)
  }

  test("an object that is no function of Spark has no declaration") {
    assert(DeclaredFunctions.find("text").isEmpty)
  }
}
