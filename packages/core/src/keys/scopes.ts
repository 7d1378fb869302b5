import { Fault } from '../fault.ts'
import type { Scope } from '../route.ts'
import type { Caller } from './access.ts'
import { scopeNames } from './scope-names.ts'

/** Refuses a caller whose key has none of the scopes that allow an operation. */
export function requireScope(caller: Pick<Caller, 'scopes'>, opening: readonly Scope[]): void {
  const { scopes } = caller
  if (scopes === null || opening.some((scope) => scopes.includes(scope))) return
  throw scopeForbidden(`the key needs the scope ${listed(opening)}; it has ${listed(scopes, 'and')}`, opening)
}

/**
 * The scopes of a key that the caller creates: the requested ones, else the caller's own. A key never gets scopes that
 * its creator lacks. Null means all.
 */
export function scopesToGive(
  caller: Pick<Caller, 'scopes'>,
  requested: readonly Scope[] | null,
): readonly Scope[] | null {
  const { scopes } = caller
  const given = requested ?? scopes
  if (given === null) return null
  const missing = scopeNames.filter((scope) => given.includes(scope) && scopes !== null && !scopes.includes(scope))
  if (missing.length > 0) {
    throw scopeForbidden(`the key cannot grant the scope ${listed(missing, 'and')}, which it does not have`, missing)
  }
  return scopeNames.filter((scope) => given.includes(scope))
}

/** A successor has the scopes of the key that it replaces, so its creator must have all of them. */
export function requireScopesOf(caller: Pick<Caller, 'scopes'>, scopes: readonly Scope[] | null): void {
  scopesToGive(caller, scopes ?? scopeNames)
}

function scopeForbidden(detail: string, scopes: readonly Scope[]): Fault {
  return new Fault('scope_forbidden', detail, { members: { scopes } })
}

function listed(scopes: readonly Scope[], word: 'or' | 'and' = 'or'): string {
  const last = scopes.at(-1) ?? ''
  return scopes.length > 1 ? `${scopes.slice(0, -1).join(', ')} ${word} ${last}` : last
}
