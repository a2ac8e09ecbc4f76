package io.headwater.shell.extensions.jvm.factories

import java.util.concurrent.ConcurrentLinkedQueue

import io.headwater.model.{AddedFacet, ExtensionError}
import io.headwater.shell.extensions.{BoundedCalls, ExtensionResponse, VisitorResult}
import io.headwater.util.JavaCollections

/** The calls of one factory for one event, and their results. The visitors and builders run one after the other on
  * one thread. If one throws, the others run all the same; if one hangs, the results of those before it stay.
  */
private[factories] final class FactoryInvocation(factory: String, calls: BoundedCalls) {
  import FactoryInvocation._
  private val results = new ConcurrentLinkedQueue[Result]
  @volatile private var currentStage = "create"

  /** Runs all calls within the time limit of one call. */
  def run(body: => Unit): ExtensionResponse = {
    val failed = calls.call(factory, currentStage)(body).left.toOption
    val all = JavaCollections.vector(results)
    ExtensionResponse(
      all.collect { case OfNode(i, r) => i -> r },
      all.collect { case Facet(f) => f },
      (all.collect { case Failed(e) => e } ++ failed).distinct,
      all.collect { case OfBuilder(r) => r }
    )
  }

  /** Runs one call; none if it fails. */
  def attempt[A](extension: AnyRef, stage: String)(call: => A): Option[A] = {
    val name = extension.getClass.getName
    currentStage = s"$name: $stage"
    try Some(call)
    catch {
      case e: InterruptedException => throw e
      case t: Throwable => // every error belongs to the extension, as in BoundedCalls
        results.add(Failed(calls.failure(name, stage, t)))
        None
    }
  }

  /** Takes the reason why a facet of an extension cannot be sent. */
  def reject(extension: AnyRef, stage: String): String => Unit = reason =>
    add(Failed(calls.rejected(extension.getClass.getName, stage, reason)))

  def addNodeResult(node: Int, result: VisitorResult): Unit = add(OfNode(node, result))
  def addBuilderResult(result: VisitorResult): Unit = add(OfBuilder(result))
  def addFacet(facet: AddedFacet): Unit = add(Facet(facet))

  private def add(result: Result): Unit = {
    results.add(result)
    ()
  }
}

private object FactoryInvocation {
  sealed trait Result
  final case class OfNode(node: Int, result: VisitorResult) extends Result
  final case class OfBuilder(result: VisitorResult) extends Result
  final case class Facet(facet: AddedFacet) extends Result
  final case class Failed(error: ExtensionError) extends Result
}
