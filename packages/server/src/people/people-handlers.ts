import type { IncomingHttpHeaders } from 'node:http'
import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import { requireScope, scopesToGive } from '@palate/core/keys/scopes.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import { type Role, scopesOfRole } from '@palate/core/people/roles.ts'
import {
  type Invitation,
  invitationMs,
  type ListedPerson,
  type Person,
  type PersonPatch,
  peoplePerAccountMax,
} from '@palate/core/people/schema.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Handlers, longRunning } from '../operations.ts'
import { hashSecret, newSecret } from '../platform/secrets.ts'
import { serviceAddress } from '../platform/service-address.ts'
import type { AccountDirectory, KeysOfPeople } from '../ports/keys.ts'
import type { EraseJudgements } from '../ports/profiles.ts'
import type { EnsureProject } from '../ports/projects.ts'
import type { RecordEvents } from '../ports/webhooks.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { listBody } from '../streaming/list-body.ts'
import type { EndAccess } from './end-access.ts'
import type { EndInvitation } from './invitations.ts'
import { requireOwnerAfter } from './owners.ts'
import * as store from './person-store.ts'

interface Parts {
  readonly keys: KeysOfPeople
  readonly directory: AccountDirectory
  readonly ensureProject: EnsureProject
  readonly endInvitation: EndInvitation
  readonly endAccess: EndAccess
  readonly recordEvents: RecordEvents
  readonly eraseJudgements: EraseJudgements
}

/**
 * A person is invited by a link, signs in with it, and from then on acts through sessions and keys that end with the
 * person. Role, projects and status are those of the person's row, which every request reads.
 */
