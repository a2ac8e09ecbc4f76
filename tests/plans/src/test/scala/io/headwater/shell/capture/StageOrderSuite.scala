package io.headwater.shell.capture

import java.util.{Arrays, Collections, List => JavaList}

import org.scalatest.funsuite.AnyFunSuite

final class StageOrderSuite extends AnyFunSuite {
  private def ancestors(of: Int)(parents: Int => JavaList[Int]): Seq[Any] =
    ActiveJob.ancestors[Int](of, (n: Int) => parents(n)).toArray.toSeq

  test("the stages of a job are in the order of a recursive walk") {
    val parents = Map(1 -> Arrays.asList(2, 4), 2 -> Arrays.asList(3), 4 -> Arrays.asList(3, 5))
    assert(ancestors(1)(parents.getOrElse(_, Collections.emptyList[Int])) == Seq(1, 2, 3, 4, 5))
  }

  test("a chain of a hundred thousand stages needs no deep stack") {
    val chain =
      ancestors(0)(n => if (n < 100000) Collections.singletonList(n + 1) else Collections.emptyList[Int])
    assert(chain.size == 100001)
  }
}
