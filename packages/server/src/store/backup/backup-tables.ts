import type { DatabaseSync } from 'node:sqlite'

/** Triggers fill the first one. In a backup pictures are files, so it has no pieces of pictures. */
const otherTables = ['account_bytes', 'frame_pieces']

/** The tables that contain the rows of a backup, read from its schema. */
export function tablesOf(copy: DatabaseSync): readonly string[] {
  const rows = copy.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'").all()
  return rows.map(({ name }) => String(name)).filter((name) => !otherTables.includes(name))
}

/** None if the table does not exist, as in a store of an older version. */
export function columnsOf(copy: DatabaseSync, table: string): readonly string[] {
  const rows = copy.prepare('select name from pragma_table_info(?)').all(table)
  return rows.map(({ name }) => String(name))
}

/** About the size of a value in memory. */
export function lengthOf(value: unknown): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
}
