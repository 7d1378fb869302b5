import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProcesses } from '../harness/processes.ts'
import { createHome, engines, type Home } from '../harness/service.ts'
import { killFirstStart } from './first-start.ts'
import { createLedger } from './ledger.ts'
import { runRound } from './round.ts'

describe.each(engines)('kill -9 on %s', (engine) => {
  const processes = createProcesses()
  const ledger = createLedger()
  let home: Home
  beforeAll(async () => {
    home = await createHome(engine)
  })
  afterAll(async () => {
    await processes.stopAll()
    await home.remove()
  })

  test.each([
    { seed: 101, servers: 1 as const },
    { seed: 102, servers: 2 as const },
  ])('every acknowledged write is there after a kill and nothing is half done: %o', async ({ seed, servers }) => {
    const { violations } = await runRound({ env: home.env, processes, ledger, seed, servers })
    expect(violations).toEqual([])
    expect(ledger.counts.acknowledged).toBeGreaterThan(0)
  })

  test('a first start that was killed leaves a store that the next one can use', async () => {
    const empty = await createHome(engine)
    const { violations } = await killFirstStart(empty, processes, 103)
    await empty.remove()
    expect(violations).toEqual([])
  })
})
