package io.headwater.plan.relations

import io.headwater.model.Dataset
import io.headwater.plan.naming.TableV2
import io.headwater.plan.vendor.{Options, Providers, Remote}

/** Tables of connectors in the V2 interface, named by the options of the read or write. */
object RemoteTables {

  /** Without its schema. */
  def dataset(table: TableV2): Option[Dataset] = {
    val set = Vector.newBuilder[(String, String)]
    table.options.asCaseSensitiveMap.forEach((key, value) => set += key -> value)
    Providers.remote(table.table.getClass.getName, Options(set.result()))().collect {
      case Remote.Tables(Vector(id)) => Dataset(id)
    }
  }
}
