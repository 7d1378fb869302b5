import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHomeOn } from '../harness/home.ts'
import { type Postgres, startPostgres } from '../harness/postgres.ts'
import { createProcesses } from '../harness/processes.ts'
import { createEmptyHome, engines, type Home } from '../harness/service.ts'
import { failures } from './failures.ts'
import { killFirstStart } from './first-start.ts'
import { runRound } from './round.ts'
import type { Server } from './server.ts'

describe.each(engines)('failures on %s', (engine) => {
  const processes = createProcesses()
  // A separate server, because one of the failures kills it.
  let postgres: Postgres | undefined
  let home: Home
  let server: Server | undefined
  beforeAll(async () => {
    postgres = engine === 'postgres' ? await startPostgres() : undefined
    home = await createHomeOn(postgres?.url)
  })
  afterAll(async () => {
    await server?.kill()
    await processes.stopAll()
    await home.remove()
    await postgres?.stop()
  })

  const rounds = failures[engine].map((failure, i) => ({ failure, seed: 101 + i, name: failure.name }))
  test.each(rounds)('every acknowledged write is stored and nothing is half done after $name', async (round) => {
    const { ledger, violations, ...left } = await runRound({ env: home.env, processes, postgres, server, ...round })
    server = left.server
    expect(violations).toEqual([])
    expect(ledger.counts.acknowledged).toBeGreaterThan(0)
  })

  test('a killed first start leaves a store that the next start can use', async () => {
    const empty = await createEmptyHome(engine)
    const { violations } = await killFirstStart(empty, processes, 103)
    await empty.remove()
    expect(violations).toEqual([])
  })
})
