import { DatabaseSync } from 'node:sqlite'
import { columnsOf, tablesOf } from '../store/backup/backup-tables.ts'

/** A copy of the store that contains all pictures must not remove objects of the original. */
export function forgetObjects(copy: DatabaseSync): void {
  if (columnsOf(copy, 'stored_objects').length > 0) copy.exec('delete from stored_objects')
}

/** The buckets that rows of a store refer to. */
export function homesIn(file: string): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = tablesOf(database).filter((table) => columnsOf(database, table).includes('home'))
    const homes = tables.flatMap((table) =>
      database.prepare(`select distinct home from "${table}" where home is not null`).all(),
    )
    return [...new Set(homes.map(({ home }) => String(home)))]
  } finally {
    database.close()
  }
}
