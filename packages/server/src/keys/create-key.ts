import { type Caller, capExpiry } from '@palate/core/keys/access.ts'
import { keyRefusal } from '@palate/core/keys/refusals.ts'
import { type CreatedKey, keyWarning } from '@palate/core/keys/schema.ts'
import type { Scope } from '@palate/core/route.ts'
import type { EnsureProject } from '../ports/projects.ts'
import type { RecordEvents } from '../ports/webhooks.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { fingerprintOf, newKey } from './secret.ts'
import { insertKey, lockKey } from './store.ts'

export interface WantedKey {
  readonly name: string
  readonly projectId: string | null
  readonly scopes: readonly Scope[] | null
  readonly expiresAt: string | null
  readonly personId: string | undefined
}

export type CreateKey = ReturnType<typeof createKeyMaker>

/** Creates keys with their events. The key itself is in the body, and nowhere else. */
export function createKeyMaker(
  { newId }: Pick<Services, 'newId'>,
  recordEvents: RecordEvents,
  ensureProject: EnsureProject,
) {
  return async function createKey(db: Db, caller: Caller, wanted: WantedKey, now: string, rotatedFrom?: string) {
    const key = newKey()
    const expiresAt = capExpiry(caller, wanted.expiresAt)
    const { name, projectId, scopes, personId } = wanted
    if (caller.person) await requireActivePerson(db, caller)
    const row = {
      accountId: caller.accountId,
      id: newId('key'),
      name,
      projectId,
      scopes,
      expiresAt,
      createdAt: now,
      personId,
      ...fingerprintOf(key),
    }
    if (projectId !== null) await ensureProject(db, caller.accountId, projectId, now)
    await insertKey(db, row)
    const record: CreatedKey = {
      id: row.id,
      name,
      prefix: row.prefix,
      ...(projectId !== null && { projectId }),
      ...(scopes !== null && { scopes: [...scopes] }),
      ...(expiresAt !== null && { expiresAt }),
      createdAt: now,
      ...(personId !== undefined && { personId }),
      warning: keyWarning,
    }
    const { warning: _, ...data } = { ...record, ...(rotatedFrom !== undefined && { rotatedFrom }) }
    await recordEvents(db, caller, [{ type: 'api_key.created', projectId, profileId: null, data }], now)
    return { body: { key, ...record }, replay: record }
  }
}

/** A person who is being suspended in another process must not keep a key. */
async function requireActivePerson(db: Db, caller: Caller): Promise<void> {
  const current = await lockKey(db, caller)
  if (!current || current.isOfFormerPerson) throw keyRefusal('revoked_api_key')
}
