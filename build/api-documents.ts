import * as documents from '@palate/server/http/api-documents/api-documents.ts'
import type { Plugin } from 'rolldown'
import { inRepository } from './plan.ts'

/** Describes the API now, which a running service would need 100 ms of its event loop for. */
export function apiDocuments(): Plugin {
  const path = inRepository('packages/server/src/http/api-documents/api-documents.ts')
  const code = Object.entries(documents).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)}`)
  return { name: 'api-documents', load: (id) => (id === path ? code.join('\n') : null) }
}