export function peopleHandlers(
  services: Pick<Services, 'newId' | 'config' | 'store' | 'log'>,
  { keys, directory, ensureProject, endInvitation, endAccess, recordEvents, eraseJudgements }: Parts,
): Handlers<'listPeople' | 'createPerson' | 'getPerson' | 'updatePerson' | 'removePerson' | 'invitePerson'> {
  const { newId, config, store: engine } = services

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
    await endInvitation(db, accountId, personId)
    await directory.insertKeyAccount(db, hash, accountId)
    await store.insertInvitation(db, { accountId, personId, hash, expiresAt })
    return { url: `${serviceAddress(config, headers)}/join#code=${code}`, expiresAt }
  }

  /** The person, whom the caller may change, locked. */
  async function readChangeable(db: Db, caller: Caller, id: string): Promise<Person> {
    const person = await readLocked(db, caller, id, true)
    if (isWithin(caller, person)) return person
    throw new Fault('project_forbidden', 'the person has access to projects that you do not have access to')
  }

  async function readLocked(db: Db, caller: Caller, id: string, withOwners: boolean): Promise<Person> {
    requireId(id)
    await store.lockPerson(db, caller.accountId, id, withOwners)
    return read(db, caller, id)
  }

  async function read(db: Db, caller: Caller, id: string): Promise<Person> {
    requireId(id)
    const person = await store.readPerson(db, caller.accountId, id, keys.lastUseOf)
    const isHidden = !caller.person && person?.projects && !person.projects.some((project) => mayUse(caller, project))
    if (!person || isHidden) throw unknownPerson()
    return person
  }

  return {
    async listPeople({ caller, query, db }) {
      const size = pageSize(query.limit)
      const before = query.cursor === undefined ? undefined : personIdIn(query.cursor)
      const projects = caller.person ? null : caller.projects
      const body = await listBody<Person>({
        ...{ name: 'people', size, textOf: (person) => JSON.stringify(shownTo(caller, person)) },
        read: (last, rowsMax) =>
          store.listPeople(db, caller.accountId, keys.lastUseOf, projects, last?.id ?? before, rowsMax),
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

    async getPerson({ caller, params, db }) {
      const person = await read(db, caller, params.id)
      return { body: caller.person?.id === person.id ? person : shownTo(caller, person) }
    },

    async updatePerson({ caller, params, body, db, now }) {
      const { accountId } = caller
      const { name, ...others } = body
      const changesOnlyName = Object.values(others).every((value) => value === undefined)
      const isOwnName = caller.person?.id === params.id && changesOnlyName
      if (!isOwnName) requireScope(caller, ['admin'])
      const person = await (isOwnName
        ? readLocked(db, caller, params.id, false)
        : readChangeable(db, caller, params.id))
      if (body.role !== undefined) requireRole(caller, body.role)
      const projects =
        body.projects === undefined ? person.projects : projectsToGive(caller, body.projects ?? undefined)
      if (body.projects === null && projects)
        throw new Fault('project_forbidden', 'you do not have access to all projects')
      const changed = changedPerson(person, body, projects ?? undefined)
      await requireOwnerAfter(db, accountId, person, changed)
      for (const project of body.projects ?? []) await ensureProject(db, accountId, project, now)
      await store.updatePerson(db, accountId, changed)
      if (changed.name !== person.name) await keys.renameOwnKey(db, { accountId, personId: person.id }, changed.name)
      if (changed.status === 'suspended') await endAccess(db, caller, person.id, now)
      const details = { changed: Object.keys(body).sort(), role: changed.role, status: changed.status }
      return { body: changed, audit: { action: 'person.changed', target: { type: 'person', id: person.id }, details } }
    },

    /** Erasing takes long. It begins when the person cannot judge any more, and can be repeated if it fails. */
    removePerson: longRunning(async ({ caller, params, query, address, requestId, now }) => {
      const { accountId } = caller
      const { judgements = 'keep' } = query
      const isErased = judgements === 'erase'
      const write = <Result>(work: (db: Db) => Promise<Result>) => engine.write(work, { usesReserve: true })
      async function remove(db: Db, { id: personId, name }: Person): Promise<void> {
        // The person before the keys, as above: removals that lock them in another order wait for each other.
        await store.lockPerson(db, accountId, personId, false)
        if (isErased) await keys.anonymize(db, { accountId, personId })
        if (!(await store.deletePerson(db, accountId, personId))) throw unknownPerson()
        const data = { personId, ...(!isErased && { name }), judgements }
        await recordEvents(db, caller, [{ type: 'person.removed', projectId: null, profileId: null, data }], now)
        const target = { type: 'person', id: personId } as const
        const source = { accountId, keyId: caller.keyId, address, requestId }
        await recordAudit(services, db, source, { action: 'person.removed', target, details: { judgements } }, now)
      }
      const removed = await write(async (db) => {
        const person = await readChangeable(db, caller, params.id)
        await requireOwnerAfter(db, accountId, person)
        await endAccess(db, caller, person.id, now)
        if (isErased) await store.updatePerson(db, accountId, { ...person, status: 'suspended' })
        else await remove(db, person)
        return person
      })
      if (isErased) {
        await eraseJudgements({ accountId, personId: removed.id }, caller, now)
        await write((db) => remove(db, removed))
      }
      return { body: { success: true } }
    }),

    async invitePerson({ caller, params, headers, db, now }) {
      const person = await readChangeable(db, caller, params.id)
      // Whoever has the link signs in as the person.
      requireRole(caller, person.role)
      if (person.status === 'suspended') {
        throw new Fault('person_suspended', 'end the suspension before you invite the person again')
      }
      const invitation = await invite(db, caller.accountId, person.id, headers, now)
      const target = { type: 'person', id: person.id } as const
      return {
        body: invitation,
        replay: { expiresAt: invitation.expiresAt },
        audit: { action: 'person.invited', target, details: { role: person.role } },
      }
    },
  }
}

/** Other text may be one that the store does not take. */
function requireId(id: string): void {
  if (!isId('per', id)) throw unknownPerson()
}

function unknownPerson(): Fault {
  return new Fault('person_not_found', 'there is no person with this id')
}

function changedPerson(person: Person, patch: PersonPatch, projects: readonly string[] | undefined): Person {
  const { email: _, projects: __, ...rest } = person
  const email = patch.email === undefined ? person.email : patch.email
  return {
    ...rest,
    ...(patch.name !== undefined && { name: patch.name }),
    ...(email != null && { email }),
    ...(patch.role !== undefined && { role: patch.role }),
    ...(projects && { projects: [...projects] }),
    status: statusAfter(person, patch),
  }
}

/** Somebody who has never signed in stays invited. */
function statusAfter({ status }: Person, patch: PersonPatch): Person['status'] {
  if (patch.status === 'suspended') return 'suspended'
  return patch.status === 'active' && status === 'suspended' ? 'active' : status
}

/** Everybody's name, and the rest to those who may change it. */
function shownTo(caller: Caller, person: Person): ListedPerson {
  const isAdministrator = caller.scopes === null || caller.scopes.includes('admin')
  return isAdministrator && isWithin(caller, person) ? person : { id: person.id, name: person.name }
}

/** Whether the caller has access to all projects that the person has access to. */
function isWithin(caller: Caller, { projects }: Person): boolean {
  return caller.projects === null || (projects?.every((project) => mayUse(caller, project)) ?? false)
}

/** Nobody gives a role with scopes that they do not have. */
function requireRole(caller: Caller, role: Role): void {
  scopesToGive(caller, scopesOfRole(role))
}

/** The projects of a person: the requested ones, else those of the caller. */
function projectsToGive(caller: Caller, wanted: readonly string[] | undefined): readonly string[] | null {
  if (wanted === undefined) return caller.projects
  const forbidden = wanted.find((project) => !mayUse(caller, project))
  if (forbidden !== undefined) throw new Fault('project_forbidden', `the caller has no access to project ${forbidden}`)
  return [...new Set(wanted)]
}

function shown({ email, projects, ...person }: Omit<store.NewPersonRow, 'accountId'>): Person {
  return { ...person, ...(email !== null && { email }), ...(projects !== null && { projects: [...projects] }) }
}

function personIdIn(cursor: string): string {
  const [id = ''] = parseCursor(cursor, 1)
  if (!isId('per', id)) throw badCursor()
  return id
}
