package io.headwater.plan.walk

import org.scalatest.funsuite.AnyFunSuite

final class ParametersSuite extends AnyFunSuite {
  test("named markers are found") {
    Seq(
      "SELECT :day AS d",
      "SELECT a + :n FROM t",
      "SELECT a FROM t WHERE a>:n",
      "SELECT a FROM t WHERE b IN (:first, :second)",
      "SELECT:day AS d",
      "SELECT a FROM t LIMIT : n",
      "SELECT a FROM t WHERE b = :`two words`",
      "SELECT cast(:n AS struct<a:int>)"
    ).foreach(text => assert(Parameters.hasNamedMarker(text), text))
  }

  test("other colons are no markers") {
    Seq(
      "SELECT cast(a AS struct<b:int,`c d`:array<struct<e:string>>>) FROM t",
      "SELECT a::int, b :: string FROM t",
      "SELECT parse_json('{\"a\" :x}') AS v -- :comment",
      "SELECT v:a.b FROM t",
      "SELECT a /* :comment */ FROM t WHERE b = ' :text' AND c = TIMESTAMP'2020-01-01 10:00:00'"
    ).foreach(text => assert(!Parameters.hasNamedMarker(text), text))
  }

  test("a text that is not SQL of Spark may have markers") {
    assert(Parameters.hasNamedMarker("SELECT 'a"))
  }
}
