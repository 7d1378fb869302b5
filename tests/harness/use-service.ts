import { afterAll, beforeAll } from 'vitest'
import { type Engine, type Env, startService, type TestService } from './service.ts'

/**
 * One service for all tests of a `describe` block: it starts before the first and stops after the last. The result may
 * be used in hooks and tests, not in the body of the block.
 */
export function useService(engine: Engine, env: Env = {}): TestService {
  let running: TestService | undefined
  beforeAll(async () => {
    running = await startService(engine, env)
  })
  afterAll(() => running?.stop())
  const service = (): TestService => {
    if (!running) throw new Error('the service has not started yet')
    return running
  }
  return {
    get url() {
      return service().url
    },
    get key() {
      return service().key
    },
    get home() {
      return service().home
    },
    get clock() {
      return service().clock
    },
    get metricsUrl() {
      return service().metricsUrl
    },
    call: (...args) => service().call(...args),
    as: (key) => service().as(key),
    newAccount: () => service().newAccount(),
    drain: () => service().drain(),
    stop: () => service().stop(),
  }
}
