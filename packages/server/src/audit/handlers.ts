import type { AuditEntry } from '@palate/core/audit/schema.ts'
import { isId } from '@palate/core/ids.ts'
import { instant } from '@palate/core/instant.ts'
import { badCursor, formatCursor, pageOf, pageSize, parseCursor } from '@palate/core/page.ts'
import type { Handlers } from '../operations.ts'
import type { FindKeyNames } from '../ports/keys.ts'
import { readInPieces } from '../store/chunked-reads.ts'
import { listEntries, type StoredEntry } from './audit-store.ts'

export function auditHandlers(findKeyNames: FindKeyNames): Handlers<'listAudit'> {
  return {
    async listAudit({ caller: { accountId, projectId }, query, db }) {
      const { since, until, action, keyId, cursor } = query
      const size = pageSize(query.limit)
      // No entry has such an id, which may not even be storable.
      if (keyId !== undefined && !isId('key', keyId)) return { body: { entries: [] } }
      const filter = {
        projectId: projectId ?? undefined,
        since: since === undefined ? undefined : instant(since),
        until: until === undefined ? undefined : instant(until),
        action,
        keyId,
      }
      const before = cursor === undefined ? undefined : entryIn(cursor)
      const found = await readInPieces(size + 1, before, (last, rowsMax) =>
        listEntries(db, accountId, filter, last, rowsMax),
      )
      const { rows, ...next } = pageOf(found, size, ({ id }) => formatCursor([id]))
      const keyIds = new Set(rows.flatMap(({ keyId: one }) => one ?? []))
      const names = await findKeyNames(db, accountId, [...keyIds])
      return { body: { entries: rows.map((row) => shown(row, names)), ...next } }
    },
  }
}

function shown(entry: StoredEntry, names: ReadonlyMap<string, string>): AuditEntry {
  const { id, at, action, keyId, address, requestId, projectId, target, details } = entry
  return {
    id,
    at,
    action,
    actor: keyId === null ? null : { keyId, name: names.get(keyId) ?? '' },
    address,
    requestId,
    ...(projectId != null && { projectId }),
    target,
    ...(details && { details: { ...details } }),
  }
}

function entryIn(cursor: string): string {
  const [id = ''] = parseCursor(cursor, 1)
  if (!isId('aud', id)) throw badCursor()
  return id
}
