import type { IncomingHttpHeaders } from 'node:http'
import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import { scopesToGive } from '@palate/core/keys/scopes.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import { type Role, scopesOfRole } from '@palate/core/people/roles.ts'
import {
  type Invitation,
  invitationMs,
  type ListedPerson,
  type Person,
  peoplePerAccountMax,
} from '@palate/core/people/schema.ts'
import type { Handlers } from '../operations.ts'
import { isOverHttps } from '../platform/over-https.ts'
import { hashSecret, newSecret } from '../platform/secrets.ts'
import type { AccountDirectory, KeysOfPeople } from '../ports/keys.ts'
import type { EnsureProject } from '../ports/projects.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { listBody } from '../streaming/list-body.ts'
import * as store from './person-store.ts'

interface Parts {
  readonly keys: KeysOfPeople
  readonly directory: AccountDirectory
  readonly ensureProject: EnsureProject
}

/**
 * A person is invited by a link, signs in with it, and from then on acts through sessions and keys that end with the
 * person. Role, projects and status are those of the person's row, which every request reads.
 */
export function peopleHandlers(
  { newId, config }: Pick<Services, 'newId' | 'config'>,
  { keys, directory, ensureProject }: Parts,
): Handlers<'listPeople' | 'createPerson'> {
  /** Another link ends the one before. */
  async function invite(
    db: Db,
    accountId: string,
    personId: string,
    headers: IncomingHttpHeaders,
    now: string,
  ): Promise<Required<Invitation>> {
    const code = newSecret()
    const hash = hashSecret(code)
    const expiresAt = new Date(Date.parse(now) + invitationMs).toISOString()
    await directory.insertKeyAccount(db, hash, accountId)
    await store.replaceInvitation(db, { accountId, personId, hash, expiresAt })
    return { url: `${config.publicUrl ?? addressIn(headers) + config.basePath}/join#code=${code}`, expiresAt }
  }

  return {
    async listPeople({ caller, query, db }) {
      const isAdministrator = mayAdminister(caller)
      if (!isAdministrator && !caller.person) scopesToGive(caller, ['admin'])
      const size = pageSize(query.limit)
      const before = query.cursor === undefined ? undefined : personIdIn(query.cursor)
      const body = await listBody<Person>({
        ...{ name: 'people', size },
        textOf: (person) => JSON.stringify(isAdministrator ? person : namedOnly(person)),
        read: (last, rowsMax) => store.listPeople(db, caller.accountId, keys.lastUseOf, last?.id ?? before, rowsMax),
        cursorOf: ({ id }) => formatCursor([id]),
      })
      return { body }
    },

    async createPerson({ caller, body, headers, db, now }) {
      const { accountId } = caller
      requireRole(caller, body.role)
      const projects = projectsToGive(caller, body.projects)
      if ((await store.countPeople(db, accountId)) >= peoplePerAccountMax) {
        throw new Fault('too_many_people', `an account has at most ${peoplePerAccountMax} people`)
      }
      for (const project of projects ?? []) await ensureProject(db, accountId, project, now)
      const { name, email = null, role } = body
      const row = { id: newId('per'), name, email, role, projects, status: 'invited', createdAt: now } as const
      await store.insertPerson(db, { accountId, ...row })
      await keys.insertOwnKey(db, { accountId, personId: row.id, name }, now)
      const person = shown(row)
      const invitation = await invite(db, accountId, person.id, headers, now)
      return {
        body: { person, invitation },
        replay: { person, invitation: { expiresAt: invitation.expiresAt } },
        headers: { location: `/api/people/${person.id}` },
        audit: {
          action: 'person.invited',
          target: { type: 'person', id: person.id },
          details: { role, ...(projects && { projects }) },
        },
      }
    },
  }
}

function mayAdminister({ scopes }: Caller): boolean {
  return scopes === null || scopes.includes('admin')
}

function namedOnly({ id, name }: Person): ListedPerson {
  return { id, name }
}

/** Nobody gives a role with scopes that they do not have. */
function requireRole(caller: Caller, role: Role): void {
  scopesToGive(caller, scopesOfRole(role))
}

/** The projects of a person: the requested ones, else those of the caller. */
function projectsToGive(caller: Caller, wanted: readonly string[] | undefined): readonly string[] | null {
  if (wanted === undefined) return caller.projectId === null ? null : [caller.projectId]
  const forbidden = wanted.find((project) => !mayUse(caller, project))
  if (forbidden !== undefined) throw new Fault('project_forbidden', `the caller has no access to project ${forbidden}`)
  return [...new Set(wanted)]
}

function shown({ email, projects, ...person }: Omit<store.NewPersonRow, 'accountId'>): Person {
  return { ...person, ...(email !== null && { email }), ...(projects !== null && { projects: [...projects] }) }
}

/** Where the client reaches the service, for a link that only this client gets. */
function addressIn(headers: IncomingHttpHeaders): string {
  return `${isOverHttps(headers) ? 'https' : 'http'}://${headers.host ?? 'localhost'}`
}

function personIdIn(cursor: string): string {
  const [id = ''] = parseCursor(cursor, 1)
  if (!isId('per', id)) throw badCursor()
  return id
}
