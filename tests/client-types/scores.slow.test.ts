import { expect, test } from 'vitest'
import { check } from './check-examples.ts'

const scored = `const { scores } = await palate.score({ profile_id, frames, dimensions: ['aesthetics', 'likeness'] })
const [first] = scores
if (!first) return
`
const lines = `for await (const line of palate.scoreBatch({ profile_id, frames, dimensions: ['aesthetics'] }))
`

test('scores are numbers or null, by the names of the dimensions', () => {
  const uses = [
    `${scored}if (first.aesthetics !== null && first.aesthetics > 0.5) return first.likeness`,
    `${scored}const value: number | null = first.likeness, id: string = first.frame_id`,
    `${scored}const code: string | undefined = first.error?.code, trust: number | undefined = first.confidence?.likeness`,
    `${lines}if (line.type === 'score') { const value: number = line.aesthetics, id: string = line.frame_id }`,
    `${lines}if (line.type === 'error') { const message: string = line.error.message }`,
    `const { scores } = await palate.score({ profile_id, frames, dimensions: ['aesthetics'], verdict: true })
    const decision: 'pass' | 'revise' | 'fail' | undefined = scores[0]?.verdict?.aesthetics?.decision`,
    `const { scores } = await palate.score({ profile_id, frames, dimensions: ['aesthetics'], verdict: true, regions: true })
    const effects: number[] | undefined = scores[0]?.regions?.aesthetics?.effects`,
    `const { scores } = await palate.score({ profile_id, frames, dimensions: ['aesthetics'], explain: true })
    const reasons: { text: string; effect: number }[] | undefined = scores[0]?.details?.aesthetics?.reasons
    const crowd: number | undefined = scores[0]?.details?.aesthetics?.prior?.crowd`,
    `const { scores } = await palate.score({ profile_id, frames, dimensions: ['aesthetics'], person: 'per_1', explain: true })
    for (const { name, aesthetics } of scores[0]?.people ?? []) {
      const value: number | undefined = aesthetics, called: string | null = name
    }
    const split: number | undefined = scores[0]?.split?.aesthetics`,
    `${lines}if (line.type === 'score') for (const { text } of line.details?.aesthetics?.reasons ?? []) text.trim()`,
    `const { measured } = (await palate.score({ profile_id, frames, dimensions: ['warmth'] })).scores[0]?.details?.warmth ?? {}
    const value: number | undefined = measured`,
    `await palate.score({ profile_id, frames: ['a.png', new Blob(), new Uint8Array(1)], dimensions: ['aesthetics'] })
    await palate.score({ profile_id, frames: [...frames, { id: 'a', picture: 'a.png' }], dimensions: ['aesthetics'] })`,
    // Names that the compiler does not know.
    `const names: string[] = ['a']
    const { scores } = await palate.score({ profile_id, frames, dimensions: names })
    const value: number | null | undefined = scores[0]?.a, id: string | undefined = scores[0]?.frame_id`,
    `const dimensions = ['aesthetics', 'likeness'] as const
    const { scores } = await palate.score({ profile_id, frames, dimensions })
    const [value] = dimensions.map((name) => scores[0]?.[name]), same: number | null | undefined = value`,
    `for await (const line of palate.batches.results('b'))
      if (line.type === 'score') { const value: number | undefined = line.anything, seq: number = line.seq }`,
    `const request: import('@palate/client').ScoreRequest = { profile_id, frames, dimensions: ['aesthetics'] }
    const value: number | null | undefined = (await palate.score(request)).scores[0]?.aesthetics`,
  ]
  expect(check(uses)).toEqual([])
})

test.each([
  ['a dimension that the request does not name', `${scored}first.usability`, /'usability' does not exist/],
  ['a score that may be null', `${scored}const sum: number = first.aesthetics`, /'null' is not assignable/],
  [
    'a dimension that the batch does not name',
    `${lines}if (line.type === 'score') line.likeness`,
    /'likeness' does not exist/,
  ],
  ['a reason that there is not', `${scored}first.details?.aesthetics?.reasons?.[0]?.cause`, /'cause' does not exist/],
  [
    'a dimension that is not a name',
    `await palate.score({ profile_id, frames, dimensions: [5] })`,
    /'number' is not assignable/,
  ],
])('%s is found', (_, use, error) => {
  expect(check([use])).toEqual([expect.stringMatching(error)])
})
