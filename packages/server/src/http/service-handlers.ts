import { Fault } from '@palate/core/fault.ts'
import { once } from '@palate/core/generic/once.ts'
import type { describeApi } from '@palate/core/openapi/openapi.ts'
import type { Handlers } from '../operations.ts'
import { failedChecks, type ReadinessCheck } from '../platform/readiness.ts'

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
    async readiness() {
      const failed = await failedChecks(checks)
      const reasons = Object.values(failed)
      if (reasons.length === 0) return { body: { status: 'ready' } }
      throw new Fault('unavailable', reasons.join('; '), { members: { checks: failed } })
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
