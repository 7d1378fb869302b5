import { Fault } from '../fault.ts'
import type { Role } from '../people/roles.ts'
import type { Scope } from '../route.ts'

/** The authenticated caller: an account, through a key that may be limited to one project and to some scopes. */
export interface Caller {
  readonly accountId: string
  readonly keyId: string
  readonly keyName: string
  readonly projectId: string | null
  readonly expiresAt: string | null
  /** Null means all scopes. */
  readonly scopes: readonly Scope[] | null
  /** For a session: the hash of its token. */
  readonly session?: string
  /** The person who is signed in, or whose key it is. */
  readonly person?: CallerPerson
}

export interface CallerPerson {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** Whether the caller's key has access to this project. */
export function mayUse(caller: Caller, projectId: string): boolean {
  return caller.projectId === null || caller.projectId === projectId
}

/** The project to use: the named one, if the key has access to it, else the one that the key is limited to. */
export function projectFor<Named extends string | undefined>(caller: Caller, named: Named): Named | string {
  if (named === undefined) return caller.projectId ?? named
  if (!mayUse(caller, named)) throw new Fault('project_forbidden', `the key has no access to project ${named}`)
  return named
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
