import type { Readable } from 'node:stream'
import type { Db } from '../../store/schema.ts'
import type { BlobKey } from './blob-store.ts'

/** Stores the bytes of frames: as files next to SQLite, or as rows in PostgreSQL. */
export interface BlobStorage {
  /** Stores a received file in the transaction that stores its row. May move the file. */
  put(db: Db, key: BlobKey, path: string): Promise<void>
  /** Like `put`, for a few bytes in memory. */
  putBytes(db: Db, key: BlobKey, bytes: Uint8Array): Promise<void>
  has(db: Db, key: BlobKey): Promise<boolean>
  /** Undefined if the blob does not exist. */
  open(db: Db, key: BlobKey): Promise<Readable | undefined>
  /** Removes database rows, in the transaction that deletes the frame's row. */
  remove(db: Db, key: BlobKey): Promise<void>
  /** Removes files after that transaction, unless a row refers to the blob again. */
  removeIfUnreferenced(key: BlobKey): Promise<void>
  /** Checks some of the stored blobs and removes those that no row refers to. */
  sweep(): Promise<void>
}
