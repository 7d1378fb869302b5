import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../../store/schema.ts'
import type { BlobStorage } from './blob-storage.ts'
import type { BlobKey } from './blob-store.ts'

/** A row of `frame_pieces`. */
const pieceBytes = 256 * 1024

/** Blobs split into rows, written and deleted with the row of `frame_contents`. Its lock serialises writers. */
export function createRowBlobs(): BlobStorage {
  return {
    async put(db, key, path) {
      const file = await open(path)
      try {
        for (let piece = 0; ; piece += 1) {
          const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, piece * pieceBytes)
          if (bytesRead > 0) await insertPiece(db, key, piece, buffer.subarray(0, bytesRead))
          if (bytesRead < pieceBytes) return
        }
      } finally {
        await file.close()
      }
    },
    putBytes: (db, key, bytes) => insertPiece(db, key, 0, bytes),
    has: async (db, key) => (await findPiece(db, key, 0)) !== undefined,
    async open(db, key) {
      const first = await findPiece(db, key, 0)
      return first && Readable.from(pieces(db, key, first), { objectMode: false })
    },
    remove: deletePieces,
    removeIfUnreferenced: async () => {},
    sweep: async () => {},
  }
}

async function* pieces(db: Db, key: BlobKey, first: Uint8Array) {
  for (let piece = 0, data: Uint8Array | undefined = first; data; data = await findPiece(db, key, piece)) {
    yield data
    if (data.length < pieceBytes) return
    piece += 1
  }
}

async function insertPiece(db: Db, { accountId, contentHash }: BlobKey, piece: number, data: Uint8Array) {
  await db
    .insertInto('frame_pieces')
    .values({ account_id: accountId, content_hash: contentHash, piece, data })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'content_hash', 'piece']).doUpdateSet({ data: sql<Uint8Array>`excluded.data` }),
    )
    .execute()
}

async function findPiece(db: Db, { accountId, contentHash }: BlobKey, piece: number) {
  const row = await db
    .selectFrom('frame_pieces')
    .select('data')
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('piece', '=', piece)
    .executeTakeFirst()
  return row?.data
}

async function deletePieces(db: Db, { accountId, contentHash }: BlobKey): Promise<void> {
  await db
    .deleteFrom('frame_pieces')
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .execute()
}
