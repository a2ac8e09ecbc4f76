package com.microsoft.kusto.spark.datasource

/** The part of the connector's relation that has the name of its table. */
final case class KustoCoordinates(clusterUrl: String, database: String)

final case class KustoRelation(kustoCoordinates: KustoCoordinates, query: String)
