package io.headwater.shell.extensions.jvm.factories

import org.apache.spark.scheduler.SparkListenerEvent
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.extensions.{BoundedCalls, ExtensionResponse, FacetReader, VisitorResult}
import io.headwater.util.ClassNames
import io.openlineage.client.dataset.DatasetConfig
import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceCombinedResolver
import io.openlineage.spark.agent.lifecycle.plan.column.{ColumnLevelLineageContext, ColumnLevelLineageVisitor}
import io.openlineage.spark.api.{JobNameSuffixProvider, OpenLineageContext, OpenLineageEventHandlerFactory}

/** One factory in one run, from the start of the run to its end.
  *
  * @param agentColumns
  *   the agent's own column lineage of the query
  */
private[factories] final class FactoryRun(
    factory: OpenLineageEventHandlerFactory,
    context: OpenLineageContext,
    agentColumns: Option[ColumnLineageView],
    calls: BoundedCalls
) {
  private lazy val columns = new ColumnVisitorAdapter(context, agentColumns)
  private val query: Vector[AnyRef] =
    if (context.getQueryExecution.isPresent) Vector(context.getQueryExecution.get) else Vector.empty
  @volatile private var created = Option.empty[FactoryProducts] // none if the factory hangs

  /** Calls the visitors of inputs and columns for every node, and those of outputs for the root of each plan and for
    * commands: the published agent calls them for the root only, so they may accept relations that a query reads.
    */
  def started(nodes: Nodes, arguments: Vector[AnyRef]): ExtensionResponse = {
    val all = nodes.all
    invoke { invocation =>
      val products = FactoryProducts.create(factory, context, invocation)
      created = Some(products)
      for ((i, plan) <- all) {
        visitInputs(products, i, plan, invocation)
        if (nodes.isRootOrCommand(i)) visitOutputs(products, i, plan, invocation)
        visitColumns(products, i, plan, arguments, invocation)
      }
      build(products, query ++ arguments, invocation)
    }
  }

  def ended(arguments: Vector[AnyRef]): ExtensionResponse =
    invoke(invocation => created.foreach(build(_, query ++ arguments, invocation)))

  private def invoke(run: FactoryInvocation => Unit): ExtensionResponse = {
    val invocation = new FactoryInvocation(factory.getClass.getName, calls)
    invocation.run(run(invocation))
  }

  private def visitInputs(
      products: FactoryProducts,
      i: Int,
      plan: LogicalPlan,
      invocation: FactoryInvocation
  ): Unit =
    for (v <- products.inputVisitors) call(v, plan, visitStage(plan), invocation) { found =>
      val results = OpenLineageDatasets.inputs(found, invocation.reject(v, visitStage(plan)))
      results.foreach(invocation.addNodeResult(i, _))
    }

  private def visitOutputs(
      products: FactoryProducts,
      i: Int,
      plan: LogicalPlan,
      invocation: FactoryInvocation
  ): Unit =
    for (v <- products.outputVisitors) call(v, plan, visitStage(plan), invocation) { found =>
      val results =
        OpenLineageDatasets.outputs(found, suffix(v, plan), invocation.reject(v, visitStage(plan)))
      results.foreach(invocation.addNodeResult(i, _))
    }

  private def visitColumns(
      products: FactoryProducts,
      i: Int,
      plan: LogicalPlan,
      arguments: Vector[AnyRef],
      invocation: FactoryInvocation
  ): Unit =
    products.columnVisitors.foreach { v =>
      val event = arguments.collectFirst { case e: SparkListenerEvent => e }.orNull
      invocation.attempt(v, visitStage(plan))(collect(v, event, plan))
      // also those before a failure
      columns.takeResults().foreach(invocation.addNodeResult(i, _))
    }

  private def visitStage(plan: LogicalPlan): String = s"visit ${plan.nodeName}"

  private def collect(
      visitor: ColumnLevelLineageVisitor,
      event: SparkListenerEvent,
      plan: LogicalPlan
  ): Unit = {
    val columnContext = new ColumnLevelLineageContext(event, context, columns, FactoryRun.resolver)
    visitor.collectInputs(columnContext, plan)
    visitor.collectOutputs(columnContext, plan)
    visitor.collectExpressionDependencies(columnContext, plan)
  }

  /** Calls a visitor or builder if it accepts the argument, and takes what it has found. */
  private def call[A, B](
      extension: PartialFunction[A, B],
      argument: A,
      stage: String,
      invocation: FactoryInvocation
  )(take: B => Unit): Unit = {
    invocation.attempt(extension, stage) {
      if (accepts(extension.isDefinedAt(argument))) take(extension(argument))
    }
    ()
  }

  /** False if the compiled `isDefinedAt` casts the argument to the class of the extension and this cast fails. */
  private def accepts(isDefined: => Boolean): Boolean =
    try isDefined
    catch { case _: ClassCastException => false }

  private def suffix(extension: AnyRef, plan: LogicalPlan): Option[String] = extension match {
    case p: JobNameSuffixProvider[LogicalPlan @unchecked] =>
      val ofPlan = p.jobNameSuffix(plan)
      val found = if (ofPlan.isPresent) ofPlan else p.jobNameSuffix(context)
      if (found.isPresent) Some(found.get).filter(_.nonEmpty) else None
    case _ => None
  }

  private def build(
      products: FactoryProducts,
      arguments: Vector[AnyRef],
      invocation: FactoryInvocation
  ): Unit =
    for (argument <- arguments) {
      val stage = s"build of ${ClassNames.simple(argument)}"
      def add(results: Vector[VisitorResult]): Unit = results.foreach(invocation.addBuilderResult)
      for (b <- products.inputBuilders) call(b, argument, stage, invocation) { found =>
        add(OpenLineageDatasets.inputs(found, invocation.reject(b, stage)))
      }
      for (b <- products.outputBuilders) call(b, argument, stage, invocation) { found =>
        add(OpenLineageDatasets.outputs(found, suffixOfRoot(b), invocation.reject(b, stage)))
      }
      products.facetBuilders.foreach { case (target, b) =>
        def addFacet(name: String, facet: AnyRef): Unit =
          FacetReader.read(target, name, facet).fold(invocation.reject(b, stage), invocation.addFacet)
        invocation.attempt(b, stage)(
          if (accepts(b.isDefinedAt(argument)))
            b.accept(argument, (name: String, facet: AnyRef) => addFacet(name, facet))
        )
      }
    }

  private def suffixOfRoot(extension: AnyRef): Option[String] =
    Option(context.getOptimizedPlan).flatMap(suffix(extension, _))
}

private object FactoryRun {

  /** Leaves the namespaces as they are. */
  val resolver = new DatasetNamespaceCombinedResolver(null: DatasetConfig)
}
