import type { Caller, KeyState } from '@palate/core/keys/access.ts'
import { scopeNames } from '@palate/core/keys/scope-names.ts'
import { projectsWithin, type Role, scopesWithin } from '@palate/core/people/roles.ts'
import type { Scope } from '@palate/core/route.ts'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../store/schema.ts'

/**
 * Keys with the people whose keys they are. Everything that authenticates reads both in one statement, so that the role,
 * projects and status of a person take effect on the next request.
 *
 * A person's own sessions stand for a key, too: one that nobody holds, with the person's id after its prefix. Requests
 * are counted, and changes recorded, by that key like by any other. It has no scopes: on its own it allows nothing, also
 * in an older process, which does not know people.
 */
export function selectKeys(db: Db) {
  return db
    .selectFrom('api_keys')
    .leftJoin('people', (join) =>
      join.onRef('people.account_id', '=', 'api_keys.account_id').onRef('people.id', '=', 'api_keys.person_id'),
    )
}

/** The id of the key that a person's own sessions stand for. */
export function ownKeyIdOf(personId: string): string {
  return `key_${personId.slice('per_'.length)}`
}

/** In the order of `KeyRow`. */
export const keyColumns = [
  'api_keys.account_id',
  'api_keys.id',
  'api_keys.name',
  'api_keys.project_id',
  'api_keys.expires_at',
  'api_keys.revoked_at',
  'api_keys.scopes',
  'api_keys.person_id',
  'people.name as person_name',
  'people.role',
  'people.projects',
  'people.status',
] as const

export type KeyRow = readonly [
  accountId: string,
  id: string,
  name: string,
  projectId: string | null,
  expiresAt: string | null,
  revokedAt: string | null,
  scopes: string | null,
  personId: string | null,
  personName: string | null,
  role: Role | null,
  projects: string | null,
  status: string | null,
]

/** What a key may do, together with its person. */
export function callerOf(row: KeyRow): Caller & KeyState {
  const [accountId, keyId, keyName, projectId, expiresAt, revokedAt, scopes] = row
  const [, , , , , , , personId, name, role, projects, status] = row
  const limits = { projects: projectId === null ? null : [projectId], expiresAt }
  const key = { accountId, keyId, keyName, ...limits, revokedAt }
  if (personId === null) return { ...key, scopes: scopesIn(scopes) }
  if (name === null || role === null || status !== 'active') return { ...key, scopes: [], isOfFormerPerson: true }
  const isPersonSession = keyId === ownKeyIdOf(personId)
  return {
    ...key,
    projects: projectsWithin(limits.projects, projects?.split(' ') ?? null),
    scopes: scopesWithin(isPersonSession ? null : scopesIn(scopes), role),
    person: { id: personId, name, role },
    isPersonSession,
  }
}

/** The same for a row with names. */
export function callerOfColumns(row: KeyColumns): Caller & KeyState {
  const { account_id, id, name, project_id, expires_at, revoked_at, scopes } = row
  const person = [row.person_id, row.person_name, row.role, row.projects, row.status] as const
  return callerOf([account_id, id, name, project_id, expires_at, revoked_at, scopes, ...person])
}

interface KeyColumns extends Pick<Selectable<Schema['api_keys']>, 'account_id' | 'id' | 'name'> {
  readonly project_id: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly scopes: string | null
  readonly person_id: string | null
  readonly person_name: string | null
  readonly role: Role | null
  readonly projects: string | null
  readonly status: string | null
}

/** Scopes are stored as words, including those that this version does not know. */
export function scopesIn(text: string | null): readonly Scope[] | null {
  const words = text?.split(' ')
  return words ? scopeNames.filter((scope) => words.includes(scope)) : null
}
