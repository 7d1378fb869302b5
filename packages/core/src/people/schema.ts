import { z } from 'zod'
import { characters, Name, ProjectId, Timestamp } from '../fields.ts'
import { listOf } from '../lists.ts'
import { roleNames } from './roles.ts'

/** Suspended ones included. */
export const peoplePerAccountMax = 1000
export const projectsPerPersonMax = 100
export const emailCharactersMax = 254
/** How long the link of an invitation works. */
export const invitationMs = 7 * 24 * 3600 * 1000

const Role = z.enum(roleNames).meta({
  description:
    '`viewer`: the scopes `read` and `score`; `judge`: also `teach`; `editor`: also `write`; `owner`: also `admin`',
})

/** Only shown: Palate sends no mail. */
const Email = z
  .string()
  .trim()
  .pipe(characters(3, emailCharactersMax).regex(/^[^\s@]+@[^\s@]+$/, { error: 'must be an e-mail address' }))
  .meta({ minLength: 3, maxLength: emailCharactersMax })

/** Duplicates are removed. */
const Projects = listOf(ProjectId, { min: 1, max: projectsPerPersonMax }).meta({
  description: 'The projects that the person is limited to; all if absent',
})

export const statusNames = ['invited', 'active', 'suspended'] as const

export const Person = z.object({
  id: z.string(),
  name: Name,
  email: z.string().optional(),
  role: Role,
  projects: z.array(ProjectId).optional(),
  status: z.enum(statusNames).meta({ description: '`invited` until the person has signed in' }),
  createdAt: Timestamp,
  lastSeenAt: Timestamp.optional().meta({ description: 'Absent until the person has signed in' }),
})
export type Person = Readonly<z.infer<typeof Person>>

/** What everybody may read of a person, and what administrators read. */
export const ListedPerson = Person.partial().required({ id: true, name: true }).meta({
  description: 'Without the scope `admin`, only `id` and `name`',
})
export type ListedPerson = Readonly<z.infer<typeof ListedPerson>>

export const NewPerson = z.object({ name: Name, email: Email.optional(), role: Role, projects: Projects.optional() })
export type NewPerson = z.infer<typeof NewPerson>

export const PersonPatch = z.object({
  name: Name.optional(),
  email: Email.nullable().optional().meta({ description: 'Null removes it' }),
  role: Role.optional(),
  projects: Projects.nullable().optional().meta({ description: 'Null gives access to all projects' }),
  status: z.enum(['active', 'suspended']).optional().meta({
    description:
      '`suspended` ends the person’s sessions, keys, links and invitation. `active` ends a suspension: the person can be invited and sign in again',
  }),
})
export type PersonPatch = z.infer<typeof PersonPatch>

/** What becomes of a removed person's judgements. */
export const judgementFates = ['keep', 'erase'] as const

export const Invitation = z.object({
  url: z.string().optional().meta({
    description:
      'Signs in once. Its code is in the fragment, which browsers do not send. Absent from a replayed response',
  }),
  expiresAt: Timestamp,
})
export type Invitation = Readonly<z.infer<typeof Invitation>>

export const InvitedPerson = z.object({ person: Person, invitation: Invitation })
