import { scopeNames } from '../keys/scope-names.ts'
import type { Scope } from '../route.ts'

/** From the fewest rights to all of them. */
export const roleNames = ['viewer', 'judge', 'editor', 'owner'] as const
export type Role = (typeof roleNames)[number]

const scopesByRole = {
  viewer: ['read', 'score'],
  judge: ['read', 'score', 'teach'],
  editor: ['read', 'score', 'teach', 'write'],
  owner: scopeNames,
} as const satisfies Record<Role, readonly Scope[]>

export function scopesOfRole(role: Role): readonly Scope[] {
  return scopesByRole[role]
}

/** What a key of a person may do: no more than the key and no more than the role. Null means all scopes. */
export function scopesWithin(scopes: readonly Scope[] | null, role: Role): readonly Scope[] | null {
  if (role === 'owner') return scopes
  const allowed: readonly Scope[] = scopesByRole[role]
  return scopes === null ? allowed : allowed.filter((scope) => scopes.includes(scope))
}

/** No project has this id. It keeps lists of projects from being empty, which SQL does not allow. */
const noProject = ''

/** What a person or key limited to some projects keeps of others. Null means all projects. */
export function projectsWithin(
  projects: readonly string[] | null,
  others: readonly string[] | null,
): readonly string[] | null {
  if (projects === null || others === null) return projects ?? others
  const both = projects.filter((project) => others.includes(project))
  return both.length > 0 ? both : [noProject]
}

export function higherRole(a: Role, b: Role): Role {
  return roleNames.indexOf(a) < roleNames.indexOf(b) ? b : a
}
