import { Fault } from '@palate/core/fault.ts'
import type { Handlers } from '../operations.ts'
import { failedChecks, type ReadinessCheck } from '../platform/readiness.ts'
import { createApiDocuments } from './api-documents/api-documents.ts'

export function serviceHandlers(
  version: string,
  checks: readonly ReadinessCheck[],
  basePath = '',
): Handlers<'health' | 'readiness' | 'apiDescription' | 'apiPage'> {
  const documents = createApiDocuments(version, basePath)
  return {
    health: async () => ({ body: { status: 'ok' } }),
    async readiness() {
      const failed = await failedChecks(checks)
      const reasons = Object.values(failed)
      if (reasons.length === 0) return { body: { status: 'ready' } }
      throw new Fault('unavailable', reasons.join('; '), { members: { checks: failed } })
    },
    apiDescription: async () => ({ body: Buffer.from((await documents()).description.buffer) }),
    apiPage: async () => ({
      body: Buffer.from((await documents()).page.buffer),
      headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
    }),
  }
}
