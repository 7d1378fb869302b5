import { componentSchemas } from './components.ts'
import { describeEvents, eventSchemas } from './events.ts'
import { namedSchemas } from './json-schemas.ts'
import { describePaths } from './operations.ts'
import { tagDocs } from './route-docs.ts'

/** The API description (OpenAPI 3.1), made from the route table, its schemas and its documentation. */
export function describeApi(version: string, basePath = '') {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palate',
      version,
      description: "Stores a team's taste as a profile under version control, and scores new frames against it.",
      contact: { name: 'Palate' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath || '/', description: 'The service that serves this description' }],
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
