import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Element } from '../../profile/schema.ts'
import { latentScores } from './bradley-terry.ts'

const won = (a: string, b: string, winner = a): Omit<Element, 'id'> => ({ frameA: a, frameB: b, winner })
const tied = (a: string, b: string) => won(a, b, 'tie')
const score = (games: readonly object[]) => latentScores(games.map((game, i) => ({ id: `c${i}`, ...game })))

const frames = ['a', 'b', 'c', 'd', 'e', 'f']
const games = fc.array(
  fc
    .tuple(fc.constantFrom(...frames), fc.constantFrom(...frames), fc.constantFrom('first', 'second', 'tie'))
    .filter(([a, b]) => a !== b)
    .map(([a, b, result]) => won(a, b, result === 'tie' ? 'tie' : result === 'first' ? a : b)),
  { minLength: 1, maxLength: 60 },
)

describe('latent scores have the values of the Bradley–Terry model with a prior of precision a half', () => {
  it.each([
    ['a frame that won its only comparison', [won('a', 'b')], { a: 0.521298, b: -0.521298 }],
    ['a frame that won both', [won('a', 'b'), won('a', 'b')], { a: 0.740774, b: -0.740774 }],
    ['a frame that won a hundred times', Array(100).fill(won('a', 'b')), { a: 2.240236, b: -2.240236 }],
    ['two wins to one', [won('a', 'b'), won('a', 'b'), won('b', 'a')], { a: 0.253993, b: -0.253993 }],
    ['a win and a tie', [won('a', 'b'), tied('a', 'b')], { a: 0.341812, b: -0.341812 }],
    ['a tie', [tied('a', 'b')], { a: 0, b: 0 }],
    ['a chain', [won('a', 'b'), won('b', 'c')], { a: 0.674832, b: 0, c: -0.674832 }],
    [
      'two groups that never met',
      [won('a', 'b'), won('c', 'd')],
      { a: 0.521298, b: -0.521298, c: 0.521298, d: -0.521298 },
    ],
    ['a circle', [won('a', 'b'), won('b', 'c'), won('c', 'a')], { a: 0, b: 0, c: 0 }],
    ['nothing', [], {}],
  ])('%s', (_, judged, expected) => {
    expect(score(judged)).toEqual(expected)
  })
})

describe('what a comparison says', () => {
  it('frames may be given as {id, url}', () => {
    expect(score([{ frameA: { id: 'a', url: 'https://x.test/a' }, frameB: { id: 'b' }, winner: 'b' }])).toEqual({
      a: -0.521298,
      b: 0.521298,
    })
  })

  it('one about another dimension does not count, one that names aesthetics does', () => {
    expect(score([{ ...won('a', 'b'), dimension: 'usability' }])).toEqual({})
    expect(score([{ ...won('a', 'b'), dimension: 'aesthetics' }])).toEqual({ a: 0.521298, b: -0.521298 })
  })

  it.each([
    ['no winner', { frameA: 'a', frameB: 'b' }],
    ['a winner that is neither', { frameA: 'a', frameB: 'b', winner: 'c' }],
    ['one frame missing', { frameA: 'a', winner: 'a' }],
    ['a frame against itself', { frameA: 'a', frameB: 'a', winner: 'a' }],
    ['a frame without an id', { frameA: { url: 'https://x.test/a' }, frameB: 'b', winner: 'b' }],
  ])('one that cannot be used is ignored: %s', (_, judged) => {
    expect(score([judged])).toEqual({})
  })

  it('frames may be named like inherited object members', () => {
    expect(score([won('constructor', 'toString')])).toEqual({ constructor: 0.521298, toString: -0.521298 })
  })
})

