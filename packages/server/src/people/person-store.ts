import type { Role } from '@palate/core/people/roles.ts'
import type { Person } from '@palate/core/people/schema.ts'
import { type Selectable, sql } from 'kysely'
import type { KeysOfPeople } from '../ports/keys.ts'
import type { PeoplePort } from '../ports/people.ts'
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
}

export async function insertPerson(db: Db, person: NewPersonRow): Promise<void> {
  await db
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
    })
    .execute()
}

/** Newest first: ids sort by time. */
export async function listPeople(
  db: Db,
  accountId: string,
  lastUseOf: KeysOfPeople['lastUseOf'],
  before: string | undefined,
  limit: number,
): Promise<readonly Person[]> {
  let query = db.selectFrom('people').select(personColumns).where('account_id', '=', accountId)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query
    .select(lastUseOf({ accountId, personId: sql.ref('people.id') }).as('last_seen_at'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(personOf)
}

export async function countPeople(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('people')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function replaceInvitation(
  db: Db,
  { accountId, personId, hash, expiresAt }: Record<'accountId' | 'personId' | 'hash' | 'expiresAt', string>,
): Promise<void> {
  await db
    .insertInto('invitations')
    .values({ account_id: accountId, person_id: personId, hash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'person_id']).doUpdateSet({ hash, expires_at: expiresAt }),
    )
    .execute()
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
