package io.headwater.plan.connectors

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{Connector, ConnectorOptions, RemoteDataset}

/** A connector whose options name one dataset, which it reads or writes as a whole. */
abstract class SingleDatasetConnector(packages: String*) extends Connector(packages: _*) {

  /** The dataset that the options name; None if they are incomplete. */
  def id(options: ConnectorOptions): Option[DatasetId]

  def source(options: ConnectorOptions): RemoteDataset =
    id(options).fold[RemoteDataset](
      RemoteDataset.Unresolved("the options name no dataset")
    )(RemoteDataset.table)
}
