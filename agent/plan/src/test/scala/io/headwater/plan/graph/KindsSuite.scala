package io.headwater.plan.graph

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Kind, Transformation}

final class KindsSuite extends AnyFunSuite {
  private val steps = Kind.all.flatMap(k => Vector(Kinds.of(k), Kinds.of(k, masking = true)))

  test("a set of kinds is converted to its transformations") {
    val set = Kinds.of(Kind.Filter) | Kinds.of(Kind.Identity) | Kinds.of(Kind.Aggregation, masking = true)
    val expected = Vector(
      Transformation(Kind.Identity),
      Transformation(Kind.Filter),
      Transformation(Kind.Aggregation, masking = true)
    )
    assert(Kinds.transformations(set) == expected)
  }

  test("identity is neutral on both sides") {
    for (step <- steps) {
      assert(Kinds.compose(Kinds.identity, step) == step)
      assert(Kinds.compose(step, Kinds.identity) == step)
    }
  }

  test("the nearer of two indirect steps wins, and an indirect step wins over a direct one") {
    assert(Kinds.compose(Kinds.of(Kind.Join), Kinds.of(Kind.Filter)) == Kinds.of(Kind.Join))
    assert(Kinds.compose(Kinds.of(Kind.Aggregation), Kinds.of(Kind.Filter)) == Kinds.of(Kind.Filter))
    assert(Kinds.compose(Kinds.of(Kind.Sort), Kinds.of(Kind.Aggregation)) == Kinds.of(Kind.Sort))
  }

  test("of two direct steps the stronger wins") {
    assert(Kinds.compose(
      Kinds.of(Kind.Transformation),
      Kinds.of(Kind.Aggregation)
    ) == Kinds.of(Kind.Aggregation))
    assert(Kinds.compose(
      Kinds.of(Kind.Aggregation),
      Kinds.of(Kind.Transformation)
    ) == Kinds.of(Kind.Aggregation))
  }

  test("a path is masking if any of its steps is") {
    val hashed = Kinds.of(Kind.Transformation, masking = true)
    assert(Kinds.compose(Kinds.of(Kind.Aggregation), hashed) == Kinds.of(Kind.Aggregation, masking = true))
    assert(Kinds.compose(hashed, Kinds.of(Kind.Filter)) == Kinds.of(Kind.Filter, masking = true))
  }

  test("composition is associative") {
    for (a <- steps; b <- steps; c <- steps)
      assert(Kinds.compose(Kinds.compose(a, b), c) == Kinds.compose(a, Kinds.compose(b, c)))
  }

  test("composition of sets is the union of the compositions of their members") {
    for (a <- steps; b <- steps; c <- steps.take(4))
      assert(Kinds.compose(a | b, c) == (Kinds.compose(a, c) | Kinds.compose(b, c)))
  }
}
