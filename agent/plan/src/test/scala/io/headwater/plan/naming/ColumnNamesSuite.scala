package io.headwater.plan.naming

import org.scalatest.funsuite.AnyFunSuite

class ColumnNamesSuite extends AnyFunSuite {
  test("a name is spelled as the table spells it") {
    assert(ColumnNames.in(Seq("Id", "amount"), Seq("ID", "Amount")) == Seq("Id", "amount"))
  }

  test("of names that differ in case, that of the same spelling is taken") {
    assert(ColumnNames.in(Seq("a", "A"), Seq("A", "a")) == Seq("A", "a"))
  }

  test("a name that the table does not have stays") {
    assert(ColumnNames.in(Seq("a"), Seq("B", "a")) == Seq("B", "a"))
  }
}
