import { closeSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Overwrites the first page of a table, as a failing disk or a foreign log would. The file still opens. */
export function damageTable(file: string, table: string): void {
  const database = new DatabaseSync(file)
  const page = database.prepare('select rootpage from sqlite_schema where name = ?').get(table)?.rootpage
  const size = Number(database.prepare('pragma page_size').get()?.page_size)
  database.close()
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(size, 0xff), 0, size, (Number(page) - 1) * size)
  closeSync(descriptor)
}
