import type { Role } from '@palate/core/people/roles.ts'
import type { Person } from '@palate/core/people/schema.ts'
import { type Selectable, sql } from 'kysely'
import type { KeysOfPeople } from '../ports/keys.ts'
import type { PeoplePort } from '../ports/people.ts'
import { deleteSome } from '../store/chunked-writes.ts'
import type { Db, Schema } from '../store/schema.ts'

const personColumns = ['id', 'name', 'email', 'role', 'projects', 'status', 'created_at'] as const

export interface NewPersonRow {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly role: Role
  readonly projects: readonly string[] | null
  readonly status: Person['status']
  readonly createdAt: string
  readonly identity?: StoredIdentity
}

/** Whom the identity provider knows a person as. */
interface StoredIdentity {
  readonly issuer: string
  readonly subject: string
}

/** False if another request has just stored somebody with this identity. */
export async function insertPerson(db: Db, person: NewPersonRow): Promise<boolean> {
  const row = await db
    .insertInto('people')
    .values({
      account_id: person.accountId,
      id: person.id,
      name: person.name,
      email: person.email,
      role: person.role,
      projects: person.projects?.join(' ') ?? null,
      status: person.status,
      created_at: person.createdAt,
      issuer: person.identity?.issuer ?? null,
      subject: person.identity?.subject ?? null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Newest first: ids sort by time. */
export async function listPeople(
  db: Db,
  accountId: string,
  lastUseOf: KeysOfPeople['lastUseOf'],
  /** Without people who have access to none of these; null for everybody. */
  projects: readonly string[] | null,
  before: string | undefined,
  limit: number,
): Promise<readonly Person[]> {
  let query = db.selectFrom('people').select(personColumns).where('account_id', '=', accountId)
  if (before !== undefined) query = query.where('id', '<', before)
  if (projects !== null) query = query.where((eb) => eb.or([eb('projects', 'is', null), ...projects.map(hasProject)]))
  const rows = await query
    .select(lastUseOf({ accountId, personId: sql.ref('people.id') }).as('last_seen_at'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(personOf)
}

/** In a form that both stores understand. */
const hasProject = (project: string) =>
  sql<boolean>`replace(' ' || projects || ' ', ${` ${project} `}, '') <> ' ' || projects || ' '`

export async function readPerson(
  db: Db,
  accountId: string,
  id: string,
  lastUseOf: KeysOfPeople['lastUseOf'],
): Promise<Person | undefined> {
  const row = await db
    .selectFrom('people')
    .select(personColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .select(lastUseOf({ accountId, personId: sql.ref('people.id') }).as('last_seen_at'))
    .executeTakeFirst()
  return row && personOf(row)
}

/**
 * Locks a person until the transaction ends, so that a change is not based on what another one has replaced. The active
 * owners are locked in the same statement if the change may depend on them: two changes that lock them one by one would
 * wait for each other.
 */
export async function lockPerson(db: Db, accountId: string, id: string, withOwners: boolean): Promise<void> {
  await db
    .updateTable('people')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('account_id', '=', accountId)
    .where((eb) => {
      const isPerson = eb('id', '=', id)
      return withOwners
        ? eb.or([isPerson, eb.and([eb('role', '=', 'owner'), eb('status', '<>', 'suspended')])])
        : isPerson
    })
    .execute()
}

/**
 * Locks the owners who are not suspended, until the transaction ends: of two who remove each other, one fails. Returns
 * their ids.
 */
export async function lockOwners(db: Db, accountId: string): Promise<readonly string[]> {
  const rows = await db
    .updateTable('people')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .where('status', '<>', 'suspended')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function updatePerson(db: Db, accountId: string, person: Person): Promise<void> {
  await db
    .updateTable('people')
    .set({
      name: person.name,
      email: person.email ?? null,
      role: person.role,
      projects: person.projects?.join(' ') ?? null,
      status: person.status,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', person.id)
    .execute()
}

/** False if another transaction has deleted the person. */
export async function deletePerson(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('people')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0
}

export async function countPeople(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('people')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertInvitation(
  db: Db,
  { accountId, personId, hash, expiresAt }: Record<'accountId' | 'personId' | 'hash' | 'expiresAt', string>,
): Promise<void> {
  await db
    .insertInto('invitations')
    .values({ account_id: accountId, person_id: personId, hash, expires_at: expiresAt })
    .execute()
}

/** Returns the hash of the deleted invitation. */
export async function deleteInvitation(db: Db, accountId: string, personId: string): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('invitations')
    .where('account_id', '=', accountId)
    .where('person_id', '=', personId)
    .returning('hash')
    .executeTakeFirst()
  return deleted?.hash
}

export async function hasInvitationRow(db: Db, accountId: string, hash: string, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('person_id')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Of two transactions that take an invitation, one gets its person. */
export async function deleteInvitationRow(
  db: Db,
  accountId: string,
  hash: string,
  now: string,
): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('invitations')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()
  return taken?.person_id
}

/** Deletes some expired invitations of an account. Returns their hashes. */
export async function deleteExpiredInvitations(
  db: Db,
  accountId: string,
  now: string,
  rowsMax: number,
): Promise<readonly string[]> {
  const which = sql`account_id = ${accountId} and expires_at <= ${now}`
  return deleteSome(db, { table: 'invitations', which, rowsMax }, 'hash')
}

/** False if the person has signed in before, or is suspended or gone. */
export async function activateInvited(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('people')
    .set({ status: 'active' })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** The id of the person whom the identity provider knows as this. */
export async function findByIdentity(
  db: Db,
  accountId: string,
  { issuer, subject }: StoredIdentity,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.id
}

/** False if the person already has an identity. Fails if another person has this one. */
export async function bindIdentity(
  db: Db,
  accountId: string,
  id: string,
  { issuer, subject }: StoredIdentity,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('people')
    .set({ issuer, subject })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('subject', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

type Row = Pick<Selectable<Schema['people']>, (typeof personColumns)[number]> & { readonly last_seen_at: string | null }

function personOf({ email, projects, created_at, last_seen_at, ...row }: Row): Person {
  return {
    id: row.id,
    name: row.name,
    ...(email !== null && { email }),
    role: row.role,
    ...(projects !== null && { projects: projects.split(' ') }),
    status: row.status,
    createdAt: created_at,
    ...(last_seen_at !== null && { lastSeenAt: last_seen_at }),
  }
}

export const peopleOf: PeoplePort['peopleOf'] = (db, accountId) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'role', 'status'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

export const findPerson: PeoplePort['findPerson'] = (db, accountId, id) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'role', 'status'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
