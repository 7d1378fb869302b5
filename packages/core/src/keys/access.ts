import { Fault } from '../fault.ts'
import type { Role } from '../people/roles.ts'
import type { Scope } from '../route.ts'

/** The authenticated caller: an account, through a key that may be limited to projects and scopes, or a person. */
export interface Caller {
  readonly accountId: string
  readonly keyId: string
  readonly keyName: string
  /** The projects that it is limited to; null for all. Only a person can be limited to several. */
  readonly projects: readonly string[] | null
  readonly expiresAt: string | null
  /** Null means all scopes. */
  readonly scopes: readonly Scope[] | null
  /** For a session: the hash of its token. */
  readonly session?: string
  /** The person who is signed in, or whose key it is. */
  readonly person?: CallerPerson
  /** Whether it is the person's own session, not one of a key. */
  readonly isPersonSession?: boolean
}

export interface CallerPerson {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** The person who must not see how others judged a picture before they have judged it: whoever only judges. */
export function blindJudge({ person }: Pick<Caller, 'person'>): string | undefined {
  return person?.role === 'judge' ? person.id : undefined
}

/** Whether the caller's key has access to this project. */
export function mayUse(caller: Caller, projectId: string): boolean {
  return caller.projects === null || caller.projects.includes(projectId)
}

/** The project of something new: the named one, if the caller has access to it, else the caller's only one. */
export function projectFor<Named extends string | undefined>(caller: Caller, named: Named): Named | string {
  if (named !== undefined) return requireProject(caller, named)
  if (caller.projects === null) return named
  const [only, ...others] = caller.projects
  if (only && others.length === 0) return only
  throw new Fault(
    'project_forbidden',
    `name one of the projects that you have access to: ${caller.projects.join(', ')}`,
  )
}

/** The projects of a list: the named one, if the caller has access to it, else all of the caller's. Null means all. */
export function projectsFor(caller: Caller, named: string | undefined): readonly string[] | null {
  return named === undefined ? caller.projects : [requireProject(caller, named)]
}

function requireProject(caller: Caller, projectId: string): string {
  if (mayUse(caller, projectId)) return projectId
  throw new Fault('project_forbidden', `there is no access to project ${projectId}`)
}

/** A key never outlives the key that created it. */
export function capExpiry(caller: Caller, wanted: string | null): string | null {
  if (caller.expiresAt === null) return wanted
  return wanted === null || wanted > caller.expiresAt ? caller.expiresAt : wanted
}

export interface KeyState {
  readonly expiresAt: string | null
  /** Can be in the future: a rotated key works until then. */
  readonly revokedAt: string | null
  /** The person whose key it is was suspended or removed. */
  readonly isOfFormerPerson?: boolean
}

/** A session with its key. */
export interface KeySession extends Caller, KeyState {
  /** Hash of the session token. */
  readonly session: string
  readonly sessionExpiresAt: string
  /** Whether the browser uses https. */
  readonly isSecure: boolean
}

/** Why a key is no longer valid; undefined if it is. */
export function keyFaultOf(key: KeyState, now: string): 'revoked_api_key' | 'expired_api_key' | undefined {
  if (key.isOfFormerPerson) return 'revoked_api_key'
  if (key.revokedAt !== null && key.revokedAt <= now) return 'revoked_api_key'
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired_api_key'
  return undefined
}
