package io.headwater.shell.extensions.jvm.factories

import org.apache.spark.scheduler.SparkListenerEvent
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.AddedFacet
import io.headwater.shell.extensions.{BoundedCalls, ClientFacets, ExtensionResponse}
import io.openlineage.client.dataset.DatasetConfig
import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceCombinedResolver
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageContext
import io.openlineage.spark.api.{JobNameSuffixProvider, OpenLineageContext, OpenLineageEventHandlerFactory}

/** One factory in one run, from the run's start to its end. */
private[factories] final class FactoryRun(
    factory: OpenLineageEventHandlerFactory,
    context: OpenLineageContext,
    found: Option[ColumnLineageView],
    bounded: BoundedCalls
) {
  private lazy val told = new ColumnVisitorAdapter(context, found)
  @volatile private var made = Option.empty[FactoryProducts] // none where the factory hangs

  def started(nodes: Vector[(Int, LogicalPlan)], happened: Vector[AnyRef]): ExtensionResponse =
    asking { all =>
      val m = FactoryProducts.by(factory, context, all)
      made = Some(m)
      for ((i, plan) <- nodes) visit(m, i, plan, happened, all)
      build(m, happened, all)
    }

  def ended(happened: Vector[AnyRef]): ExtensionResponse =
    asking(all => made.foreach(build(_, happened, all)))

  private def asking(run: FactoryInvocation => Unit): ExtensionResponse = {
    val all = new FactoryInvocation(factory.getClass.getName, bounded)
    all.all(run(all))
  }

  private def visit(
      m: FactoryProducts,
      i: Int,
      plan: LogicalPlan,
      happened: Vector[AnyRef],
      all: FactoryInvocation
  ): Unit = {
    val stage = s"visit ${plan.nodeName}"
    m.inputVisitors.foreach(v =>
      all.one(v, stage)(if (defined(v.isDefinedAt(plan)))
        VisitorResults.inputs(v(plan)).foreach(all.ofNode(i, _)))
    )
    m.outputVisitors.foreach(v =>
      all.one(v, stage)(
        if (defined(v.isDefinedAt(plan)))
          VisitorResults.outputs(v(plan), suffix(v, plan)).foreach(all.ofNode(i, _))
      )
    )
    m.columnVisitors.foreach { v =>
      val event = happened.collectFirst { case e: SparkListenerEvent => e }.orNull
      val columns = new ColumnLevelLineageContext(event, context, told, FactoryRun.resolver)
      all.one(v, stage) {
        v.collectInputs(columns, plan)
        v.collectOutputs(columns, plan)
        v.collectExpressionDependencies(columns, plan)
      }
      told.take().foreach(all.ofNode(i, _)) // what it has told before it failed stays
    }
  }

  /** One that is for a class and whose compiler has put a cast before the question says no by it. */
  private def defined(ask: => Boolean): Boolean =
    try ask
    catch { case _: ClassCastException => false }

  private def suffix(by: AnyRef, plan: LogicalPlan): Option[String] = by match {
    case p: JobNameSuffixProvider[LogicalPlan @unchecked] =>
      val own = p.jobNameSuffix(plan)
      val found = if (own.isPresent) own else p.jobNameSuffix(context)
      if (found.isPresent) Some(found.get).filter(_.nonEmpty) else None
    case _ => None
  }

  private def build(m: FactoryProducts, happened: Vector[AnyRef], all: FactoryInvocation): Unit =
    for (argument <- happened) {
      val stage = s"build of ${argument.getClass.getSimpleName}"
      m.inputBuilders.foreach(b =>
        all.one(b, stage)(if (defined(b.isDefinedAt(argument)))
          VisitorResults.inputs(b(argument)).foreach(all.found))
      )
      m.outputBuilders.foreach(b =>
        all.one(b, stage)(
          if (defined(b.isDefinedAt(argument)))
            VisitorResults.outputs(b(argument), ofRoot(b)).foreach(all.found)
        )
      )
      m.facetBuilders.foreach { case (target, b) =>
        all.one(b, stage)(
          if (defined(b.isDefinedAt(argument)))
            b.accept(
              argument,
              (name: String, facet: AnyRef) => all.facet(AddedFacet(target, name, ClientFacets.json(facet)))
            )
        )
      }
    }

  private def ofRoot(by: AnyRef): Option[String] =
    Option(context.getOptimizedPlan).flatMap(suffix(by, _))
}

private object FactoryRun {

  /** Namespaces stay as they are. */
  val resolver = new DatasetNamespaceCombinedResolver(null: DatasetConfig)
}
