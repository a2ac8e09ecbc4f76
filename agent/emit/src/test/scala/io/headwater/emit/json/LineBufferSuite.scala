package io.headwater.emit.json

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

import com.fasterxml.jackson.databind.node.JsonNodeFactory
import org.scalatest.funsuite.AnyFunSuite

class LineBufferSuite extends AnyFunSuite {
  private val buffer = new LineBuffer
  private def bytes(of: ByteBuffer): Vector[Byte] = {
    val all = new Array[Byte](of.remaining)
    of.get(all)
    all.toVector
  }
  private def json(text: String) = JsonNodeFactory.instance.objectNode.put("text", text)

  test("a line has the bytes of its text in UTF-8, whatever line came before it") {
    val texts =
      Vector(
        "a",
        "ä €",
        "\ud83d\ude00",
        "half \ud83d",
        "\ude00 half",
        "x" * 100000,
        "€" * 3000000,
        "\"\n\u0000",
        ""
      )
    for (text <- texts) {
      val node = json(text)
      val line = bytes(buffer.line(ExactJson.write(node, _)))
      assert(line == (ExactJson.write(node) + "\n").getBytes(UTF_8).toVector, text.take(10))
    }
  }

  test("a line that could not be written leaves nothing in the next one") {
    intercept[IllegalStateException](buffer.line { out =>
      out.write("half \ud83d")
      throw new IllegalStateException
    })
    assert(bytes(buffer.line(_.write("next"))) == "next\n".getBytes(UTF_8).toVector)
  }
}
