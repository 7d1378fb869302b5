import type { DatabaseSync } from 'node:sqlite'
import { slicesOf } from '@palate/core/generic/slices.ts'
import { DamagedObjectError, type ObjectStore } from '../../bucket/object-store.ts'
import { columnsOf } from '../../store/backup/backup-tables.ts'

const readsAtOnceMax = 8

/** Puts the thumbnails that are objects into a copy of the store. Those that are missing or damaged are left out. */
export async function backUpThumbnails(copy: DatabaseSync, objects: Pick<ObjectStore, 'read'>): Promise<void> {
  const columns = columnsOf(copy, 'thumbnails')
  if (!columns.includes('home')) return
  const rows = copy.prepare('select account_id, content_hash, side, home from thumbnails where home is not null').all()
  const same = 'where account_id = ? and content_hash = ? and side = ?'
  const uncounted = columns.includes('object_bytes') ? ', object_bytes = 0' : ''
  const fill = copy.prepare(`update thumbnails set data = ?, home = null${uncounted} ${same}`)
  const remove = copy.prepare(`delete from thumbnails ${same}`)

  async function backUp({ account_id, content_hash, side, home }: (typeof rows)[number]): Promise<void> {
    const key = { accountId: String(account_id), contentHash: String(content_hash), side: Number(side) }
    const data = await objects.read(String(home), key).catch(undefinedIfDamaged)
    const names = [key.accountId, key.contentHash, key.side] as const
    if (data) fill.run(data, ...names)
    else remove.run(...names)
  }

  for (const slice of slicesOf(rows, readsAtOnceMax)) await Promise.all(slice.map(backUp))
}

function undefinedIfDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedObjectError)) throw error
}
