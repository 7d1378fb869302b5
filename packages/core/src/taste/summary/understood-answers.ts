import type { z } from 'zod'
import { type Element, isRemovalMark } from '../../profile/schema.ts'
import { percentileRank } from '../attributes/quantiles.ts'
import type { Wish } from '../constraints.ts'
import type { UnderstoodAnswer, wishDirections } from '../diagnostics-schema.ts'
import { understandingsOf } from '../model/fit-input.ts'

/** How the seed and each answer were understood, for people to check. */
export function understoodAnswers(
  seed: string | null,
  constraints: readonly Element[],
): readonly z.infer<typeof UnderstoodAnswer>[] {
  const answers = constraints.filter((constraint) => !isRemovalMark(constraint))
  return understandingsOf(seed, answers).map(({ id, wishes, notUnderstood }) => ({
    id,
    wishes: wishes.map((wish) => ({ ...wish, direction: directionOf(wish) })),
    notUnderstood: [...notUnderstood],
  }))
}

/** A range whose middle is this close to the median asks for neither more nor less. */
const middleWidth = 0.05

function directionOf({ attribute, low, high }: Wish): (typeof wishDirections)[number] {
  const middle = (percentileRank(attribute, low) + percentileRank(attribute, high)) / 2
  if (Math.abs(middle - 0.5) <= middleWidth) return 'middle'
  return middle > 0.5 ? 'more' : 'less'
}
