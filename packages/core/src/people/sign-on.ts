import { nameCharactersMax } from '../fields.ts'
import { higherRole, type Role, roleNames } from './roles.ts'
import { emailCharactersMax } from './schema.ts'

/** Which role a group of the identity provider has, and in which projects. */
export interface RoleRule {
  /** Null for everybody. */
  readonly group: string | null
  readonly role: Role
  /** Null for all. */
  readonly projects: readonly string[] | null
}

export interface Rights {
  readonly role: Role
  readonly projects: readonly string[] | null
}

type Claims = Readonly<Record<string, unknown>>

/** Parses `group=role` pairs: `designers=editor, leads=owner, agency=judge@site+shop, *=viewer`. */
export function parseRoleRules(text: string): readonly RoleRule[] {
  const pairs = text.split(',').map((pair) => pair.trim())
  return pairs.filter((pair) => pair !== '').map(parseRoleRule)
}

function parseRoleRule(pair: string): RoleRule {
  const [, group = '', name = '', projects] = /^(.+)=([a-z]+)(?:@([A-Za-z0-9._:+-]+))?$/.exec(pair) ?? []
  const role = roleNames.find((one) => one === name)
  const named = projects?.split('+') ?? null
  if (!role || named?.some((project) => !/^[A-Za-z0-9._:-]{1,128}$/.test(project))) throw new RangeError('not a rule')
  return { group: group.trim() === '*' ? null : group.trim(), role, projects: named }
}

/**
 * The highest role that one of the groups has, in the projects of that role's rules. A lower role in other projects does
 * not count, because a person has one role.
 */
export function rightsOf(groups: readonly string[], rules: readonly RoleRule[]): Rights | undefined {
  const matching = rules.filter(({ group }) => group === null || groups.includes(group))
  const [first, ...others] = matching
  if (!first) return undefined
  const role = others.reduce<Role>((highest, rule) => higherRole(highest, rule.role), first.role)
  const projects = matching.filter((rule) => rule.role === role).map((rule) => rule.projects)
  const named = projects.flatMap((some) => some ?? [])
  return { role, projects: projects.includes(null) ? null : [...new Set(named)] }
}

/** The groups in a claim: a list or a single name. The claim may be a path, such as `realm_access.roles`. */
export function groupsIn(claims: Claims, claim: string): readonly string[] {
  const value = claims[claim] ?? memberAt(claims, claim.split('.'))
  return [value].flat().filter((group) => typeof group === 'string')
}

function memberAt(claims: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return claims
  if (typeof claims !== 'object' || claims === null || !Object.hasOwn(claims, name)) return undefined
  return memberAt((claims as Claims)[name], rest)
}

/** What a new person is called. Everybody may change their own name later. */
export function nameIn(claims: Claims, subject: string): string {
  const names = [claims.name, claims.preferred_username, claims.email, subject]
  const [name = 'Somebody'] = names.filter((one) => typeof one === 'string' && one.trim() !== '') as string[]
  return Array.from(name.trim().toWellFormed().replaceAll('\0', '')).slice(0, nameCharactersMax).join('')
}

export function emailIn({ email }: Claims): string | undefined {
  const isAddress =
    typeof email === 'string' &&
    email.length <= emailCharactersMax &&
    /^[^\s@\0]+@[^\s@\0]+$/.test(email) &&
    email.isWellFormed()
  return isAddress ? email : undefined
}
