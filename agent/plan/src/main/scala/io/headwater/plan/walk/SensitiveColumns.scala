package io.headwater.plan.walk

/** Columns that get a sensitive name after their expression: `SELECT token AS x FROM (SELECT f('…')) k(token)`. */
private[plan] object SensitiveColumns {

  /** Hides the literals in the description of a column with a sensitive name. */
  def named(context: RuleContext, name: String, node: Int): Int = {
    val redactor = context.session.redactor
    if (context.session.descriptions && redactor.isSensitive(name))
      context.graph.changeDescription(node, redactor.named(_, name))
    node
  }
}
