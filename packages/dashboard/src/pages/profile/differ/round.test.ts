import { expect, test } from 'vitest'
import { resultOf, roundSummary } from './result.ts'
import { formatRound, parseRound, roundOf, roundPicturesMax, splitOf } from './round.ts'

const votes = (good: string, bad: string) => [
  ...[...good].map((by) => ({ by, label: 'good' as const })),
  ...[...bad].map((by) => ({ by, label: 'bad' as const })),
]
const judged = (url: string | null, good: string, bad: string, contentHash = `hash of ${url}`) => ({
  picture: { elementId: `${url}`, url, contentHash, thumbnail: null },
  votes: votes(good, bad),
})
const likely = (url: string | null, split: number) => ({
  frame: { id: `${url}`, url, contentHash: null, thumbnail: null },
  ...{ split, scores: [] },
})

test('the split of a picture is the share of pairs of people who said different things', () => {
  expect([votes('ab', ''), votes('a', 'b'), votes('ab', 'c'), votes('ab', 'cd'), votes('a', '')].map(splitOf)).toEqual([
    0,
    1,
    2 / 3,
    2 / 3,
    0,
  ])
})

test('a round has the twelve most divisive pictures that have an address, each once', () => {
  const many = Array.from({ length: 20 }, (_, i) => likely(`frame:frm_${i}`, 0.5 - i / 100))
  const lists = { judged: [judged('frame:frm_3', 'a', 'b'), judged(null, 'a', 'b')], likely: many }
  expect(roundOf(lists)).toEqual(['frame:frm_3', ...[0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11].map((i) => `frame:frm_${i}`)])
  const unusable = [
    likely(null, 0.9),
    likely('data:image/png;base64,AA', 0.9),
    likely(`https://a.b/${'c'.repeat(300)}`, 0.9),
  ]
  expect(roundOf({ judged: [], likely: unusable })).toEqual([])
})

test('the address of a round says its pictures, and nothing else is read from it', () => {
  const urls = ['frame:frm_1', 'https://a.b/c,d?e=f&g', 'frame:custom']
  expect(formatRound(urls)).toBe('frm_1,https%3A%2F%2Fa.b%2Fc%2Cd%3Fe%3Df%26g,frame%3Acustom')
  expect(parseRound(formatRound(urls))).toEqual(urls)
  expect(parseRound('frm_1,frm_1,javascript:alert(1),data:text/html,%E0%A4%A,/etc,')).toEqual(['frame:frm_1'])
  expect(parseRound(Array.from({ length: 30 }, (_, i) => `frm_${i}`).join(',')).length).toBe(roundPicturesMax)
})

test('a result is in the order of disagreement, and says how many pictures everybody agrees on', () => {
  const items = ['x', 'y', 'z'].map((url) => ({ frame: { id: url, url }, name: url }))
  const hashes = items.map(({ name }) => `hash of ${name}`)
  const result = resultOf(items, hashes, [judged('z', 'ab', ''), judged('y', 'a', 'b')])
  expect(result.map(({ item, votes }) => [item.name, votes.length])).toEqual([
    ['y', 2],
    ['x', 0],
    ['z', 2],
  ])
  expect(roundSummary(result, 'a')).toBe('You all agree on 1 of 2 pictures.')
  expect(roundSummary(result, undefined)).toBe('Everybody agrees on 1 of 2 pictures.')
  expect(roundSummary(resultOf(items, hashes, [judged('z', 'a', '')]), 'a')).toMatch(/^You are the first/)
})
