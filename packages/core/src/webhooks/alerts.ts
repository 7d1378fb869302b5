import { z } from 'zod'
import { characters } from '../fields.ts'

export const alertsPerProfileMax = 50
/** The longest window of a rule, in frames. */
export const alertFramesMax = 1000
/** A batch with a larger share of failed frames raises an alert. */
export const batchFailureShareMax = 0.05

export const NewAlert = z.object({
  profileId: z.string(),
  dimension: characters(1, 64),
  below: z.number().gt(0).max(1),
  over: z.int().min(1).max(alertFramesMax).optional().meta({ description: 'Number of frames; 1 by default' }),
})

export const Alert = z.object({
  id: z.string(),
  profileId: z.string(),
  dimension: z.string(),
  below: z.number(),
  over: z.int(),
})
export type Alert = Readonly<z.infer<typeof Alert>>

/** The state of a rule: its window of at most `over` latest scores, and whether it has fired and not recovered since. */
export interface AlertState {
  readonly latest: readonly number[]
  readonly isFiring: boolean
}

export const initialAlertState: AlertState = { latest: [], isFiring: false }

/**
 * Feeds new scores to a rule, one by one. The rule fires when the mean of the last `over` scores falls below `below`;
 * it can fire again only after the mean has recovered. `firedAt` has the means at which it fired.
 */
export function evaluateAlert(
  { below, over }: Pick<Alert, 'below' | 'over'>,
  state: AlertState,
  scores: readonly number[],
) {
  const seen = [...state.latest, ...scores]
  const units = seen.map(toTenThousandths)
  const firedAt: number[] = []
  let isFiring = state.isFiring
  let sum = 0
  for (const [i, latest] of units.entries()) {
    sum += latest - (units[i - over] ?? 0)
    if (i < state.latest.length || i + 1 < over) continue
    const mean = Math.round(sum / over) / 1e4
    if (mean < below && !isFiring) firedAt.push(mean)
    isFiring = mean < below
  }
  return { state: { latest: seen.slice(-over), isFiring } satisfies AlertState, firedAt }
}

export function isPoorBatch({ total, failed }: { readonly total: number; readonly failed: number }): boolean {
  return failed > total * batchFailureShareMax
}

/**
 * Scores and their means have four decimals. Integer sums are exact, so a mean of 0.3 never counts as below 0.3 and the
 * running sum does not drift.
 */
function toTenThousandths(score: number): number {
  return Math.round(score * 1e4)
}
