import { expect, test } from 'vitest'
import { elementsPerListMax } from './schema.ts'
import { withIds } from './snapshot.ts'

test('a full list of equal elements without ids quickly gets an id for each', () => {
  const equal = Array.from({ length: elementsPerListMax }, () => ({ question: 'Warm?' }))
  const ids = withIds('constraints', equal, '').map(({ id }) => id)
  expect(new Set(ids).size).toBe(elementsPerListMax)
  expect(ids.slice(1, 3)).toEqual([`${ids[0]}-2`, `${ids[0]}-3`])
})

test('a sent id is not assigned to another element', () => {
  const [first] = withIds('constraints', [{ question: 'Warm?' }], '')
  const sent = [{ question: 'Warm?' }, { id: `${first?.id}-2`, question: 'Cold?' }, { question: 'Warm?' }]
  expect(withIds('constraints', sent, '').map(({ id }) => id)).toEqual([first?.id, `${first?.id}-2`, `${first?.id}-3`])
})
