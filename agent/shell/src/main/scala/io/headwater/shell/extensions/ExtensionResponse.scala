package io.headwater.shell.extensions

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{
  AddedFacet,
  ColumnRef,
  Dataset,
  DatasetId,
  Dependency,
  ExtensionError,
  FacetTarget,
  Kind,
  Transformation
}
import io.headwater.plan.overrides.NodeOverride
import io.headwater.shell.extensions.snapshot.Hooks
import io.headwater.shell.json.Json

/** What a peer has answered, as values. What is malformed in it is an error that names the extension; the rest counts.
  * `datasets` are those of builders, which belong to no node.
  */
final case class ExtensionResponse(
    told: Map[Int, Vector[VisitorResult]],
    facets: Vector[AddedFacet],
    errors: Vector[ExtensionError],
    datasets: Vector[VisitorResult] = Vector.empty
) {

  /** Both; what `later` says comes after this. */
  def ++(later: ExtensionResponse): ExtensionResponse = ExtensionResponse(
    (told.keySet ++ later.told.keySet).iterator.map(n =>
      n -> (told.getOrElse(n, Vector.empty) ++ later.told.getOrElse(n, Vector.empty))
    ).toMap,
    facets ++ later.facets,
    errors ++ later.errors,
    datasets ++ later.datasets
  )
}

/** One thing that a visitor says of a node. No dataset: the one that the engine finds there itself. A dataset replaces
  * what the engine finds there, or is `beside` it.
  */
sealed trait VisitorResult
object VisitorResult {
  final case class Input(
      dataset: Option[Dataset],
      facets: Vector[(FacetTarget, String, String)] = Vector.empty,
      beside: Boolean = false
  ) extends VisitorResult
  final case class Output(
      dataset: Option[Dataset],
      facets: Vector[(FacetTarget, String, String)],
      suffix: Option[String] = None,
      columns: Map[String, Vector[Dependency]] = Map.empty,
      beside: Boolean = false
  ) extends VisitorResult

  /** What an attribute is made of. */
  final case class Column(of: NodeOverride.Origin) extends VisitorResult

  /** The name under which the node writes an attribute. */
  final case class Field(name: String, attribute: Long) extends VisitorResult

  /** An attribute that decides which rows there are. */
  final case class Rows(attribute: Long) extends VisitorResult

  /** Another plan that the node reads. */
  final case class Reads(plan: LogicalPlan) extends VisitorResult
}

object ExtensionResponse {
  val none: ExtensionResponse = ExtensionResponse(Map.empty, Vector.empty, Vector.empty)

  def read(json: JsonNode, hooks: Hooks): ExtensionResponse = {
    def each[A](section: String)(read: JsonNode => Either[String, A]): Vector[Either[ExtensionError, A]] =
      Json.items(json.path(section)).map { item =>
        read(item).left.map(why =>
          ExtensionError(hooks.extension(item.path("hook").asInt(-1)), s"answer: $section", why)
        )
      }
    val said = each("inputs")(at(input)) ++ each("outputs")(at(output)) ++ each("columns")(at(column))
    val facets = each("facets")(AddedFacets.read)
    val errors = Json.items(json.path("errors")).map(e =>
      ExtensionError(Json.text(e, "extension"), Json.text(e, "stage"), Json.text(e, "message"))
    )
    ExtensionResponse(
      said.collect { case Right((Some(node), s)) => node -> s }.groupBy(_._1).map { case (node, all) =>
        node -> all.map(_._2)
      },
      facets.collect { case Right(f) => f },
      errors ++ (said ++ facets).collect { case Left(e) => e },
      said.collect { case Right((None, s)) => s }
    )
  }

  private def at(read: JsonNode => Either[String, VisitorResult])(item: JsonNode)
      : Either[String, (Option[Int], VisitorResult)] =
    Option(item.get("node")) match {
      case Some(n) if n.isInt => read(item).map(Some(n.asInt) -> _)
      case None if !item.has("output") => read(item).map(None -> _)
      case _ => Left("'node' is no number")
    }

  private def input(item: JsonNode): Either[String, VisitorResult] =
    for { id <- named(item); fs <- both(item, "inputFacets", FacetTarget.Input) } yield VisitorResult.Input(
      id,
      fs
    )

  private def output(item: JsonNode): Either[String, VisitorResult] = for {
    id <- named(item)
    facets <- both(item, "outputFacets", FacetTarget.Output)
    columns <- collect(Json.fields(item.path("columns"))) { case (name, from) =>
      collect(Json.items(from))(dependency).map(name -> _)
    }
  } yield VisitorResult.Output(id, facets, Json.option(item, "suffix"), columns.toMap)

  private def column(item: JsonNode): Either[String, VisitorResult] =
    if (!item.path("output").isIntegralNumber) Left("'output' is no attribute id")
    else transformation(item).map { t =>
      val from = Json.items(item.path("from")).filter(_.isIntegralNumber).map(_.asLong)
      VisitorResult.Column(NodeOverride.FromAttributes(item.path("output").asLong, from, t))
    }

  /** None: the dataset that the engine finds there itself. */
  private def named(item: JsonNode): Either[String, Option[Dataset]] =
    if (item.path("delegate").asBoolean(false)) Right(None) else dataset(item).map(id => Some(Dataset(id)))

  def dataset(item: JsonNode): Either[String, DatasetId] =
    (for (ns <- Json.option(item, "namespace"); name <- Json.option(item, "name")) yield DatasetId(ns, name))
      .toRight("a dataset needs 'namespace' and 'name'")

  private def both(
      item: JsonNode,
      own: String,
      target: FacetTarget
  ): Either[String, Vector[(FacetTarget, String, String)]] =
    for {
      plain <- facets(item.path("facets"), FacetTarget.Dataset)
      special <- facets(item.path(own), target)
    } yield plain ++ special

  private def facets(
      node: JsonNode,
      target: FacetTarget
  ): Either[String, Vector[(FacetTarget, String, String)]] =
    collect(Json.fields(node)) {
      case (name, f: ObjectNode) => Right((target, name, f.toString))
      case (name, _) => Left(s"facet $name is no JSON object")
    }

  private def dependency(from: JsonNode): Either[String, Dependency] = for {
    id <- dataset(from)
    field <- Json.option(from, "field").toRight(s"a column of ${id.name} needs 'field'")
    t <- transformation(from)
  } yield Dependency(ColumnRef(id, field), Vector(t))

  private def transformation(item: JsonNode): Either[String, Transformation] = {
    val (kind, subtype) = (item.path("type").asText("DIRECT"), item.path("subtype").asText("TRANSFORMATION"))
    Kind.all.find(k => k.kind == kind && k.subtype == subtype)
      .toRight(s"$kind $subtype is no transformation of the column lineage facet")
      .map(Transformation(_, item.path("masking").asBoolean(false), Json.text(item, "description")))
  }

  private def collect[A, B](all: Vector[A])(read: A => Either[String, B]): Either[String, Vector[B]] =
    all.foldLeft[Either[String, Vector[B]]](Right(Vector.empty))((done, a) =>
      for { d <- done; b <- read(a) } yield d :+ b
    )
}
