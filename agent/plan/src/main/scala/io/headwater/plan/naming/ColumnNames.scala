package io.headwater.plan.naming

/** The columns of a table that a query writes by name. */
object ColumnNames {

  /** The names of a query's columns, as the table spells them. A column of the same spelling comes first: in a
    * case-sensitive session the table may have `a` and `A`. A name that the table does not have stays as it is.
    */
  def in(table: Seq[String], query: Seq[String]): Seq[String] = {
    val spellings = table.toSet
    query.map(name =>
      if (spellings(name)) name else table.find(_.equalsIgnoreCase(name)).getOrElse(name)
    )
  }
}
