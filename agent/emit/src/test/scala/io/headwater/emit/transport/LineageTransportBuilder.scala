package io.headwater.emit.transport

import java.util.concurrent.LinkedBlockingQueue

import scala.beans.BeanProperty

import io.openlineage.client.OpenLineage
import io.openlineage.client.transports.{Transport, TransportBuilder, TransportConfig}

/** The options of `gcplineage` that the tests set. */
final class LineageConfig extends TransportConfig {
  @BeanProperty
  var mode: String = _
}

/** Stands for openlineage-java's builder of `gcplineage`, whose clients need a project of Google. */
final class LineageTransportBuilder extends TransportBuilder {
  def getType: String = "gcplineage"
  def getConfig: TransportConfig = new LineageConfig
  def build(config: TransportConfig): Transport = {
    val mode = Option(config).collect { case c: LineageConfig => c.mode }
    LineageTransportBuilder.modes.add(mode.getOrElse(""))
    new DiscardingTransport
  }
}

object LineageTransportBuilder {

  /** The mode of each transport that was built. */
  val modes = new LinkedBlockingQueue[String]
}

private final class DiscardingTransport extends Transport {
  def emit(event: OpenLineage.RunEvent): Unit = ()
  def emit(event: OpenLineage.DatasetEvent): Unit = ()
  def emit(event: OpenLineage.JobEvent): Unit = ()
}
