import { z } from 'zod'
import { nextCursor, pageQuery } from '../page.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import type { peopleRoutes } from './people-routes.ts'
import { InvitedPerson, ListedPerson, NewPerson, peoplePerAccountMax } from './schema.ts'

const person = {
  id: 'per_019cb1c2d03e7d9fa1460b8857ec2f21',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'editor',
  projects: ['studio'],
  status: 'invited',
  createdAt: '2026-03-02T09:00:00.000Z',
} as const
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
} satisfies OperationsFor<typeof peopleRoutes>
