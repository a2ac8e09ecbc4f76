package io.headwater.shell.jvm.factories

import org.apache.spark.scheduler.SparkListenerEvent
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.AddedFacet
import io.headwater.shell.jvm.{Bounded, Facets}
import io.headwater.shell.python.answers.Answer
import io.openlineage.client.dataset.DatasetConfig
import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceCombinedResolver
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageContext
import io.openlineage.spark.api.{JobNameSuffixProvider, OpenLineageContext, OpenLineageEventHandlerFactory}

/** One factory in one run, from the run's start to its end. */
private[factories] final class FactoryRun(
    factory: OpenLineageEventHandlerFactory,
    context: OpenLineageContext,
    found: Option[FoundColumns],
    bounded: Bounded
) {
  private lazy val told = new ToldColumns(context, found)
  @volatile private var made = Option.empty[Made] // none where the factory hangs

  def started(nodes: Vector[(Int, LogicalPlan)], happened: Vector[AnyRef]): Answer = asking { all =>
    val m = Made.by(factory, context, all)
    made = Some(m)
    for ((i, plan) <- nodes) visit(m, i, plan, happened, all)
    build(m, happened, all)
  }

  def ended(happened: Vector[AnyRef]): Answer = asking(all => made.foreach(build(_, happened, all)))

  private def asking(run: Asking => Unit): Answer = {
    val all = new Asking(factory.getClass.getName, bounded)
    all.all(run(all))
  }

  private def visit(m: Made, i: Int, plan: LogicalPlan, happened: Vector[AnyRef], all: Asking): Unit = {
    val stage = s"visit ${plan.nodeName}"
    m.inputVisitors.foreach(v =>
      all.one(v, stage)(if (defined(v.isDefinedAt(plan))) Sayings.inputs(v(plan)).foreach(all.ofNode(i, _)))
    )
    m.outputVisitors.foreach(v =>
      all.one(v, stage)(
        if (defined(v.isDefinedAt(plan))) Sayings.outputs(v(plan), suffix(v, plan)).foreach(all.ofNode(i, _))
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

  private def build(m: Made, happened: Vector[AnyRef], all: Asking): Unit =
    for (argument <- happened) {
      val stage = s"build of ${argument.getClass.getSimpleName}"
      m.inputBuilders.foreach(b =>
        all.one(b, stage)(if (defined(b.isDefinedAt(argument)))
          Sayings.inputs(b(argument)).foreach(all.found))
      )
      m.outputBuilders.foreach(b =>
        all.one(b, stage)(
          if (defined(b.isDefinedAt(argument))) Sayings.outputs(b(argument), ofRoot(b)).foreach(all.found)
        )
      )
      m.facetBuilders.foreach { case (target, b) =>
        all.one(b, stage)(
          if (defined(b.isDefinedAt(argument)))
            b.accept(
              argument,
              (name: String, facet: AnyRef) => all.facet(AddedFacet(target, name, Facets.json(facet)))
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
