package io.headwater.shell.extensions

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.{
  AddedFacet,
  ColumnRef,
  Dataset,
  DatasetId,
  Dependency,
  ExtensionCalls,
  ExtensionError,
  FacetTarget,
  Kind,
  Transformation
}
import io.headwater.plan.overrides.NodeOverride
import io.headwater.shell.extensions.snapshot.Hooks
import io.headwater.shell.json.Json

/** Reads the answers of Python extensions (docs/python-bridge.md, "An answer"). A malformed item becomes an error
  * with the name of its extension; the other items are read.
  */
private[shell] object ResponseReader {
  private val maxName = 256

  /** @param hooks
    *   the hooks of the process that sent the answer
    */
  def read(json: JsonNode, hooks: Hooks): ExtensionResponse = {
    def error(section: String, item: JsonNode)(reason: String) =
      ExtensionError(hooks.extension(item.path("hook").asInt(-1)), s"answer: $section", reason)
    def each[A](section: String)(read: JsonNode => Either[String, A]): Vector[Either[ExtensionError, A]] =
      Json.items(json.path(section)).map(item => read(item).left.map(error(section, item)))
    // each dataset with its valid facets, and the reasons why others cannot be sent
    def datasets(section: String, target: FacetTarget)(
        read: (JsonNode, Vector[AddedFacet]) => Either[String, VisitorResult]
    ) = Json.items(json.path(section)).map { item =>
      val facets = readFacets(item, target)
      val reasons = facets.collect { case Left(reason) => reason }
      val result =
        withNode(read(_, facets.collect { case Right(f) => f }))(item).left.map(error(section, item))
      result -> Some(reasons).filter(_.nonEmpty).map(all => error(section, item)(all.mkString("; ")))
    }
    val (ofDatasets, rejected) =
      (datasets("inputs", FacetTarget.Input)(input) ++ datasets("outputs", FacetTarget.Output)(output)).unzip
    val results = ofDatasets ++ each("columns")(withNode(column))
    val facets = each("facets")(facet)
    ExtensionResponse(
      results.collect { case Right((Some(node), r)) => node -> r },
      facets.collect { case Right(f) => f },
      errors(json) ++ (results ++ facets).collect { case Left(e) => e } ++ rejected.flatten,
      results.collect { case Right((None, r)) => r }
    )
  }

  /** The errors that the process reports itself. */
  def errors(json: JsonNode): Vector[ExtensionError] = Json.items(json.path("errors")).map(e =>
    ExtensionError(Json.text(e, "extension"), Json.text(e, "stage"), Json.text(e, "message"))
  )

  /** How often and how long the process has called its extensions for the request. */
  def timings(json: JsonNode): Vector[ExtensionCalls] = Json.items(json.path("timings")).flatMap { t =>
    def number(name: String): Double = math.max(0, t.path(name).asDouble(0))
    Json.option(t, "extension").map(extension =>
      ExtensionCalls(
        extension.take(maxName),
        number("calls").toLong,
        number("errors").toLong,
        number("millis"),
        number("maxMillis")
      )
    )
  }

  /** A facet for the run, the job or datasets. A message for the author of the extension if it is malformed. */
  def facet(item: JsonNode): Either[String, AddedFacet] = for {
    target <- FacetTarget.all.find(_.name == Json.text(item, "target")).toRight(
      s"target '${Json.text(item, "target")}' is none of ${FacetTarget.all.map(_.name).mkString(", ")}"
    )
    name <- Json.option(item, "name").toRight("a facet needs a name")
    dataset =
      for (n <- Json.option(item, "namespace"); d <- Json.option(item, "dataset")) yield DatasetId(n, d)
    read <- FacetReader.read(target, name, item.get("facet"), dataset)
  } yield read

  def dataset(item: JsonNode): Either[String, DatasetId] =
    (for (ns <- Json.option(item, "namespace"); name <- Json.option(item, "name")) yield DatasetId(ns, name))
      .toRight("a dataset needs 'namespace' and 'name'")

  /** The result with the number of its node; none for the dataset of a builder. */
  private def withNode(read: JsonNode => Either[String, VisitorResult])(item: JsonNode)
      : Either[String, (Option[Int], VisitorResult)] =
    Option(item.get("node")) match {
      case Some(n) if n.isInt => read(item).map(Some(n.asInt) -> _)
      case None if !item.has("output") => read(item).map(None -> _)
      case _ => Left("'node' is no number")
    }

  private def input(item: JsonNode, facets: Vector[AddedFacet]): Either[String, VisitorResult] =
    if (isDelegate(item)) Right(VisitorResult.DelegatedInput(facets, newName(item)))
    else dataset(item).map(id => VisitorResult.Input(Dataset(id), facets))

  private def output(item: JsonNode, facets: Vector[AddedFacet]): Either[String, VisitorResult] = {
    val suffix = Json.option(item, "suffix")
    if (isDelegate(item)) columns(item).map(_ => VisitorResult.DelegatedOutput(facets, suffix, newName(item)))
    else for { id <- dataset(item); columns <- columns(item) } yield VisitorResult.Output(
      Dataset(id),
      facets,
      suffix,
      columns
    )
  }

  private def columns(item: JsonNode): Either[String, Map[String, Vector[Dependency]]] =
    collect(Json.fields(item.path("columns"))) { case (name, from) =>
      collect(Json.items(from))(dependency).map(name -> _)
    }.map(_.toMap)

  private def column(item: JsonNode): Either[String, VisitorResult] =
    if (!item.path("output").isIntegralNumber) Left("'output' is no attribute id")
    else transformation(item).map { t =>
      val from = Json.items(item.path("from")).filter(_.isIntegralNumber).map(_.asLong)
      VisitorResult.Column(NodeOverride.FromAttributes(item.path("output").asLong, from, t))
    }

  /** Whether the dataset is the one that the agent itself finds. */
  private def isDelegate(item: JsonNode): Boolean = item.path("delegate").asBoolean(false)

  /** The name that a delegate gives to the agent's dataset. */
  private def newName(item: JsonNode): NewName =
    NewName(Json.option(item, "namespace"), Json.option(item, "name"))

  /** The facets of a dataset, or the reasons why they cannot be sent; the dataset and its other facets stay. */
  private def readFacets(item: JsonNode, target: FacetTarget): Vector[Either[String, AddedFacet]] =
    FacetReader.members(FacetTarget.Dataset, item.path("facets")) ++
      FacetReader.members(target, item.path(s"${target.name}Facets"))

  private def dependency(from: JsonNode): Either[String, Dependency] = for {
    id <- dataset(from)
    field <- Json.option(from, "field").toRight(s"a column of ${id.name} needs 'field'")
    t <- transformation(from)
  } yield Dependency(ColumnRef(id, field), Vector(t))

  private def transformation(item: JsonNode): Either[String, Transformation] = {
    val (kind, subtype) = (item.path("type").asText("DIRECT"), item.path("subtype").asText("TRANSFORMATION"))
    Kind.all.find(k => k.typeName == kind && k.subtype == subtype)
      .toRight(s"$kind $subtype is no transformation of the column lineage facet")
      .map(Transformation(_, item.path("masking").asBoolean(false), Json.text(item, "description")))
  }

  /** All values, or the first error. */
  private def collect[A, B](items: Vector[A])(read: A => Either[String, B]): Either[String, Vector[B]] =
    items.foldLeft[Either[String, Vector[B]]](Right(Vector.empty))((done, a) =>
      for { d <- done; b <- read(a) } yield d :+ b
    )
}
