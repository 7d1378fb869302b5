import { z } from 'zod'
import { Success } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import type { peopleRoutes } from './people-routes.ts'
import {
  Invitation,
  InvitedPerson,
  judgementFates,
  ListedPerson,
  NewPerson,
  Person,
  PersonPatch,
  peoplePerAccountMax,
} from './schema.ts'

const person = {
  id: 'per_019cb1c2d03e7d9fa1460b8857ec2f21',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'editor',
  projects: ['studio'],
  status: 'invited',
  createdAt: '2026-03-02T09:00:00.000Z',
} as const
const byPersonId = z.object({ id: z.string().meta({ description: 'Id of the person' }) })
const invitation = {
  url: 'https://palate.example.com/join#code=EXAMPLE0000000000000000000000000000000000000',
  expiresAt: '2026-03-09T09:00:00.000Z',
}

export const peopleOperations = {
  listPeople: operation(
    { query: z.object(pageQuery), reply: z.object({ people: z.array(ListedPerson), nextCursor }) },
    {
      summary: 'List the people of the account, newest first',
      description:
        'Needs the scope `admin`. A person without it, and a key of such a person, get everybody’s `id` and `name`.',
      faults: [],
      answers: { 200: 'A page of people' },
      examples: {
        reply: { people: [{ ...person, status: 'active', lastSeenAt: '2026-03-04T16:40:12.000Z' }] },
      },
    },
  ),

  createPerson: operation(
    { body: NewPerson, reply: InvitedPerson },
    {
      summary: 'Invite a person',
      description: `Only this response contains the link, which signs the person in once, within seven days. Nobody can give a role or a project that they do not have. Without \`projects\`, the person is limited as the caller is. An account has at most ${peoplePerAccountMax} people.`,
      faults: ['project_forbidden', 'too_many_people'],
      answers: { 201: 'The person was invited' },
      examples: {
        body: { name: person.name, email: person.email, role: person.role, projects: person.projects },
        reply: { person: { ...person, projects: [...person.projects] }, invitation },
      },
    },
  ),

  getPerson: operation(
    { params: byPersonId, reply: ListedPerson },
    {
      summary: 'Get a person',
      description:
        'Everything with the scope `admin`, and about oneself. Of somebody else, a person without it gets `id` and `name`.',
      faults: ['person_not_found'],
      answers: { 200: 'The person' },
      examples: { reply: { ...person, projects: [...person.projects] } },
    },
  ),

  updatePerson: operation(
    { params: byPersonId, body: PersonPatch, reply: Person },
    {
      summary: 'Change a person',
      description:
        'A change takes effect on the next request of the person, and ends open streams. Needs the scope `admin`, but everybody may change their own `name`. Nobody can give a role or a project that they do not have.',
      faults: ['person_not_found', 'project_forbidden', 'last_owner'],
      answers: { 200: 'The changed person' },
      examples: {
        body: { role: 'owner', projects: null },
        reply: { ...person, role: 'owner', projects: undefined, status: 'active' },
      },
    },
  ),

  removePerson: operation(
    {
      params: byPersonId,
      query: z.object({
        judgements: z.enum(judgementFates).optional().meta({
          description:
            '`keep` (the default) keeps what the person judged. `erase` removes it from the working changes, commits its removal on every branch of every profile, and removes the person’s name from what they made',
        }),
      }),
      reply: Success,
    },
    {
      summary: 'Remove a person',
      description: 'Ends the person’s sessions, keys, open streams and links at once. This cannot be undone.',
      faults: ['person_not_found', 'project_forbidden', 'last_owner'],
      answers: { 200: 'The person was removed' },
      examples: { reply: { success: true } },
    },
  ),

  invitePerson: operation(
    { params: byPersonId, reply: Invitation },
    {
      summary: 'Create another invitation for a person',
      description: 'Ends the one before. The link signs the person in once, within seven days.',
      faults: ['person_not_found', 'project_forbidden', 'person_suspended'],
      answers: { 201: 'The invitation' },
      examples: { reply: invitation },
    },
  ),
} satisfies OperationsFor<typeof peopleRoutes>
