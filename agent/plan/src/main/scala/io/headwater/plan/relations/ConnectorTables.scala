package io.headwater.plan.relations

import io.headwater.model.Dataset
import io.headwater.plan.connectors.Connectors
import io.headwater.plan.naming.{ConnectorOptions, RemoteDataset, TableV2}
import io.headwater.plan.session.SessionContext

/** Tables of connectors in the V2 interface, named by the options of the read or write. */
object ConnectorTables {

  /** Without its schema. */
  def dataset(table: TableV2, surroundings: SessionContext): Option[Dataset] =
    Connectors.found(
      table.table,
      ConnectorOptions.of(table.options)
    )(_.remote(_)).map(_(surroundings)).collect {
      case RemoteDataset.Tables(Vector(id)) => Dataset(id)
    }
}
