import type { Tag } from '../route.ts'
import { componentSchemas } from './components.ts'
import { describeEvents, eventSchemas } from './events.ts'
import { namedSchemas } from './json-schemas.ts'
import { describePaths } from './operations.ts'

/** The API description (OpenAPI 3.1), made from the route table, its schemas and its documentation. */
export function describeApi(version: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palate',
      version,
      description: "Stores a team's taste as a profile under version control, and scores new frames against it.",
      contact: { name: 'Palate' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that serves this description' }],
    tags: Object.entries(tagDocs).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths: describePaths(),
    webhooks: describeEvents(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `plt_…`. A key limited to scopes needs one of those that the operation lists.',
        },
      },
      schemas: {
        ...namedSchemas(componentSchemas.input, 'input'),
        ...namedSchemas({ ...componentSchemas.output, ...eventSchemas }, 'output'),
      },
    },
  }
}

const tagDocs: Readonly<Record<Tag, string>> = {
  Profiles: 'Taste profiles: create, read, update, delete, export and import.',
  History: 'Versions and branches of a profile: list, compare and merge.',
  Teaching: 'Add judgements to a profile, within its budget.',
  Scoring: 'Score frames against a profile, directly or in batches, and see what a profile has learned.',
  Frames: 'The frame library (pictures that the service stores) and thumbnails of other pictures.',
  Boards: 'Named, ordered sets of pictures of the library, with captions and a layout.',
  Shares: 'Links to an overview or a scoring result that need no key, and the answers of their visitors.',
  Webhooks: 'Subscriptions to events, deliveries, and failed deliveries.',
  Events: 'The event log, event types and alert rules.',
  'API keys': 'Create, list, rotate and revoke API keys.',
  People: 'The people of an account: invite them, change them, remove them.',
  Audit: 'What was done in the account, by whom, from where.',
  Projects: 'The projects of an account.',
  Session: 'Sign in with a session cookie instead of an API key, as the dashboard does.',
  Service: 'Health checks, status, this description, and tools for agents.',
}
