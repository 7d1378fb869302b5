import type { BasePrior, TasteFrame, TasteSettings } from '../gaussian-process/observations.ts'
import { fitComponents, type TasteComponent } from '../gaussian-process/owner-mixture.ts'
import { fitSimpleTastes, type SimpleStarts } from './fit-simple-tastes.ts'
import { simpleShareOf } from './hypotheses.ts'
import type { SimpleTaste } from './simple-taste.ts'

/** The kinds of owners and the simple tastes that remain probable. All weights together add up to 1. */
export type Mixture = {
  readonly components: readonly TasteComponent[]
  readonly simpleTastes: readonly SimpleTaste[]
}

/** Less probable tastes do not change the fourth decimal of a score. */
const weightMin = 1e-4

/** The modes of a similar fit, which save time. */
export type MixtureStarts = { readonly components: readonly Float64Array[]; readonly simpleTastes: SimpleStarts }

/** Weighs every explanation of the judgements by its prior probability and by how well it predicted them. */
export function fitMixture(
  base: BasePrior,
  frames: readonly TasteFrame[],
  settings: TasteSettings,
  starts?: MixtureStarts,
): Mixture {
  const { components, logEvidence } = fitComponents(base, settings.agreement, starts?.components)
  const simple = fitSimpleTastes(base.observations, frames, settings, starts?.simpleTastes)
  if (!settings.simpleTastes || simple.length === 0) return { components, simpleTastes: [] }
  const logOther = Math.log(1 - simpleShareOf(settings.simpleTastes)) + logEvidence
  const largest = simple.reduce((max, { logWeight }) => Math.max(max, logWeight), logOther)
  const other = Math.exp(logOther - largest)
  const shares = simple.map(({ logWeight }) => Math.exp(logWeight - largest))
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const least = weightMin * (other + sumOf(shares))
  const kept = shares.map((share) => (share < least ? 0 : share))
  const total = other + sumOf(kept)
  return {
    components: components.map((one) => ({ ...one, weight: (one.weight * other) / total })),
    simpleTastes: simple.flatMap(({ taste }, i) => {
      const weight = (kept[i] as number) / total
      return weight > 0 ? [{ ...taste, weight }] : []
    }),
  }
}
