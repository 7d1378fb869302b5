import { Fault } from '@palate/core/fault.ts'
import type { Handlers } from '../operations.ts'
import { failedChecks, type ReadinessCheck } from '../readiness.ts'

export function serviceHandlers(
  version: string,
  checks: readonly ReadinessCheck[],
): Handlers<'health' | 'readiness' | 'apiDescription' | 'apiPage'> {
  const description = once(async () => (await import('@palate/core/openapi.ts')).describeApi(version))
  const descriptionBytes = once(async () => Buffer.from(JSON.stringify(await description())))
  const page = once(async () => Buffer.from((await import('./docs.ts')).renderDocs(await description())))
  return {
    health: async () => ({ body: { status: 'ok' } }),
    async readiness() {
      const failed = await failedChecks(checks)
      const reasons = Object.values(failed)
      if (reasons.length === 0) return { body: { status: 'ready' } }
      throw new Fault('unavailable', reasons.join('; '), { members: { checks: failed } })
    },
    apiDescription: async () => ({ body: await descriptionBytes() }),
    apiPage: async () => ({
      body: await page(),
      headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
    }),
  }
}

/** Makes a value at the first call. Making the description at every start would slow down starting. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
