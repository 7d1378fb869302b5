import { z } from 'zod'
import { characters } from '../fields.ts'

export const alertsPerProfileMax = 50
/** Over how many frames a rule may look. */
export const alertFramesMax = 1000
/** A batch of which a larger share fails is worth an alert. */
export const batchFailureShareMax = 0.05

export const NewAlert = z.object({
  profileId: z.string(),
  dimension: characters(1, 64),
  below: z.number().gt(0).max(1),
  over: z.int().min(1).max(alertFramesMax).optional().meta({ description: 'How many frames; 1 unless set' }),
})

export const Alert = z.object({
  id: z.string(),
  profileId: z.string(),
  dimension: z.string(),
  below: z.number(),
  over: z.int(),
})
export type Alert = Readonly<z.infer<typeof Alert>>

/** What a rule has seen: the latest scores, at most `over` of them, and whether it has fired and not recovered since. */
export interface Watch {
  readonly latest: readonly number[]
  readonly isFiring: boolean
}

export const freshWatch: Watch = { latest: [], isFiring: false }

/**
 * Shows a rule further scores, one by one. It fires when the mean of the last `over` falls under `below`, is silent
 * until it has recovered, and may fire again then. Gives the means at which it fired.
 */
export function watchScores({ below, over }: Pick<Alert, 'below' | 'over'>, watch: Watch, scores: readonly number[]) {
  const seen = [...watch.latest, ...scores]
  const parts = seen.map(partsOf)
  const firedAt: number[] = []
  let isFiring = watch.isFiring
  let sum = 0
  for (const [i, latest] of parts.entries()) {
    sum += latest - (parts[i - over] ?? 0)
    if (i < watch.latest.length || i + 1 < over) continue
    const mean = Math.round(sum / over) / partsPerOne
    if (mean < below && !isFiring) firedAt.push(mean)
    isFiring = mean < below
  }
  return { watch: { latest: seen.slice(-over), isFiring } satisfies Watch, firedAt }
}

/** Did too much of a batch fail? */
export function isPoorBatch({ total, failed }: { readonly total: number; readonly failed: number }): boolean {
  return failed > total * batchFailureShareMax
}

/**
 * Scores have four decimals; so have their means, so that 0.3 is not under 0.3 by a rounding. They are added up as whole
 * numbers, or the sum would depend on what was added and taken away before.
 */
function partsOf(score: number): number {
  return Math.round(score * partsPerOne)
}

const partsPerOne = 1e4
