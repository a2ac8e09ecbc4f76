package io.headwater.shell.extensions.jvm.factories

import java.util.concurrent.ConcurrentLinkedQueue

import scala.collection.mutable

import io.headwater.model.{AddedFacet, ExtensionError}
import io.headwater.shell.extensions.{BoundedCalls, ExtensionResponse, VisitorResult}

/** One factory's part in one event. Its visitors and builders are asked one after the other on one thread: what one
  * throws is its own, and where one hangs, what those before it have said stays.
  */
private[factories] final class FactoryInvocation(factory: String, bounded: BoundedCalls) {
  import FactoryInvocation._
  private val parts = new ConcurrentLinkedQueue[Part]
  @volatile private var at = "create"

  /** Asks all of it, for so long. */
  def all(run: => Unit): ExtensionResponse = {
    val failed = bounded.ask(factory, at)(run).left.toOption
    val said = mutable.ArrayBuffer.empty[Part]
    parts.forEach(said += _)
    ExtensionResponse(
      said.collect { case OfNode(i, s) => i -> s }.toVector.groupBy(_._1).map { case (i, all) =>
        i -> all.map(_._2)
      },
      said.collect { case Facet(f) => f }.toVector,
      (said.collect { case Failed(e) => e } ++ failed).distinct.toVector,
      said.collect { case Found(s) => s }.toVector
    )
  }

  /** Asks one of them. */
  def one[A](extension: AnyRef, stage: String)(run: => A): Option[A] = {
    val name = extension.getClass.getName
    at = s"$name: $stage"
    try Some(run)
    catch {
      case e: InterruptedException => throw e
      case t: Throwable => // as in Bounded: it is the extension's own
        parts.add(Failed(bounded.failed(name, stage, t)))
        None
    }
  }

  def ofNode(node: Int, saying: VisitorResult): Unit = put(OfNode(node, saying))
  def found(saying: VisitorResult): Unit = put(Found(saying))
  def facet(facet: AddedFacet): Unit = put(Facet(facet))

  private def put(part: Part): Unit = {
    parts.add(part)
    ()
  }
}

private object FactoryInvocation {
  sealed trait Part
  final case class OfNode(node: Int, saying: VisitorResult) extends Part
  final case class Found(saying: VisitorResult) extends Part
  final case class Facet(facet: AddedFacet) extends Part
  final case class Failed(error: ExtensionError) extends Part
}
