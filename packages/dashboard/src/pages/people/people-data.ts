import type { ListedPerson, NewPerson, Person } from '@palate/client'
import { type Role, roleNames, scopesOfRole } from '@palate/core/people/roles.ts'
import { mayAny, useSession } from '../../api/session.ts'

export interface PersonAction {
  readonly what: 'change' | 'invite' | 'suspend' | 'remove'
  readonly person: Person
}

export const roleLabels: Readonly<Record<Role, { readonly label: string; readonly hint: string }>> = {
  viewer: { label: 'Viewer', hint: 'Sees everything but keys, and scores pictures.' },
  judge: { label: 'Judge', hint: 'Also judges, without seeing how others judged a picture before.' },
  editor: { label: 'Editor', hint: 'Also creates, saves, merges and deletes profiles.' },
  owner: { label: 'Owner', hint: 'Also manages people, keys, webhooks and the audit log.' },
}

export const statusLabels: Readonly<Record<Person['status'], string>> = {
  invited: 'Invited',
  active: 'Active',
  suspended: 'Suspended',
}

/** The roles that the session can give: nobody gives rights that they do not have. */
export function useRolesToGive(): readonly Role[] {
  const scopes = useSession().data?.scopes
  return roleNames.filter((role) => scopesOfRole(role).every((scope) => mayAny(scopes, [scope])))
}

/** The projects that the session is limited to; undefined if it is not. */
export function useOwnProjects(): readonly string[] | undefined {
  const session = useSession().data
  return session?.projects ?? (session?.projectId == null ? undefined : [session.projectId])
}

/** Everything about the person is known, so the session may change them. */
export function isWhole(person: ListedPerson): person is Person {
  return person.role !== undefined && person.status !== undefined && person.createdAt !== undefined
}

export type PersonFields = Pick<NewPerson, 'name' | 'role'> & {
  readonly email: string
  /** Undefined for every project. */
  readonly projects: readonly string[] | undefined
}
