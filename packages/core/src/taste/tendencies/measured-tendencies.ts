import type { z } from 'zod'
import { type AttributeName, attributes } from '../attributes/catalogue.ts'
import { quantileOf } from '../attributes/quantiles.ts'
import { wordFor } from '../attributes/words.ts'
import type { Measured } from '../attributes.ts'
import type { Tendencies as TendenciesSchema } from '../diagnostics-schema.ts'
import { type JudgedPicture, type Tendencies, type Tendency, tendenciesOf } from './tendencies.ts'

export type MeasuredTendencies = z.infer<typeof TendenciesSchema>

/** A judged picture that can be shown. */
export interface ShownPicture extends JudgedPicture {
  /** The path of its thumbnail. */
  readonly thumbnail?: string
}

/** What separates good and bad pictures, next to the mean of each attribute over both and its median in general. */
export function measuredTendenciesOf(pictures: readonly ShownPicture[]): MeasuredTendencies {
  const good = pictures.filter(({ preference }) => preference > 0)
  const bad = pictures.filter(({ preference }) => preference < 0)
  const tendencies = tendenciesOf(pictures)
  return {
    pictures: { good: good.length, bad: bad.length },
    claims: tendencies.list.map((tendency) => claimOf(tendency, tendencies)),
    attributes: attributes.map(({ name }) => ({
      attribute: name,
      good: meanOf(name, good),
      bad: meanOf(name, bad),
      general: quantileOf(name, 0.5),
      ...examplesOf(name, good),
    })),
  }
}

function claimOf({ attribute, wantsMore, good, bad, evidence }: Tendency, { kind }: Tendencies) {
  return {
    attribute,
    direction: wantsMore ? ('more' as const) : ('less' as const),
    word: wordFor(attribute, wantsMore, kind),
    opposite: wordFor(attribute, !wantsMore, kind),
    ranks: {
      good: good === undefined ? null : toFourDecimals(good),
      bad: bad === undefined ? null : toFourDecimals(bad),
    },
    good: { ...evidence.good },
    bad: { ...evidence.bad },
  }
}

function meanOf(name: AttributeName, pictures: readonly { readonly attributes: Measured }[]): number | null {
  if (pictures.length === 0) return null
  return toFourDecimals(pictures.reduce((sum, { attributes: measured }) => sum + measured[name], 0) / pictures.length)
}

function examplesOf(name: AttributeName, pictures: readonly ShownPicture[]) {
  const ordered = pictures
    .flatMap(({ thumbnail, attributes: measured }) =>
      thumbnail === undefined ? [] : [{ thumbnail, value: measured[name] }],
    )
    .sort((one, other) => one.value - other.value)
  const [lowest, highest] = [ordered[0], ordered.at(-1)]
  return lowest && highest ? { examples: { lowest: lowest.thumbnail, highest: highest.thumbnail } } : {}
}

/** The same precision as scores. */
function toFourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
