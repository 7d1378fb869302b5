import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, projectFor, projectsFor } from '@palate/core/keys/access.ts'
import { requireScopesOf, scopesToGive } from '@palate/core/keys/scopes.ts'
import { completeDays, dateBefore, dayMs, usageDaysDefault } from '@palate/core/keys/usage-days.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import type { Handlers } from '../operations.ts'
import type { SharesOfKeys } from '../ports/shares.ts'
import type { RecordEvents } from '../ports/webhooks.ts'
import type { Db } from '../store/schema.ts'
import { listBody } from '../streaming/list-body.ts'
import type { CreateKey } from './create-key.ts'
import * as store from './store.ts'
import type { UsageMeter } from './usage.ts'
import { listDays } from './usage-store.ts'

export function keyHandlers(
  create: CreateKey,
  usage: UsageMeter,
  recordEvents: RecordEvents,
  shares: SharesOfKeys,
): Handlers<'createKey' | 'listKeys' | 'revokeKey' | 'rotateKey' | 'getKeyUsage'> {
  async function recordRevoked(db: Db, caller: Caller, id: string, key: Revoked, now: string, rotatedTo?: string) {
    const data = {
      id,
      name: key.name,
      prefix: key.prefix,
      ...(key.project_id !== null && { projectId: key.project_id }),
      revokedAt: key.revoked_at ?? now,
      ...(rotatedTo !== undefined && { rotatedTo }),
    }
    const event = { type: 'api_key.revoked' as const, projectId: key.project_id, profileId: null, data }
    await recordEvents(db, caller, [event], now)
  }

  return {
    async createKey({ caller, body, db, now }) {
      // A key of a person is limited to the projects of the person in any case.
      const isLimited = body.projectId !== undefined || !caller.person
      const projectId = (isLimited ? projectFor(caller, body.projectId) : undefined) ?? null
      const expiresAt = body.expiresInDays === undefined ? null : later(now, body.expiresInDays * dayMs)
      const scopes = scopesToGive(caller, body.scopes ?? null)
      const made = await create(
        db,
        caller,
        { name: body.name, projectId, scopes, expiresAt, personId: caller.person?.id },
        now,
      )
      const { id, name, prefix } = made.replay
      const details = { prefix, ...(scopes !== null && { scopes }), ...(expiresAt !== null && { expiresAt }) }
      return {
        ...made,
        audit: { action: 'api_key.created', target: { type: 'api_key', id, name }, projectId, details },
      }
    },

    async listKeys({ caller, query, db, now }) {
      await usage.flush({ usesReserve: true })
      const size = pageSize(query.limit)
      const projects = projectsFor(caller, query.projectId)
      const first = query.cursor === undefined ? undefined : keyIdOf(query.cursor)
      const body = await listBody<Awaited<ReturnType<typeof store.listKeys>>[number]>({
        ...{ name: 'keys', size, textOf: JSON.stringify },
        read: (last, rowsMax) => store.listKeys(db, caller, projects, now, last?.id ?? first, rowsMax),
        cursorOf: ({ id }) => formatCursor([id]),
      })
      return { body }
    },

    async revokeKey({ caller, query, db, now }) {
      const revoked = await revoke(db, caller, query.id, now, now)
      await shares.end(db, { accountId: caller.accountId, keyId: query.id }, now)
      await recordRevoked(db, caller, query.id, revoked, now)
      return { body: { success: true }, audit: { action: 'api_key.revoked', ...auditedKey(query.id, revoked) } }
    },

    async rotateKey({ caller, query, body, db, now }) {
      const overlapMs = (body.overlapSeconds ?? 0) * 1000
      const old = await revoke(db, caller, query.id, later(now, overlapMs), now)
      if (old.expires_at !== null && old.expires_at <= now) throw unknownKey()
      requireScopesOf(caller, old.scopes)
      const personId = old.person_id ?? undefined
      if (personId !== undefined && personId !== caller.person?.id) throw anothersKey()
      const wanted = {
        name: old.name,
        projectId: old.project_id,
        scopes: old.scopes,
        expiresAt: old.expires_at,
        personId,
      }
      const made = await create(db, caller, wanted, now, query.id)
      await shares.move(db, { accountId: caller.accountId, keyId: query.id }, made.replay.id)
      await recordRevoked(db, caller, query.id, old, now, made.replay.id)
      const details = { successorId: made.replay.id, overlapSeconds: overlapMs / 1000 }
      return { ...made, audit: { action: 'api_key.rotated', ...auditedKey(query.id, old), details } }
    },

    async getKeyUsage({ caller, query, db, now }) {
      const { id, days = usageDaysDefault } = query
      if (!isId('key', id) || !(await store.hasKey(db, caller, id))) throw noKey('there is no key with this id')
      await usage.flush({ usesReserve: true })
      const used = await listDays(db, caller.accountId, id, dateBefore(now, days - 1))
      return { body: { days: completeDays(used, now, days) } }
    },
  }
}

type Revoked = Awaited<ReturnType<typeof revoke>>

async function revoke(db: Db, caller: Caller, id: string, from: string, now: string) {
  const revoked = isId('key', id) ? await store.revokeKey(db, caller, id, from, now) : undefined
  if (!revoked) throw unknownKey()
  return revoked
}

function auditedKey(id: string, { name, project_id }: Revoked) {
  return { target: { type: 'api_key', id, name }, projectId: project_id } as const
}

/** Whoever gets the successor acts in the name of the person. */
function anothersKey(): Fault {
  return new Fault('person_forbidden', 'the key is that of a person, who alone can replace it')
}

function unknownKey(): Fault {
  return noKey('there is no active key with this id')
}

function noKey(detail: string): Fault {
  return new Fault('key_not_found', detail)
}

function keyIdOf(cursor: string): string {
  const [id = ''] = parseCursor(cursor, 1)
  if (!isId('key', id)) throw badCursor()
  return id
}

function later(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString()
}
