import { expect, test } from 'vitest'
import { describeMoves, moves, type Ranked } from './learned.ts'

function picture(id: string, score: number, warmth = 0): Ranked {
  return { id, name: `${id}.png`, small: null, score, measured: { warmth } }
}

test('pictures come in their new order, each with the place that it had', () => {
  const before = [picture('a', 0.9), picture('b', 0.5), picture('c', 0.4), picture('gone', 0.7)]
  const after = [picture('a', 0.6), picture('b', 0.3), picture('c', 0.8), picture('new', 0.9)]
  expect(moves(before, after).map(({ id, place, placeBefore }) => [id, placeBefore, place])).toEqual([
    ['c', 3, 1],
    ['a', 1, 2],
    ['b', 2, 3],
  ])
})

test('what rose is described by the traits that it has and by the picture that moved furthest', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  const before = ids.map((id, i) => picture(id, 0.6 - 0.05 * i, i / 10))
  const after = ids.map((id, i) => picture(id, 0.5 + 0.05 * i, i / 10))
  expect(describeMoves(moves(before, after))).toEqual([
    'It now leans more towards what is warm.',
    '6 pictures changed place. f.png rose furthest, from 6th to 1st.',
  ])
})

test('judgements that change nothing are said to confirm the order', () => {
  const pictures = [picture('a', 0.9), picture('b', 0.5)]
  expect(describeMoves(moves(pictures, pictures))).toEqual(['Your judgements confirm the order that was there.'])
  const higher = [picture('a', 0.95), picture('b', 0.55)]
  expect(describeMoves(moves(pictures, higher))).toEqual(['No picture changed its place, but the scores did.'])
})
