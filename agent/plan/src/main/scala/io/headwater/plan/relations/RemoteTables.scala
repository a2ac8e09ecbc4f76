package io.headwater.plan.relations

import io.headwater.model.Dataset
import io.headwater.plan.Surroundings
import io.headwater.plan.naming.TableV2
import io.headwater.plan.vendor.{Options, Providers, Remote}

/** Tables of connectors in the V2 interface, named by the options of the read or write. */
object RemoteTables {

  /** Without its schema. */
  def dataset(table: TableV2, surroundings: Surroundings): Option[Dataset] =
    Providers.found(table.table, Options.of(table.options))(_.remote(_)).map(_(surroundings)).collect {
      case Remote.Tables(Vector(id)) => Dataset(id)
    }
}
