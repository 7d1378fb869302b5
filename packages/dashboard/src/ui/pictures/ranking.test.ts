import { inOrderOf, rankFrames } from '@palate/core/report/ranking.ts'
import { expect, test } from 'vitest'
import {
  type ComparedFrame,
  describeDecision,
  describeDecisions,
  describeMove,
  describeMoves,
  ordinal,
} from './ranking.ts'

function frame(id: string, before: number | null, after: number | null): ComparedFrame {
  return { id, url: null, src: null, alt: id, before, after }
}

test('frames are placed by score, best first, with the number of places they rise', () => {
  const ranked = rankFrames([frame('a', 0.9, 0.1), frame('b', 0.5, 0.6), frame('c', 0.2, 0.3)])
  expect(ranked.map(({ id, rankBefore, rankAfter, rise }) => [id, rankBefore, rankAfter, rise])).toEqual([
    ['a', 1, 3, -2],
    ['b', 2, 1, 1],
    ['c', 3, 2, 1],
  ])
  expect(inOrderOf('before', ranked).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(inOrderOf('after', ranked).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
})

test('frames whose scores become equal do not change places', () => {
  const ranked = rankFrames([frame('low', 0.2, 0.5), frame('high', 0.8, 0.5)])
  expect(ranked.map(({ rise }) => rise)).toEqual([0, 0])
  expect(describeMoves(ranked)).toBe('The order stays the same.')
})

test('a frame without a score comes last and has no place', () => {
  const ranked = rankFrames([frame('broken', null, null), frame('new', null, 0.4), frame('old', 0.3, 0.3)])
  expect(inOrderOf('after', ranked).map(({ id }) => id)).toEqual(['new', 'old', 'broken'])
  expect(ranked.map(describeMove)).toEqual(['could not be scored', 'now 1st', 'from 1st to 2nd place'])
})

test('the summary counts the moves and names the largest', () => {
  const ranked = rankFrames([frame('a', 0.9, 0.1), frame('b', 0.5, 0.6), frame('c', 0.2, 0.3)])
  expect(describeMoves(ranked)).toBe('3 of 3 pictures change places. Largest move: a, from 1st to 3rd place.')
})

test('moves within the uncertainty do not count, unless they decide otherwise, and decisions lead', () => {
  const unsure = { from: 'revise', to: 'revise', isSure: false } as const
  const frames = [
    { ...frame('a', 0.5, 0.4), verdict: unsure },
    { ...frame('b', 0.45, 0.42), verdict: unsure },
    { ...frame('c', 0.3, 0.2), verdict: unsure },
  ]
  expect(describeMoves(rankFrames(frames))).toBe('The moves are within the uncertainty.')
  const fails = { from: 'pass', to: 'fail', isSure: false } as const
  const decided = rankFrames([{ ...frame('d', 0.9, 0.1), verdict: fails }, ...frames])
  expect(describeMoves(decided)).toBe('1 of 4 pictures change places. Largest move: d, from 1st to 4th place.')
  const verdicts = [
    fails,
    { ...fails, to: 'revise' },
    { from: 'fail', to: 'revise' },
    { to: 'pass' },
    undefined,
  ] as const
  expect(verdicts.map((one) => describeDecision(one && { isSure: true, ...one }))).toEqual([
    ...['now fails', 'no longer passes', 'no longer fails', undefined, undefined],
  ])
  expect([describeDecisions(3, 60), describeDecisions(1, 12), describeDecisions(0, 1)]).toEqual([
    '3 of 60 pictures change verdict.',
    '1 of 12 pictures changes verdict.',
    'No verdict changes among 1 picture.',
  ])
})

test('places are ordinal numbers', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
  ])
})