describe('latent scores as laws', () => {
  it('every frame gets a finite score, even in one-sided and disconnected graphs', () => {
    fc.assert(
      fc.property(games, fc.integer({ min: 1, max: 300 }), (judged, times) => {
        const scores = score(Array(times).fill(judged).flat())
        const seen = new Set(judged.flatMap(({ frameA, frameB }) => [frameA, frameB]))
        expect(new Set(Object.keys(scores))).toEqual(seen)
        for (const value of Object.values(scores)) expect(Number.isFinite(value)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('they maximise the log posterior: its gradient is zero at every frame', () => {
    fc.assert(
      fc.property(games, (judged) => {
        const scores = score(judged)
        for (const frame of Object.keys(scores)) expect(Math.abs(pullAt(frame, judged, scores))).toBeLessThan(1e-4)
      }),
    )
  })

  it('the order of the comparisons does not matter', () => {
    const shuffled = games.chain((judged) =>
      fc.tuple(fc.constant(judged), fc.shuffledSubarray(judged, { minLength: judged.length })),
    )
    fc.assert(fc.property(shuffled, ([judged, other]) => expectClose(score(other), score(judged))))
  })

  it('which frame is called A does not matter', () => {
    fc.assert(
      fc.property(games, (judged) => {
        const turned = judged.map(({ frameA, frameB, winner }) => ({ frameA: frameB, frameB: frameA, winner }))
        expectClose(score(turned), score(judged))
      }),
    )
  })

  it('reversing every judgement negates every score', () => {
    fc.assert(
      fc.property(games, (judged) => {
        const other = ({ frameA, frameB, winner }: Omit<Element, 'id'>) => (winner === frameA ? frameB : frameA)
        const turned = judged.map((game) => (game.winner === 'tie' ? game : { ...game, winner: other(game) }))
        const negated = Object.fromEntries(Object.entries(score(judged)).map(([id, value]) => [id, -value]))
        expectClose(score(turned), negated)
      }),
    )
  })

  it('a tie counts as half a win each: two ties say what a win and a loss say', () => {
    fc.assert(
      fc.property(games, fc.constantFrom('a', 'b'), (judged, a) => {
        expectClose(score([...judged, tied(a, 'c'), tied(a, 'c')]), score([...judged, won(a, 'c'), won('c', a)]))
      }),
    )
  })

  it('of two frames compared only with each other, the one that won more scores higher', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.nat(5), (wins, losses, ties) => {
        const judged = [
          ...Array(wins).fill(won('a', 'b')),
          ...Array(losses).fill(won('b', 'a')),
          ...Array(ties).fill(tied('a', 'b')),
        ]
        const { a = 0, b = 0 } = score(judged)
        expect(Math.sign(a - b)).toBe(Math.sign(wins - losses))
      }),
    )
  })

  it('one more win never lowers the winner or raises the loser', () => {
    fc.assert(
      fc.property(games, (judged) => {
        const before = score([...judged, tied('a', 'b')])
        const after = score([...judged, won('a', 'b')])
        expect(after.a).toBeGreaterThan(before.a ?? 0)
        expect(after.b).toBeLessThan(before.b ?? 0)
      }),
    )
  })
})

/** The gradient of the log posterior at a frame, from the model's definition. */
function pullAt(
  frame: string,
  judged: readonly Omit<Element, 'id'>[],
  scores: Readonly<Record<string, number>>,
): number {
  const at = (id: unknown) => scores[String(id)] ?? 0
  return judged.reduce((pull, { frameA, frameB, winner }) => {
    if (frame !== frameA && frame !== frameB) return pull
    const other = frame === frameA ? frameB : frameA
    const share = winner === 'tie' ? 0.5 : winner === frame ? 1 : 0
    return pull + share - 1 / (1 + Math.exp(at(other) - at(frame)))
  }, -0.5 * at(frame))
}

function expectClose(actual: Readonly<Record<string, number>>, expected: Readonly<Record<string, number>>): void {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort())
  for (const [id, value] of Object.entries(expected)) expect(actual[id]).toBeCloseTo(value, 5)
}
