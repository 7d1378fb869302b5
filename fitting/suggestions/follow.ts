import { percentileRank } from '@palate/core/taste/attributes/quantiles.ts'
import { measureAttributes, type Pixels } from '@palate/core/taste/attributes.ts'
import type { Edit } from './edits.ts'

/** An edit that changes the attribute by a smaller share of typical pictures does not follow the suggestion. */
export const rankStep = 0.2
const strengths = [0.25, 0.5, 0.75, 1]

/** The weakest edit with which the attribute reaches a rank, or else the strongest; undefined if that is not a step. */
export async function follow(
  picture: Pixels,
  { attribute, wantsMore, apply }: Edit,
  wanted: number,
): Promise<Pixels | undefined> {
  const rankIn = (one: Pixels) => percentileRank(attribute, measureAttributes(one)[attribute])
  const before = rankIn(picture)
  let farthest: { readonly edited: Pixels; readonly step: number } | undefined
  for (const strength of strengths) {
    const edited = await apply(picture, strength)
    const step = (rankIn(edited) - before) * (wantsMore ? 1 : -1)
    if (step > (farthest?.step ?? 0)) farthest = { edited, step }
    if (step >= Math.abs(wanted - before)) break
  }
  return farthest && farthest.step >= rankStep ? farthest.edited : undefined
}
