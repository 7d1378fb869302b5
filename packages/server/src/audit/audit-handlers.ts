import type { AuditEntry } from '@palate/core/audit/schema.ts'
import { isId } from '@palate/core/ids.ts'
import { instant } from '@palate/core/instant.ts'
import type { Actor } from '@palate/core/keys/schema.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import type { Handlers } from '../operations.ts'
import type { FindActors } from '../ports/keys.ts'
import { listBody } from '../streaming/list-body.ts'
import { listEntries, type StoredEntry } from './audit-store.ts'

export function auditHandlers(findActors: FindActors): Handlers<'listAudit'> {
  return {
    async listAudit({ caller: { accountId, projects }, query, db }) {
      const { since, until, action, keyId, cursor } = query
      const size = pageSize(query.limit)
      // No entry has such an id, which may not even be storable.
      if (keyId !== undefined && !isId('key', keyId)) return { body: { entries: [] } }
      const filter = {
        projects: projects ?? undefined,
        since: since === undefined ? undefined : instant(since),
        until: until === undefined ? undefined : instant(until),
        action,
        keyId,
      }
      const before = cursor === undefined ? undefined : entryIn(cursor)
      const body = await listBody<AuditEntry>({
        ...{ name: 'entries', size, textOf: JSON.stringify },
        async read(last, rowsMax) {
          const rows = await listEntries(db, accountId, filter, last?.id ?? before, rowsMax)
          const keyIds = new Set(rows.flatMap(({ keyId: one }) => one ?? []))
          const actors = await findActors(db, accountId, [...keyIds])
          return rows.map((row) => shown(row, actors))
        },
        cursorOf: ({ id }) => formatCursor([id]),
      })
      return { body }
    },
  }
}

function shown(entry: StoredEntry, actors: ReadonlyMap<string, Actor>): AuditEntry {
  const { id, at, action, keyId, address, requestId, projectId, target, details } = entry
  return {
    id,
    at,
    action,
    actor: keyId === null ? null : (actors.get(keyId) ?? { keyId, name: '' }),
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
