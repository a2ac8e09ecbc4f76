package org.apache.paimon.table.system

import org.apache.paimon.table.DataTable

class AuditLogTable(val location: String) extends DataTable

final class BinlogTable(location: String) extends AuditLogTable(location)

final class RowTrackingTable(val location: String) extends DataTable
