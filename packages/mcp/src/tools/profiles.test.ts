import type { Palate } from '@palate/client'
import { expect, test } from 'vitest'
import { profilesMeasuredMax, profilesTool } from './profiles.ts'

const call = {
  canShowApps: false,
  canAsk: false,
  answers: undefined,
  state: undefined,
  signal: AbortSignal.timeout(5000),
}

/** A client with this many profiles, which counts briefs. */
function counting(profiles: number) {
  const counts = { briefs: 0, changes: 0 }
  const palate = {
    profiles: {
      async *list() {
        for (let i = 0; i < profiles; i++) {
          yield { id: `prof_${i}`, name: `P${i}`, projectId: 'studio', updatedAt: i === 0 ? `t${counts.changes}` : 't' }
        }
      },
      get: async () => ({ profileData: { branches: [{ id: 'main', name: 'main' }], currentBranchId: 'main' } }),
      brief: async () => {
        counts.briefs++
        return { predicts: { accuracy: 0.875, judgements: 40 } }
      },
    },
  } as unknown as Palate
  return { counts, list: () => profilesTool.run({}, { palate, scopes: undefined, dashboardUrl: '' }, call) }
}

test('a call measures a few profiles, later ones the others, and each only once until it changes', async () => {
  const { counts, list } = counting(profilesMeasuredMax + 2)
  const texts: string[] = []
  const briefs: number[] = []
  for (const changes of [0, 0, 0, 1, 1]) {
    counts.changes = changes
    texts.push(JSON.stringify(await list()))
    briefs.push(counts.briefs)
  }
  const all = profilesMeasuredMax + 2
  expect(briefs).toEqual([profilesMeasuredMax, all, all, all + 1, all + 1])
  expect(texts[0]?.match(/not measured yet/g)).toHaveLength(2)
  expect(texts[1]).not.toContain('not measured yet')
  expect(texts[1]?.match(/predicts: 0\.88 of/g)).toHaveLength(all)
})
