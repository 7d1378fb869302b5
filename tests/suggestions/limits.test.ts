import { attributes, type Measured } from '@palate/core/taste/attributes.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { upsertRecentFrames } from '@palate/server/pictures/seen-frames/seen-frame-store.ts'
import type { FramesPort } from '@palate/server/ports/frames.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { KeptPictures, keptBytesMax, keptBytesOf } from '@palate/server/taste/learning/kept-pictures.ts'
import { ProjectFrames, projectFramesMax } from '@palate/server/taste/suggestions/project-frames.ts'
import { createSuggester } from '@palate/server/taste/suggestions/suggester.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHomeOn, type Home } from '../harness/home.ts'

/** A library without frames. */
const noLibrary = {
  listFrames: async () => [],
  findFrames: async () => new Map(),
} as unknown as FramesPort

describe('the frames used for suggestions', () => {
  const project = { accountId: 'acc', projectId: 'studio' }
  const nowMs = Date.parse('2026-06-01T00:00:00Z')
  const at = (i: number) => new Date(nowMs - i * 60_000).toISOString()
  let home: Home
  let store: Store
  beforeAll(async () => {
    home = await createHomeOn(undefined)
    store = await openStore(readConfig(home.env))
    for (let start = 0; start <= projectFramesMax; start += 500) {
      await add(Array.from({ length: 500 }, (_, i) => ({ frameId: `f${start + i}`, seenAt: at(start + i) })))
    }
  })
  afterAll(async () => {
    await store.close()
    await home.remove()
  })

  const add = (frames: readonly { readonly frameId: string; readonly seenAt: string }[]) =>
    store.write((db) =>
      upsertRecentFrames(
        db,
        project.accountId,
        frames.map((one) => ({
          ...project,
          ...one,
          contentHash: one.frameId,
          url: null,
          profileId: 'p',
          scores: '{}',
        })),
      ),
    )
  const framesOf = (embeddingLength: number, now = nowMs) =>
    new ProjectFrames({ store, clock: () => new Date(now) }, noLibrary, embeddingLength)

  it('are the newest, up to a limit', async () => {
    const frames = await framesOf(1).load(project)
    expect(frames).toHaveLength(projectFramesMax)
    expect(frames[0]?.id).toBe('f0')
    expect(frames.at(-1)?.id).toBe(`f${projectFramesMax - 1}`)
  })

  it('are no more than the learning thread can keep features for', async () => {
    const embeddingLength = keptBytesMax / 4 / 10
    expect(await framesOf(embeddingLength).load(project)).toHaveLength(9)
  })

  it('were scored in the last 90 days', async () => {
    const later = nowMs + 90 * 24 * 3600 * 1000 - 60_000
    expect((await framesOf(1, later).load(project)).map(({ id }) => id)).toEqual(['f0', 'f1'])
  })

  it('are listed again after another frame was scored', async () => {
    const frames = framesOf(1)
    const first = await frames.load(project)
    expect(await frames.load(project)).toBe(first)
    await add([{ frameId: 'new', seenAt: at(-1) }])
    expect((await frames.load(project))[0]?.id).toBe('new')
  })
})

it('the learning thread keeps features up to a limit, and says which are missing', () => {
  const learner = createLearner(undefined)
  const suggester = createSuggester(learner, new KeptPictures())
  const measured = Object.fromEntries(attributes.map(({ name }) => [name, 0.5])) as unknown as Measured
  const length = keptBytesMax / 4 / 2.5
  expect(2 * keptBytesOf(length)).toBeLessThan(keptBytesMax)
  const hashes = ['a', 'b', 'c']
  for (const contentHash of hashes) {
    const pictures = [{ contentHash, embedding: new Float32Array(length), attributes: measured }]
    suggester({ kind: 'keep', accountId: 'acc', pictures, isAhead: false })
  }
  const model = learner.learn({ dimension: 'd', pictures: [], labels: [], comparisons: [], wishes: [] })
  const judged = { labels: [], pairs: [] }
  const input = { seed: '', kinds: [], limit: 1, model, judged, withoutAddress: [], answered: [], repeatShare: 0 }
  const ask = (accountId: string, frames: readonly string[]) =>
    suggester({ kind: 'suggest', accountId, frames, needsAll: false, input })
  expect(ask('acc', hashes)).toEqual({ missing: ['a'] })
  expect(ask('acc', ['b', 'c'])).toEqual({ suggestions: [], unread: [] })
  expect(ask('another', ['b'])).toEqual({ missing: ['b'] })
})
