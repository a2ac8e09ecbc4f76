package com.acme

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}

/** Executes [[ReplaceAcmeData]]. */
case class ReplaceAcmeDataExec(child: SparkPlan) extends UnaryExecNode {
  def output: Seq[Attribute] = Nil
  protected def doExecute(): RDD[InternalRow] = {
    child.execute().count()
    sparkContext.emptyRDD
  }
  protected def withNewChildInternal(newChild: SparkPlan): SparkPlan = copy(child = newChild)
}
