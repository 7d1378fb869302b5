import type { z } from 'zod'
import { attributes } from './attributes/catalogue.ts'
import { quantileOf } from './attributes/quantiles.ts'
import type { Measured } from './attributes.ts'
import type { Tendencies } from './diagnostics-schema.ts'
import { groupOf } from './prompt-summary.ts'

/** The mean of each attribute over good and bad pictures, next to its median over pictures in general. */
export function tendenciesOf(good: readonly Measured[], bad: readonly Measured[]): z.infer<typeof Tendencies> {
  const liked = groupOf(good)
  const disliked = groupOf(bad)
  return {
    pictures: { good: good.length, bad: bad.length },
    attributes: attributes.map(({ name }) => ({
      attribute: name,
      good: liked ? toFourDecimals(liked.means[name]) : null,
      bad: disliked ? toFourDecimals(disliked.means[name]) : null,
      general: quantileOf(name, 0.5),
    })),
  }
}

/** The same precision as scores. */
function toFourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
