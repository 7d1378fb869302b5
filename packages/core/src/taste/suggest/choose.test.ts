import { expect, it } from 'vitest'
import { symmetricMatrix } from '../linear-algebra/matrix.ts'
import type { Beliefs } from './beliefs.ts'
import { type Candidate, choose, deciderOf, shortlistMax } from './choose.ts'
import { expectedInformation } from './information.ts'
import { numbersFrom } from './seeded.ts'

const size = 40

/** Frames whose utilities are independent and differently well known. */
function beliefs(): Beliefs {
  const random = numbersFrom('beliefs')
  const means = Float64Array.from({ length: size }, () => random() - 0.5)
  const variances = Float64Array.from({ length: size }, () => 0.2 + random())
  const covariance = symmetricMatrix(size, (i, j) => (i === j ? (variances[i] as number) : 0))
  return { means, covariance, pictureVariance: 0.1, comparisonSteepness: 1 }
}

it('computes effects only for the shortlist of the most informative candidates', () => {
  const candidates: Candidate[] = []
  for (let a = 1; a < size; a++) for (let b = 0; b < a; b++) candidates.push({ a, b })
  const known = beliefs()
  const information = (one: Candidate) => expectedInformation(deciderOf(known, one))
  const limit = 10
  const least = candidates.map(information).sort((x, y) => y - x)[shortlistMax + limit - 1] as number
  expect(candidates.length).toBeGreaterThan(3 * shortlistMax)
  const random = numbersFrom('choice')
  const chosen = choose({ beliefs: known, candidates, limit, uses: new Float64Array(size), random })
  expect(chosen).toHaveLength(limit)
  for (const one of chosen) expect(information(one)).toBeGreaterThanOrEqual(least)
})
