import { expect, it } from 'vitest'
import { ScoringUnavailable } from '../../pictures/picture-faults.ts'
import type { Models } from '../learning/models.ts'
import { attemptsMax, featuresPerStepMax, suggestAmong } from './candidates.ts'
import type { ProjectFrame } from './project-frames.ts'

type Answer = Awaited<ReturnType<Models['suggest']>>
type Job = Parameters<Models['suggest']>[0]

const frames = Array.from({ length: 2 * featuresPerStepMax + 1 }, (_, i) => ({ contentHash: `h${i}` }) as ProjectFrame)
const asker = { accountId: 'a' }

/** Stores the features of all frames except those in `lost`. `answer` simulates the learning thread. */
function ask(answer: (job: Job) => Answer, lost: readonly string[] = []) {
  const sizes: number[] = []
  const featureCache = {
    listStored: async (_: string, hashes: readonly string[]) => {
      sizes.push(hashes.length)
      return hashes.filter((hash) => !lost.includes(hash)).map((contentHash) => ({ contentHash }) as never)
    },
  }
  const models = { suggest: async (job: Job) => answer(job) }
  const result = suggestAmong({ models, featureCache }, frames, async () => ({}) as never, asker)
  return { result, sizes }
}

it('sends missing features to the learning thread in steps, and skips frames without features', async () => {
  const kept = new Set<string>()
  const { result, sizes } = ask(
    (job) => {
      if (job.kind === 'keep') for (const { contentHash } of job.pictures) kept.add(contentHash)
      if (job.kind !== 'suggest') return { missing: [] } as unknown as Answer
      const missing = job.frames.filter((hash) => !kept.has(hash))
      return (missing.length > 0 ? { missing } : { suggestions: [] }) as unknown as Answer
    },
    ['h3'],
  )
  expect((await result).frames.map(({ contentHash }) => contentHash)).toEqual(
    frames.map(({ contentHash }) => contentHash).filter((hash) => hash !== 'h3'),
  )
  expect(sizes).toEqual([featuresPerStepMax, featuresPerStepMax, 1])
})

it('where some features are unknown, those of all frames are required, because another selection may meet more', async () => {
  const required: boolean[] = []
  const { result } = ask(
    (job) => {
      if (job.kind !== 'suggest') return { missing: [] }
      required.push(job.needsAll)
      return job.frames.includes('h3') ? { missing: ['h3'] } : { suggestions: [], unread: ['h7'] }
    },
    ['h3'],
  )
  expect((await result).unread).toEqual(['h7'])
  expect(required).toEqual([false, true])
})

it('fails after some attempts if the features do not stay in memory', async () => {
  let attempts = 0
  const { result } = ask((job) => {
    if (job.kind === 'suggest') attempts += 1
    return { missing: ['h0'] } as unknown as Answer
  })
  await expect(result).rejects.toThrow(ScoringUnavailable)
  expect(attempts).toBe(attemptsMax)
})
