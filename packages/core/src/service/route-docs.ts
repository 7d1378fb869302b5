import type { DocsFor } from '../route-types.ts'
import type { serviceSchemas } from './route-schemas.ts'

export const serviceDocs = {
  health: {
    summary: 'Check that the process is up',
    description: 'A liveness check: it does not touch the store.',
    faults: [],
    answers: { 200: 'The process is up' },
    examples: { reply: { status: 'ok' } },
  },
  readiness: {
    summary: 'Check that the service is ready',
    description:
      'A readiness check: the store answers and has room, a built-in picture was scored at the start, and the workers that read pictures are not stuck. Otherwise `checks` names what fails.',
    faults: ['unavailable'],
    answers: { 200: 'The service is ready' },
    examples: { reply: { status: 'ready' } },
  },
  apiDescription: {
    summary: 'Read this description (OpenAPI 3.1)',
    description: 'Describes every operation and every event. It changes only with the version of the service.',
    faults: [],
    answers: { 200: 'The description' },
    examples: { reply: { openapi: '3.1.0' } },
  },
  apiPage: {
    summary: 'Read this description as a page',
    description: 'The same description as HTML, for people.',
    faults: [],
    answers: { 200: 'The page' },
    examples: { text: { 'text/html; charset=utf-8': '<!doctype html>' } },
  },
} as const satisfies DocsFor<typeof serviceSchemas>
