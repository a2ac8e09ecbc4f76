package io.headwater.model

/** The environment of an application on Google Dataproc.
  *
  * @param resource
  *   the entries of the facet `gcp_dataproc`, by name
  * @param origin
  *   the full name of the cluster, batch or session, for the facet `gcp_lineage`
  */
final case class Dataproc(resource: Vector[(String, String)], origin: String)
