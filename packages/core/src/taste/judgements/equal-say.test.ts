import { expect, test } from 'vitest'
import { fullSayMin, withEqualSay } from './equal-say.ts'

function labelsOf(counts: Readonly<Record<string, number>>) {
  return Object.entries(counts).flatMap(([by, count]) =>
    Array.from({ length: count }, (_, i) => ({
      ...{ elementId: `${by} ${i}`, picture: `${i}`, good: true, weight: 1 },
      ...(by !== 'team' && { by }),
    })),
  )
}

function heard(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const { labels } = withEqualSay({ labels: labelsOf(counts), comparisons: [], constraints: [] })
  const sums: Record<string, number> = {}
  for (const { by = 'team' } of labels) sums[by] = (sums[by] ?? 0) + 1
  return sums
}

test('of each person as many judgements are heard as the one who judged least has', () => {
  expect(heard({ anna: 100, ben: 10, cem: 30 })).toEqual({ anna: 10, ben: 10, cem: 10 })
})

test('the newest are heard, in their order', () => {
  const { labels } = withEqualSay({ labels: labelsOf({ anna: 12, ben: 10 }), comparisons: [], constraints: [] })
  expect(labels.slice(0, 10).map(({ elementId }) => elementId)).toEqual(
    Array.from({ length: 10 }, (_, i) => `anna ${i + 2}`),
  )
})

test(`somebody with fewer than ${fullSayMin} judgements limits the others only in part`, () => {
  expect(fullSayMin).toBe(10)
  expect(heard({ anna: 100, ben: 1 })).toEqual({ anna: 63, ben: 1 })
  expect(heard({ anna: 100, ben: 5 })).toEqual({ anna: 22, ben: 5 })
})

test("the team's own judgements are all heard and limit nobody", () => {
  expect(heard({ team: 100, anna: 20 })).toEqual({ team: 100, anna: 20 })
  expect(heard({ team: 2, anna: 20, ben: 15 })).toEqual({ team: 2, anna: 15, ben: 15 })
})

test('answers are counted on their own', () => {
  const answers = labelsOf({ anna: 30, ben: 12 }).map(({ elementId, by }) => ({ id: elementId, by, answer: 'warm' }))
  const { labels, constraints } = withEqualSay({ labels: labelsOf({ anna: 5 }), comparisons: [], constraints: answers })
  expect(labels).toHaveLength(5)
  expect(constraints.filter(({ by }) => by === 'anna')).toHaveLength(12)
})
