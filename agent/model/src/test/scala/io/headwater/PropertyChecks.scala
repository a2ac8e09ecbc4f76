package io.headwater

import org.scalacheck.rng.Seed
import org.scalacheck.util.Pretty
import org.scalacheck.{Gen, Prop, Test}
import org.scalatest.funsuite.AnyFunSuite

/** Tests with random inputs, the same in each run unless `HEADWATER_SEED` is set. A failure prints the seed and its
  * smallest input; `HEADWATER_CASES` is the number of inputs for each property.
  */
trait PropertyChecks extends AnyFunSuite {
  private val seed = sys.env.get("HEADWATER_SEED").map(_.toLong).getOrElse(1L)
  private val cases = sys.env.get("HEADWATER_CASES").fold(200)(_.toInt)

  /** A suite that needs so many times longer for an input has so many times fewer inputs. */
  protected def slowness: Int = 1

  def property(name: String)(prop: => Prop): Unit = test(name) {
    val parameters =
      Test.Parameters.default.withMinSuccessfulTests((cases / slowness).max(1)).withInitialSeed(Seed(seed))
    val result = Test.check(parameters, prop)
    val text = Pretty.pretty(result, Pretty.Params(2)).replaceAll("[^\\p{ASCII}]", "?")
    assert(result.passed, s"HEADWATER_SEED=$seed $text")
  }

  /** A text of some of these parts, in any order, with random characters between them. */
  def text(parts: String*): Gen[String] =
    Gen.listOf(Gen.frequency(8 -> Gen.oneOf(parts), 1 -> Gen.stringOfN(2, Gen.asciiPrintableChar), 1 -> odd))
      .map(_.mkString)

  /** A list of at most four, so that nested ones stay small. */
  def few[A](each: Gen[A]): Gen[List[A]] = Gen.choose(0, 4).flatMap(Gen.listOfN(_, each))

  /** Characters that tools get wrong: line separators, controls, half of a surrogate pair. */
  private val odd: Gen[String] =
    Gen.oneOf("\u2028", "\u0085", "\u0000", "\ud800", "\ue000", "\r\n", "\t", "é")
}
