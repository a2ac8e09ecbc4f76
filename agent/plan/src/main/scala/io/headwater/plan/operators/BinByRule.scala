package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Attribute

import io.headwater.model.Kind
import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.{Accessors, ClassNames}

/** `t BIN BY (RANGE start TO end BIN WIDTH … DISTRIBUTE UNIFORM (amount))`. Each row becomes one row for each bin that its
  * range overlaps. The new columns are the bounds of the bin, the share of the range that lies in the bin, and the same
  * share of each distributed value. Spark has the node from 4.3 on, so it is matched by name.
  */
object BinByRule {
  val rule: Rule = {
    case b if ClassNames.simple(b) == "BinBy" =>
      NodeLineage.of(b) { context =>
        val node = new Accessors(b)
        val range = Seq("rangeStart", "rangeEnd").map(node.value[Attribute](_))
        def computed(from: Attribute*): Int =
          context.derived(from, Kind.Transformation)
        val bins = node.value[Seq[Attribute]]("appendedAttributes").map(_.exprId.id -> computed(range: _*))
        val shares = node.value[Seq[Attribute]]("scaledDistributeColumns")
          .zip(node.value[Seq[Attribute]]("distributeColumns"))
          .map { case (share, total) => share.exprId.id -> computed(total +: range: _*) }
        Scope(context.input.columns ++ LongMap(bins ++ shares: _*), context.rows(Kind.Join, range))
      }
  }
}
