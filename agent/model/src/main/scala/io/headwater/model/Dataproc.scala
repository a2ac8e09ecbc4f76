package io.headwater.model

/** Where an application runs on Google's Dataproc: `resource` are the entries of the facet `gcp_dataproc`, by name, and
  * `origin` the full name of the cluster, batch or session, as `gcp_lineage` has it.
  */
final case class Dataproc(resource: Vector[(String, String)], origin: String)
