package org.apache.paimon.spark.catalyst.plans.logical

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LeafCommand

final case class PaimonCallCommand(procedure: AnyRef, args: Seq[Expression]) extends LeafCommand
