package io.headwater.shell.meters

import java.time.Duration
import java.util.concurrent.TimeUnit
import java.util.function.{ToDoubleFunction, ToLongFunction}

import scala.collection.mutable
import scala.util.Try

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.util.Deadline
import io.micrometer.core.instrument.composite.CompositeMeterRegistry
import io.micrometer.core.instrument.{
  FunctionCounter,
  FunctionTimer,
  Gauge,
  Meter => MicroMeter,
  MeterRegistry,
  Tags
}
import io.openlineage.client.metrics.MicrometerProvider

/** The agent's meters in openlineage-java's composite registry, which extensions share, and the configured registry in
  * that composite. Registries read the meters on their own threads.
  *
  * @param meters
  *   kept here, as further ones are, because Micrometer refers to them weakly, and a collected meter would count as 0
  * @param configured
  *   the registry of `metrics.type`, if there is a factory for it
  */
final class Registries private (
    meters: Vector[Meter],
    labels: Tags,
    configured: Option[MeterRegistry]
) {
  private val kept = mutable.ArrayBuffer.empty[(Meter, MicroMeter)] // guarded by itself
  add(meters)

  /** The names of the exported meters. */
  private[shell] def names: Vector[String] = kept.synchronized(kept.map(_._1.name).toVector)

  /** Exports further meters. The name of an extension is a tag. */
  def add(more: Vector[Meter]): Unit = kept.synchronized {
    kept ++= more.map(m => m -> Registries.bind(m, m.extension.fold(labels)(labels.and("extension", _))))
    ()
  }

  /** Removes the meters. The configured registry reports the last numbers first. Waits at most for `timeout`. */
  def close(timeout: Duration): Unit = {
    Deadline.within("headwater-metrics-close", timeout)(configured.foreach(_.close()))
    (MicrometerProvider.getMeterRegistry, configured) match {
      case (all: CompositeMeterRegistry, Some(one)) => all.remove(one); ()
      case _ => ()
    }
    kept.synchronized(kept.foreach { case (_, m) =>
      MicrometerProvider.getMeterRegistry.remove(m: MicroMeter)
    })
  }
}

object Registries {
  private val statsd = "statsd"
  private val statsdClass = "io.micrometer.statsd.StatsdMeterRegistry"

  /** The version of Micrometer in the jar. The library of a registry must have the same version. */
  private[shell] val micrometerVersion = "1.17.1"

  /** Throws the exception of a registry that cannot be created. */
  def open(section: Branch, meters: Meters, tags: Map[String, String]): Registries = {
    val labels = tags.foldLeft(Tags.empty) { case (all, (k, v)) => all.and(k, v) }
    val configured = Option(MicrometerProvider.parseMeterRegistryConfig(options(section)).orElse(null))
    configured.foreach(MicrometerProvider.addMeterRegistry)
    new Registries(meters.all, labels, configured)
  }

  /** A library that the section needs and that is not on the class path, as a message for the user. */
  def missingLibrary(section: Branch): Option[String] = section.text("type").map(_.trim).getOrElse("") match {
    case "composite" => section.get("registries").toVector.collect { case Items(all) => all }.flatten
        .collect { case b: Branch => b }.flatMap(missingLibrary(_)).headOption
    case `statsd` if !isOnClassPath(statsdClass) =>
      Some(
        "metrics.type statsd needs io.micrometer:micrometer-registry-statsd:" +
          s"$micrometerVersion on the driver's class path"
      )
    case _ => None
  }

  private def bind(meter: Meter, tags: Tags): MicroMeter = {
    val registry = MicrometerProvider.getMeterRegistry
    meter match {
      case Meter.Counter(name, doc, value, _) =>
        val read: ToDoubleFunction[Meter] = _ => value().toDouble
        FunctionCounter.builder(name, meter, read).description(doc).tags(tags).register(registry)
      case Meter.Gauge(name, doc, value, _) =>
        val read: ToDoubleFunction[Meter] = _ => value()
        Gauge.builder(name, meter, read).strongReference(true).description(doc).tags(tags).register(registry)
      case Meter.Timed(name, doc, timing) =>
        val count: ToLongFunction[Timing] = _.count
        val total: ToDoubleFunction[Timing] = _.nanos.toDouble
        FunctionTimer.builder(name, timing, count, total, TimeUnit.NANOSECONDS)
          .description(doc).tags(tags).register(registry)
    }
  }

  /** The options for openlineage-java. StatsD's options have the documented names and, because Micrometer reads them
    * there, the same names below `statsd.`.
    */
  private def options(section: Branch): java.util.Map[String, AnyRef] = {
    val out = new java.util.HashMap[String, AnyRef]
    flat(section, "").foreach { case (k, v) =>
      out.put(k, v)
      if (!k.startsWith(s"$statsd.")) out.putIfAbsent(s"$statsd.$k", v)
    }
    out
  }

  private def flat(tree: Branch, prefix: String): Vector[(String, AnyRef)] = tree.children.toVector.flatMap {
    case (k, Leaf(v)) => Vector(s"$prefix$k" -> v)
    case (k, b: Branch) => flat(b, s"$prefix$k.")
    case (k, Items(all)) =>
      val list = new java.util.ArrayList[AnyRef]
      all.foreach(t => list.add(item(t)))
      Vector(s"$prefix$k" -> list)
  }

  private def item(tree: ConfigTree): AnyRef = tree match {
    case b: Branch => options(b)
    case Leaf(v) => v
    case Items(all) => all.map(item)
  }

  private def isOnClassPath(name: String): Boolean =
    Try(Class.forName(name, false, classOf[MicrometerProvider].getClassLoader)).isSuccess
}
