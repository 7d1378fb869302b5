import { seededRandom } from '@palate/core/generic/seeded-random.ts'
import { type AttributeName, attributes, type Measured } from '@palate/core/taste/attributes.ts'
import type { FitInput } from '@palate/core/taste/model/fit-input.ts'

export interface JudgementCounts {
  readonly pictures: number
  readonly labels: number
  readonly comparisons: number
}

const clusters = 12
const seed = 7

/** Deterministic judgements by an owner with a linear taste, of pictures in a few clusters. */
export function syntheticJudgements(counts: JudgementCounts, dimensions: number): FitInput {
  const random = seededRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const vector = () => Float32Array.from({ length: dimensions }, normal)
  const centres = Array.from({ length: clusters }, vector)
  const taste = vector()
  const measured = Object.fromEntries(attributes.map(({ name }): [AttributeName, number] => [name, 0.5])) as Measured
  const pictures = Array.from({ length: counts.pictures }, (_, i) => ({
    embedding: vector().map((value, k) => 0.7 * value + (centres[i % clusters]?.[k] ?? 0)),
    attributes: measured,
  }))
  const utilities = pictures.map(
    ({ embedding }) => embedding.reduce((sum, value, i) => sum + value * (taste[i] ?? 0), 0) / Math.sqrt(dimensions),
  )
  const utility = (picture: number) => utilities[picture] ?? 0
  const pick = () => Math.floor(random() * counts.pictures)
  return {
    dimension: 'aesthetics',
    pictures,
    wishes: [],
    labels: Array.from({ length: counts.labels }, (_, i) => {
      const picture = i % counts.pictures
      return { picture, good: utility(picture) + 0.3 * normal() > 0, weight: 1, elementId: `l${i}` }
    }),
    comparisons: Array.from({ length: counts.comparisons }, (_, i) => {
      const a = pick()
      const b = (a + 1 + Math.floor(random() * (counts.pictures - 1))) % counts.pictures
      const chance = 1 / (1 + Math.exp(-2 * (utility(a) - utility(b))))
      const outcome = random() < 0.05 ? 0.5 : Number(random() < chance)
      return { a, b, outcome, weight: 1, elementId: `c${i}` }
    }),
  }
}
