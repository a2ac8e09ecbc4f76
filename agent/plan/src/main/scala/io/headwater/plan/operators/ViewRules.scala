package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.{SubqueryAlias, View}
import org.apache.spark.sql.types.StructType

import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{Schemas, TableNames}
import io.headwater.plan.session.SeenTables
import io.headwater.plan.tables.CatalogViews
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{Accessors, Named}

/** Views. A persistent view is a dataset, and its columns are what its definition says. A temporary view is a name in its
  * session only: it is read through.
  */
object ViewRules {
  val rule: Rule = {
    case v: View if v.isTempView => NodeLineage.of(v)(definition(v, _))
    case v: View => NodeLineage(v.children, persistent(v, _), definesView = true)

    // a metric view; of Spark 4.2, so matched by name
    case v @ Named("ResolvedMetricView") =>
      NodeLineage.of(v)(metrics(new Accessors(v).value[TableIdentifier]("identifier"), _))

    // a view that the library of its catalog has replaced by its definition
    case a: SubqueryAlias if CatalogViews.isDefinition(a) =>
      NodeLineage(
        a.children,
        { context =>
          val view = CatalogViews.replaced(a, context.session)
          context.view(view.copy(schema = Schemas.fields(a.output)), a.output, context.input)
        },
        definesView = true
      )
  }

  private def definition(v: View, context: RuleContext): Scope =
    context.renamed(context.input, v.child.output, v.output)

  private def persistent(v: View, context: RuleContext): Scope = {
    remember(v.desc.identifier, context)(v.schema, v.desc.comment)
    val dataset = CatalogViews.dataset(parts(v.desc), context.session)
      .copy(schema = Schemas.fields(v.output), comment = v.desc.comment)
    context.view(dataset, v.output, definition(v, context))
  }

  /** The query that reads a metric view computes the measures, over columns of the view's source. So the event names the
    * view, but no column of it, and the walk reads the view's source.
    */
  private def metrics(name: TableIdentifier, context: RuleContext): Scope = {
    remember(name, context)()
    context.findings.view(
      CatalogViews.dataset(TableNames.parts(name), context.session),
      context.graph.nothing,
      source = false
    )
    context.input
  }

  /** The name of a view in a V2 catalog of Spark 4.2 can have more parts than a `TableIdentifier`. */
  private def parts(view: CatalogTable): Seq[String] =
    multipart(view).getOrElse(TableNames.parts(view.identifier))

  private def multipart(view: CatalogTable): Option[Seq[String]] =
    new Accessors(view).ifPresent[Option[Seq[String]]]("multipartIdentifier").flatten

  private def remember(view: TableIdentifier, context: RuleContext)(
      schema: StructType = new StructType,
      comment: Option[String] = None
  ): Unit =
    if (TableNames.catalog(view).forall(_ == SeenTables.sessionCatalog))
      context.session.tables.rememberView(view, schema, comment)
}
