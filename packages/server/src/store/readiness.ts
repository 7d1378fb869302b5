import { sql } from 'kysely'
import type { ReadinessCheck } from '../platform/readiness.ts'
import type { Engine, StoreLog } from './store.ts'

const storeAnswerTimeoutMs = 2000

export function storeAnswers(engine: Engine, log: StoreLog): ReadinessCheck {
  return {
    name: 'store',
    async check() {
      try {
        await withTimeout(sql`select 1`.execute(engine.backgroundRead), storeAnswerTimeoutMs)
        return undefined
      } catch (error) {
        log.warn({ err: error }, 'the store is not responding')
        return 'the store is not responding'
      }
    },
  }
}

async function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
