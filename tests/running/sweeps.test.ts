import { startBackground } from '@palate/server/composition/background.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createHome } from '../harness/service.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a stop waits for the sweep that is running, and no sweep starts beside another', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const home = await createHome('sqlite')
  const store = await openStore(readConfig(home.env))
  const sweep = Promise.withResolvers<void>()
  const sweepFiles = vi.fn(() => sweep.promise)
  const nothing = async () => {}
  const services = { store, config: readConfig(home.env), clock: () => new Date(), log: { error: vi.fn() } }
  const features = {
    scoring: { sweep: nothing },
    frames: { sweepFiles, sweepAccount: nothing },
    batches: { runner: { start: nothing, stop: nothing }, sweep: nothing },
    webhooks: { startDispatcher: () => {}, stopDispatcher: nothing },
    webhookSecrets: { sealStored: nothing },
    erasures: { sweep: nothing },
  }
  const background = await startBackground(services as never, features as never)
  vi.advanceTimersByTime(3600_000)
  await expect.poll(() => sweepFiles.mock.calls).toHaveLength(1)
  vi.advanceTimersByTime(3600_000)
  expect(sweepFiles).toHaveBeenCalledOnce()

  let isStopped = false
  const stopping = background.stop().then(() => {
    isStopped = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isStopped).toBe(false)
  sweep.resolve()
  await stopping
  expect(services.log.error).not.toHaveBeenCalled()
  await store.close()
  await home.remove()
})
