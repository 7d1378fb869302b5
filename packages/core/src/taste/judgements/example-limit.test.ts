import { expect, test } from 'vitest'
import { judgementsPerModelMax, keepNewest } from './example-limit.ts'

function labelsBy(person: string | undefined, count: number) {
  return Array.from({ length: count }, (_, i) => ({
    ...{ elementId: `${person} ${i}`, picture: `${i}`, good: true, weight: 1 },
    ...(person !== undefined && { by: person }),
  }))
}

function keptOf(...labels: readonly ReturnType<typeof labelsBy>[]) {
  const { kept, dropped } = keepNewest({ labels: labels.flat(), comparisons: [], constraints: [] })
  const counts: Record<string, number> = {}
  for (const { by = 'nobody' } of kept.labels) counts[by] = (counts[by] ?? 0) + 1
  return { counts, kept: kept.labels.map(({ elementId }) => elementId), dropped: dropped.map(({ id }) => id) }
}

test('of one person, or of nobody in particular, the newest are kept, and the oldest go in steps of twenty', () => {
  for (const person of [undefined, 'ann']) {
    const { kept, dropped } = keptOf(labelsBy(person, judgementsPerModelMax + 1))
    expect(kept).toEqual(Array.from({ length: judgementsPerModelMax - 19 }, (_, i) => `${person} ${i + 20}`))
    expect(dropped).toHaveLength(20)
  }
})

test('somebody who judges a lot does not push out what others said before', () => {
  const { counts, kept } = keptOf(labelsBy('ann', 50), labelsBy('ben', 260), labelsBy('cem', 5000))
  expect(counts).toEqual({ ann: 50, ben: 260, cem: 282 })
  expect(kept.slice(0, 2)).toEqual(['ann 0', 'ann 1'])
  expect(kept.at(-1)).toBe('cem 4999')
})

test('within the limit all are kept', () => {
  const all = [...labelsBy('ann', 300), ...labelsBy(undefined, 300)]
  expect(keptOf(all)).toMatchObject({ counts: { ann: 300, nobody: 300 }, dropped: [] })
})

test('of many people, each keeps the newest', () => {
  const people = Array.from({ length: judgementsPerModelMax }, (_, i) => `person ${i}`)
  const { counts, kept } = keptOf(...people.map((person) => labelsBy(person, 3)))
  expect(Object.values(counts)).toEqual(people.map(() => 1))
  expect(kept[0]).toBe('person 0 2')
})
