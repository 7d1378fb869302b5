import { Fault } from '@palate/core/fault.ts'
import { once } from '@palate/core/generic/once.ts'
import type { describeApi } from '@palate/core/openapi/openapi.ts'
import type { Handlers } from '../operations.ts'
import { findFailures, type ReadinessCheck, reasonsOf } from '../platform/readiness.ts'

export function serviceHandlers(
  checks: readonly ReadinessCheck[],
  basePath = '',
): Handlers<'health' | 'readiness' | 'apiDescription' | 'apiPage'> {
  // Buffers that all responses share.
  const documents = once(async () => {
    const { description, page } = await import('./api-documents/api-documents.ts')
    return { description: Buffer.from(behind(basePath, description)), page: Buffer.from(page) }
  })
  return {
    health: async () => ({ body: { status: 'ok' } }),
    async readiness({ query }) {
      const failures = await findFailures(checks)
      const members = { ...(failures.length > 0 && { checks: reasonsOf(failures) }) }
      const severe = failures.filter(({ concerns }) => concerns !== 'part')
      if (severe.length === 0) return { body: { status: 'ready', ...members } }
      const cause = severe.some(({ concerns }) => concerns === 'process') ? 'process' : 'dependency'
      if (cause === 'dependency' && query.ignore === 'dependencies') {
        return { body: { status: 'dependency_down', ...members } }
      }
      throw new Fault('unavailable', severe.map(({ reason }) => reason).join('; '), { members: { ...members, cause } })
    },
    apiDescription: async () => ({ body: (await documents()).description }),
    apiPage: async () => ({
      body: (await documents()).page,
      headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
    }),
  }
}

/** The description of a service whose operations have a base path. */
function behind(basePath: string, description: string): string {
  if (basePath === '') return description
  const api: Description = JSON.parse(description)
  return JSON.stringify({ ...api, servers: api.servers.map((server) => ({ ...server, url: basePath })) })
}

type Description = ReturnType<typeof describeApi>
