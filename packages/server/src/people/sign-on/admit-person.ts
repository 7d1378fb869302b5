import { Fault } from '@palate/core/fault.ts'
import { unauthorized } from '@palate/core/keys/refusals.ts'
import { type Person, peoplePerAccountMax } from '@palate/core/people/schema.ts'
import { emailIn, nameIn, type Rights } from '@palate/core/people/sign-on.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { KeysOfPeople, SignInRequest } from '../../ports/keys.ts'
import type { Invitations } from '../../ports/people.ts'
import type { EnsureProject } from '../../ports/projects.ts'
import type { RecordEvents } from '../../ports/webhooks.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { joinedEvent } from '../invitations.ts'
import { requireOwnerAfter } from '../owners.ts'
import * as store from '../person-store.ts'
import type { Identity } from './identity-provider.ts'

interface Parts {
  readonly keys: KeysOfPeople
  readonly invitations: Invitations
  readonly ensureProject: EnsureProject
  readonly recordEvents: RecordEvents
}

/** Somebody whom the identity provider has signed in, with the rights that their groups have. */
export interface Admission {
  readonly accountId: string
  readonly identity: Identity
  readonly rights: Rights
  /** The code of the invitation that they came with. */
  readonly invitation: string | undefined
}

/**
 * Finds or creates the person of an identity, which is issuer and subject, never an e-mail address. Their role and
 * projects become those of their groups. An invitation binds its person to the identity. Undefined if another request
 * has just created the person: try again.
 */
export function createAdmitPerson(
  services: Pick<Services, 'newId' | 'store' | 'log'>,
  { keys, invitations, ensureProject, recordEvents }: Parts,
) {
  return async function admit(db: Db, admission: Admission, request: SignInRequest): Promise<string | undefined> {
    const { accountId, identity, rights } = admission
    for (const project of rights.projects ?? []) await ensureProject(db, accountId, project, request.now)
    const id = await store.findByIdentity(db, accountId, identity)
    if (id !== undefined) return readmit(db, admission, id, request)
    if (admission.invitation !== undefined) return admitInvited(db, admission, admission.invitation, request)
    return admitNew(db, admission, request)
  }

  async function readmit(db: Db, { accountId, rights }: Admission, id: string, request: SignInRequest) {
    await store.lockPerson(db, accountId, id, true)
    const person = await store.readPerson(db, accountId, id, keys.lastUseOf)
    // Removed by another request: the next attempt finds nobody.
    if (!person) return undefined
    if (person.status === 'suspended') throw suspended()
    await setRights(db, accountId, person, rights, request)
    return id
  }

  async function admitInvited(
    db: Db,
    { accountId, identity, rights }: Admission,
    code: string,
    request: SignInRequest,
  ) {
    const invited = await invitations.takeInvitation(db, hashSecret(code), request.now)
    if (invited?.accountId !== accountId) throw unknownInvitation()
    const { personId } = invited
    await store.lockPerson(db, accountId, personId, true)
    // Somebody who has signed in with another identity stays who they are.
    if (!(await store.bindIdentity(db, accountId, personId, identity))) throw unknownInvitation()
    const person = await store.readPerson(db, accountId, personId, keys.lastUseOf)
    if (!person) throw unknownInvitation()
    const email = emailIn(identity.claims)
    await setRights(db, accountId, { ...(email !== undefined && { email }), ...person }, rights, request)
    return personId
  }

  async function admitNew(db: Db, { accountId, identity, rights }: Admission, request: SignInRequest) {
    const { now, requestId, address } = request
    if ((await store.countPeople(db, accountId)) >= peoplePerAccountMax) {
      throw new Fault('too_many_people', `an account has at most ${peoplePerAccountMax} people`)
    }
    const { subject, claims } = identity
    const [id, name, email = null] = [services.newId('per'), nameIn(claims, subject), emailIn(claims)]
    const row = { accountId, id, name, email, ...rights, status: 'active', createdAt: now, identity } as const
    if (!(await store.insertPerson(db, row))) return undefined
    await keys.insertOwnKey(db, { accountId, personId: id, name }, now)
    const own = { id, name, ...rights }
    await recordEvents(db, { accountId, ...keys.authorOf(own) }, [joinedEvent(own)], now)
    const source = { accountId, keyId: keys.authorOf(own).keyId, requestId, address }
    const details = { role: rights.role, ...(rights.projects && { projects: rights.projects }) }
    await recordAudit(services, db, source, { action: 'person.joined', target: { type: 'person', id }, details }, now)
    return id
  }

  async function setRights(db: Db, accountId: string, person: Person, rights: Rights, request: SignInRequest) {
    const { projects: _, ...rest } = person
    const changed = { ...rest, role: rights.role, ...(rights.projects && { projects: [...rights.projects] }) }
    const members = (['projects', 'role'] as const).filter(
      (member) => JSON.stringify(person[member]) !== JSON.stringify(changed[member]),
    )
    await requireOwnerAfter(db, accountId, person, changed)
    await store.updatePerson(db, accountId, changed)
    if (members.length === 0) return
    const { requestId, address, now } = request
    const source = { accountId, keyId: keys.authorOf(person).keyId, requestId, address }
    const details = { changed: members, role: changed.role, status: changed.status }
    const target = { type: 'person', id: person.id } as const
    await recordAudit(services, db, source, { action: 'person.changed', target, details }, now)
  }
}

function suspended(): Fault {
  return new Fault('person_suspended', 'the person is suspended')
}

function unknownInvitation(): Fault {
  return unauthorized('invalid_code', 'the invitation is unknown, already used or expired: ask for another')
}
