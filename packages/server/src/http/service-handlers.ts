import { Fault } from '@palate/core/fault.ts'
import { sql } from 'kysely'
import type { Handlers } from '../operations.ts'
import type { Services } from '../services.ts'

const storeAnswerTimeoutMs = 2000

export function serviceHandlers(
  { log }: Services,
  version: string,
): Handlers<'health' | 'readiness' | 'apiDescription' | 'apiPage'> {
  const description = once(async () => (await import('@palate/core/openapi.ts')).describeApi(version))
  const descriptionBytes = once(async () => Buffer.from(JSON.stringify(await description())))
  const page = once(async () => Buffer.from((await import('./docs.ts')).renderDocs(await description())))
  return {
    health: async () => ({ body: { status: 'ok' } }),
    async readiness({ db }) {
      try {
        await withTimeout(sql`select 1`.execute(db), storeAnswerTimeoutMs)
      } catch (error) {
        log.warn({ err: error }, 'the store does not answer')
        throw new Fault('unavailable', 'the store does not answer')
      }
      return { body: { status: 'ready' } }
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

async function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
