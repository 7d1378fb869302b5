import { ModelTurns } from '@palate/server/batches/running/model-turns.ts'
import { setLive } from '@palate/server/batches/storing/model-store.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHome, engines, type Home } from '../harness/service.ts'
import { noteStatements } from '../store/note-statements.ts'

const now = '2026-01-01T00:00:00.000Z'
const own = { model: 'own' }
const ofNobody = { model: 'gone' }

describe.each(engines)('batches of several models on %s', (engine) => {
  let home: Home
  let store: Store
  let turns: ModelTurns
  beforeEach(async () => {
    home = await createHome(engine)
    store = await openStore(readConfig(home.env))
    turns = new ModelTurns({ store, clock: () => new Date(now) }, own.model)
    await store.write((db) => setLive(db, 'other', now))
    await store.write((db) => setLive(db, 'past', '2025-12-31T23:59:59.999Z'))
  })
  afterEach(async () => {
    await store.close()
    await home.remove()
  })

  const statementsOf = async (work: () => Promise<unknown>) => {
    let count = 0
    const stop = noteStatements(() => {
      count += 1
    })
    await work().finally(stop)
    return count
  }

  test('are scored unless another process of their model is alive', async () => {
    const free = [own, { model: undefined }, { model: 'past' }, ofNobody]
    expect(await turns.mayScore([{ model: 'other' }, ...free])).toEqual(free)
  })

  test('cost one look-up, however many there are, and none if all are of the own model', async () => {
    const foreign = Array.from({ length: 50 }, () => ofNobody)
    expect(await statementsOf(() => turns.mayScore([own, ...foreign]))).toBe(1)
    expect(await statementsOf(() => turns.mayScore([own, { model: undefined }]))).toBe(0)
  })
})
