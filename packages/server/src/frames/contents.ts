import type { Readable } from 'node:stream'
import type { ThreadServices } from '../services.ts'
import type { Db } from '../store/schema.ts'
import type { ContentKey } from './content-store.ts'
import { createFileContents } from './file-contents.ts'
import { createRowContents } from './row-contents.ts'

/** Where the bytes of frames lie on their own: as files beside SQLite, as rows in PostgreSQL. */
export interface Contents {
  /** Puts a received file there, in the transaction that stores the row. May move the file. */
  put(db: Db, key: ContentKey, path: string): Promise<void>
  /** The same for few bytes. */
  putBytes(db: Db, key: ContentKey, bytes: Uint8Array): Promise<void>
  has(db: Db, key: ContentKey): Promise<boolean>
  /** Undefined if they are not there. */
  open(db: Db, key: ContentKey): Promise<Readable | undefined>
  /** Removes what is in the store, in the transaction that deletes the row. */
  remove(db: Db, key: ContentKey): Promise<void>
  /** Removes what is not in the store, after that transaction, unless a row names it again. */
  removeUnnamed(key: ContentKey): Promise<void>
  /** Looks through a part of what is there and removes what no row names. */
  sweep(): Promise<void>
}

export function openContents(services: Pick<ThreadServices, 'store' | 'config'>): Contents {
  return services.store.engine === 'sqlite' ? createFileContents(services) : createRowContents()
}
