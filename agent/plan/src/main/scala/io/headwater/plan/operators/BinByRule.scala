package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Attribute

import io.headwater.model.Kind
import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Accessors

/** `t BIN BY (RANGE start TO end BIN WIDTH … DISTRIBUTE UNIFORM (amount))`: each row becomes one for each bin that its
  * range meets, with the bin's bounds, its share of the range, and that share of what is distributed. Read by name, for
  * Spark has it from 4.3 on.
  */
object BinByRule {
  val rule: Rule = {
    case b if b.getClass.getSimpleName == "BinBy" =>
      NodeLineage.of(b) { context =>
        val node = new Accessors(b)
        val range = Seq("rangeStart", "rangeEnd").map(node.value[Attribute](_))
        def made(of: Attribute*): Int = context.graph.derived(context.edges(of, Kind.Transformation).distinct)
        val bins = node.value[Seq[Attribute]]("appendedAttributes").map(_.exprId.id -> made(range: _*))
        val shares = node.value[Seq[Attribute]]("scaledDistributeColumns")
          .zip(node.value[Seq[Attribute]]("distributeColumns"))
          .map { case (share, whole) => share.exprId.id -> made(whole +: range: _*) }
        Scope(context.input.columns ++ LongMap(bins ++ shares: _*), context.rows(Kind.Join, range))
      }
  }
}
