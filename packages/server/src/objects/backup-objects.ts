import type { DatabaseSync } from 'node:sqlite'
import { columnsOf } from '../store/backup/backup-tables.ts'

/** A copy of the store that contains all pictures must not remove objects of the original. */
export function forgetObjects(copy: DatabaseSync): void {
  if (columnsOf(copy, 'stored_objects').length > 0) copy.exec('delete from stored_objects')
}
