import { expect, test } from 'vitest'
import { addition } from '../../../../judgements/judgement.ts'
import {
  emptyDeck,
  type LabelDeck,
  moved,
  nextOf,
  openCount,
  restored,
  withBrought,
  withCorrection,
  withLabel,
  withSkip,
  withSuggested,
} from './label-deck.ts'

function items(...ids: readonly string[]) {
  return ids.map((id) => ({ frame: { id, url: `frame:${id}` }, name: id }))
}

const sent = addition({})

function ids({ items }: LabelDeck): string {
  return items.map(({ frame }) => frame.id).join(' ')
}

test('suggestions are labelled in order, each once', () => {
  const deck = withSuggested(withSuggested(emptyDeck, items('a', 'b')), items('b', 'c'))
  expect([ids(deck), deck.at]).toEqual(['a b c', 'a'])
  const done = withLabel(withSkip(withLabel(deck, 'a', 'good', sent), 'b'), 'c', 'bad', sent)
  expect(done.at).toBeUndefined()
  expect(openCount(done)).toBe(0)
  expect(withSuggested(done, items('d')).at).toBe('d')
})

test('added pictures come next, in the order they were added', () => {
  const deck = withSkip(withSuggested(emptyDeck, items('a', 'b')), 'a')
  const brought = withBrought(withBrought(deck, items('x')), items('y', 'b'))
  expect([ids(brought), brought.at]).toEqual(['a x y b', 'x'])
  expect(withBrought(emptyDeck, items('x')).at).toBe('x')
  expect(nextOf(brought, 2).map(({ name }) => name)).toEqual(['x', 'y'])
})

test('undoing a label makes its picture the large one again, as it was before', () => {
  const deck = withLabel(withSuggested(emptyDeck, items('a', 'b')), 'a', 'good', sent)
  expect(deck.items[0]).toMatchObject({ label: 'good', judgement: sent })
  const [a, b] = items('a', 'b')
  if (!a || !b) throw new Error('two items')
  const back = restored(deck, a)
  expect([back.at, back.items]).toEqual(['a', items('a', 'b')])
  const good = { ...a, label: 'good' as const, judgement: sent }
  expect(restored(withLabel(deck, 'a', 'bad', addition({})), good).items[0]).toEqual(good)
  const skipped = restored(withSkip(deck, 'b'), b)
  expect([skipped.at, openCount(skipped)]).toEqual(['b', 1])
})

test('moves stop at the ends of the strip', () => {
  const deck = withSuggested(emptyDeck, items('a', 'b', 'c'))
  expect([moved(deck, -1).at, moved(deck, 1).at, moved(deck, 9).at]).toEqual(['a', 'b', 'c'])
  expect(moved({ ...deck, at: undefined }, -1).at).toBe('c')
})

test('a correction changes or removes the label of a picture, and the large one stays', () => {
  const deck = withLabel(withSuggested(emptyDeck, items('a', 'b')), 'a', 'good', sent)
  expect(withCorrection(deck, 'a', 'bad')).toMatchObject({ at: 'b', items: [{ label: 'bad', judgement: sent }, {}] })
  expect(withCorrection(deck, 'a', undefined).items[0]).not.toHaveProperty('label')
})
