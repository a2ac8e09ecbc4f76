package io.headwater.shell.extensions

import java.lang.reflect.Method
import java.util.{Locale, Map => JMap}

import io.headwater.model.{AddedFacet, Dataset, DatasetId, FacetTarget, Symlink}
import io.headwater.util.{Accessors, JavaCollections}
import io.openlineage.client.OpenLineage
import io.openlineage.client.utils.DatasetIdentifier

/** Converts objects of openlineage-java to the agent's own model. */
private[shell] object ClientFacets {

  /** The facets of a holder such as `DatasetFacets`; none if it is null.
    *
    * @param reject
    *   takes the reason why a facet cannot be sent; the others are returned
    */
  def of(holder: AnyRef, target: FacetTarget, reject: String => Unit): Vector[AddedFacet] =
    Option(holder).toVector.flatMap(members).flatMap { case (name, facet) =>
      FacetReader.read(target, name, facet).fold(reason => { reject(reason); None }, Some(_))
    }

  /** The facets that the specification names are properties of a holder; all others are in a map. */
  private def members(holder: AnyRef): Vector[(String, AnyRef)] = {
    val named = for {
      getter <- holder.getClass.getMethods.toVector.sortBy(_.getName) if isFacetGetter(getter)
      facet <- Option(getter.invoke(holder))
    } yield property(getter.getName) -> facet
    named ++ JavaCollections.entries(
      new Accessors(holder).value[JMap[String, AnyRef]]("getAdditionalProperties")
    )
  }

  private def isFacetGetter(method: Method): Boolean =
    method.getParameterCount == 0 && method.getName.startsWith("get") &&
      method.getReturnType.getEnclosingClass == classOf[OpenLineage]

  private def property(getter: String): String =
    getter.substring(3, 4).toLowerCase(Locale.ROOT) + getter.substring(4)

  def dataset(id: DatasetIdentifier): Dataset = {
    val symlinks = JavaCollections.vector(id.getSymlinks).map { s =>
      val kind = if (s.getType == DatasetIdentifier.SymlinkType.LOCATION) Symlink.Kind.Location
      else Symlink.Kind.Table
      Symlink(DatasetId(s.getNamespace, s.getName), kind)
    }
    Dataset(datasetId(id.getNamespace, id.getName), symlinks = symlinks)
  }

  /** @throws java.lang.IllegalArgumentException
    *   if one of them is null, or the name is empty
    */
  def datasetId(namespace: String, name: String): DatasetId =
    if (namespace == null || name == null || name.isEmpty)
      throw new IllegalArgumentException("a dataset needs a namespace and a name")
    else DatasetId(namespace, name)
}
