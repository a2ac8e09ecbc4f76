package io.headwater.plan.walk

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.catalyst.trees.{CurrentOrigin, Origin}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.session.SeenVariables

final class ParametersSuite extends AnyFunSuite {

  /** A literal at a place of a statement. */
  private def mayBeVariable(text: String, start: Int, value: Any, replaced: Boolean = true): Boolean = {
    val origin = Origin(
      startIndex = Some(start),
      stopIndex = Some(start + Literal(value).sql.length - 1),
      sqlText = Some(text)
    )
    val literal = CurrentOrigin.withOrigin(origin)(Literal(value))
    new Parameters(new SeenVariables(missed = true), replaced).mayBeVariable(literal)
  }

  test("a literal that is not in the text of a statement with markers may be a variable") {
    val text = "SELECT x + ? AS a, 7 AS b FROM t"
    Seq[Any](5, 12345, "text", null).foreach(value => assert(mayBeVariable(text, 11, value), s"$value"))
    assert(!mayBeVariable("SELECT x + 5 AS a FROM t WHERE ?", 11, 5))
    assert(!mayBeVariable("SELECT x::int AS a FROM t", 0, 12345))
    assert(!mayBeVariable(text, 11, 5, replaced = false))
  }

  test("the markers in a script are those of its cursors") {
    Seq("BEGIN\n", " -- note\nBegin ", "/* a */ job: BEGIN ", "`a b`:begin ").foreach { begin =>
      val text = s"${begin}DECLARE c CURSOR FOR SELECT a FROM t WHERE b > ?; INSERT INTO u SELECT 1e1; END"
      assert(!mayBeVariable(text, text.indexOf("1e1"), 10.0), begin)
    }
    assert(mayBeVariable("SELECT begin + ?, 1e1 FROM t", 18, 10.0))
  }

  test("markers are found") {
    Seq(
      "SELECT ? AS d",
      "SELECT :day AS d",
      "SELECT a + :n FROM t",
      "SELECT a FROM t WHERE a>:n",
      "SELECT a FROM t WHERE b IN (:first, :second)",
      "SELECT:day AS d",
      "SELECT a FROM t LIMIT : n",
      "SELECT a FROM t WHERE b = :`two words`",
      "SELECT cast(:n AS struct<a:int>)"
    ).foreach(text => assert(Parameters.hasMarker(text), text))
  }

  test("other colons and question marks are no markers") {
    Seq(
      "SELECT cast(a AS struct<b:int,`c d`:array<struct<e:string>>>) FROM t",
      "SELECT a::int, b :: string FROM t",
      "SELECT parse_json('{\"a\" :x}') AS v -- :comment",
      "SELECT v:a.b FROM t",
      "SELECT a /* :comment */ FROM t WHERE b = ' :text?' AND c = TIMESTAMP'2020-01-01 10:00:00'"
    ).foreach(text => assert(!Parameters.hasMarker(text), text))
  }

  test("a text that is not SQL of Spark may have markers") {
    assert(Parameters.hasMarker("SELECT 'a"))
  }
}
