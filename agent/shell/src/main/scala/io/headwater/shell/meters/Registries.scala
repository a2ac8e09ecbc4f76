package io.headwater.shell.meters

import java.time.Duration
import java.util.ServiceLoader
import java.util.concurrent.TimeUnit
import java.util.function.{ToDoubleFunction, ToLongFunction}

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
import io.openlineage.client.metrics.{MeterRegistryFactory, MicrometerProvider}

/** The agent's meters in openlineage-java's registry, which extensions share, and that in the ones that `metrics.type`
  * asks for. Registries read the meters when they report, on threads of their own. Micrometer holds what it reads by a
  * weak reference, hence `read`: what is gone counts as nothing.
  */
final class Registries private (read: Vector[Meter], bound: Vector[MicroMeter], own: Option[MeterRegistry]) {

  /** The names of the meters that are shown. */
  private[shell] def names: Vector[String] = read.map(_.name)

  /** Lets go of the meters; a registry of the configuration's says the last numbers first. Waits so long at most. */
  def close(within: Duration): Unit = {
    Deadline.within("headwater-metrics-close", within)(own.foreach(_.close()))
    (MicrometerProvider.getMeterRegistry, own) match {
      case (all: CompositeMeterRegistry, Some(one)) => all.remove(one); ()
      case _ => ()
    }
    bound.foreach(MicrometerProvider.getMeterRegistry.remove(_: MicroMeter))
  }
}

object Registries {
  private val statsd = "statsd"
  private val statsdClass = "io.micrometer.statsd.StatsdMeterRegistry"

  /** The version of Micrometer in the jar, which a registry must have, too. */
  private[shell] val micrometer = "1.17.1"

  private val known = Vector("simple", statsd, "composite")

  /** Throws what a registry throws that cannot be made. */
  def open(section: Option[Branch], meters: Meters, tags: Map[String, String]): Registries = {
    val labels = tags.foldLeft(Tags.empty) { case (all, (k, v)) => all.and(k, v) }
    val own =
      section.flatMap(s => Option(MicrometerProvider.parseMeterRegistryConfig(options(s)).orElse(null)))
    own.foreach(MicrometerProvider.addMeterRegistry)
    val all = meters.all
    new Registries(all, all.map(bind(_, labels)), own)
  }

  /** What is wrong with the section, each as the rest of a line: a key below `metrics.` and why it has no effect. */
  def problems(section: Branch): Vector[String] = section.text("type").map(_.trim).getOrElse("") match {
    case "" => Vector(s"metrics has no type; write metrics.type, one of ${types.mkString(", ")}")
    case "composite" => section.get("registries") match {
        case Some(Items(all)) => all.collect { case b: Branch => b }.flatMap(problems)
        case _ => Vector("metrics.registries is no list of registries, each with a type")
      }
    case kind if types.contains(kind) => Vector.empty
    case kind => Vector(s"metrics.type $kind is unknown; use one of ${types.mkString(", ")}")
  }

  /** A library that the section needs and that is not there. */
  def absent(section: Branch): Option[String] = section.text("type").map(_.trim).getOrElse("") match {
    case "composite" => section.get("registries").toVector.collect { case Items(all) => all }.flatten
        .collect { case b: Branch => b }.flatMap(absent(_)).headOption
    case `statsd` if !isThere(statsdClass) =>
      Some(
        "metrics.type statsd needs io.micrometer:micrometer-registry-statsd:" +
          s"$micrometer on the driver's class path"
      )
    case _ => None
  }

  private def bind(meter: Meter, tags: Tags): MicroMeter = {
    val registry = MicrometerProvider.getMeterRegistry
    meter match {
      case Meter.Counter(name, doc, value) =>
        val read = new ToDoubleFunction[Meter] { def applyAsDouble(m: Meter): Double = value().toDouble }
        FunctionCounter.builder(name, meter, read).description(doc).tags(tags).register(registry)
      case Meter.Gauge(name, doc, value) =>
        val read = new ToDoubleFunction[Meter] { def applyAsDouble(m: Meter): Double = value() }
        Gauge.builder(name, meter, read).strongReference(true).description(doc).tags(tags).register(registry)
      case Meter.Timed(name, doc, timing) =>
        val count = new ToLongFunction[Timing] { def applyAsLong(t: Timing): Long = t.count }
        val total = new ToDoubleFunction[Timing] { def applyAsDouble(t: Timing): Double = t.nanos.toDouble }
        FunctionTimer.builder(name, timing, count, total, TimeUnit.NANOSECONDS)
          .description(doc).tags(tags).register(registry)
    }
  }

  /** As openlineage-java takes them. StatsD's own options go by the names that its documents have and, as Micrometer
    * asks for them, below `statsd.`.
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

  /** With those of `MeterRegistryFactory`s on the class path. */
  private def types: Vector[String] = known ++ Try {
    val found = Vector.newBuilder[String]
    ServiceLoader.load(classOf[MeterRegistryFactory[_]]).forEach { f => found += f.`type`(); () }
    found.result()
  }.getOrElse(Vector.empty)

  private def isThere(name: String): Boolean =
    Try(Class.forName(name, false, classOf[MicrometerProvider].getClassLoader)).isSuccess
}
