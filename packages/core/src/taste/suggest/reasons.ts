import { type Coordinates, squaredDistance } from '../gaussian-process/kernel.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'
import type { Beliefs } from './beliefs.ts'
import type { Candidate } from './choose.ts'
import type { ChosenQuestion } from './choose-questions.ts'

/** In log odds: from here on a frame counts as liked, or as disliked. */
const clearUtility = 0.5
/** Correlation with a judged picture, by nearness alone, from which on a picture is like it. */
const alikeMin = 0.3

export const repeatReason = 'You judged these two before. Your answer shows how steady your judgements are.'

/** Why a frame, or a pair, is asked about. */
export function reasonFor(
  candidate: Candidate,
  beliefs: Beliefs,
  coordinates: readonly Coordinates[],
  model: TasteModel,
): string {
  const { a, b } = candidate
  const isNew = (frame: number) => !isLikeJudged(coordinates[frame] as Coordinates, model)
  const utility = (frame: number) => beliefs.means[frame] as number
  if (b === undefined) return labelReason(model.observations.length === 0, isNew(a), utility(a))
  if (model.observations.length === 0) return 'Nothing was judged yet; these two stand for many frames of the project.'
  return pairReason([utility(a), utility(b)], isNew(a) && isNew(b))
}

function labelReason(isFirst: boolean, isNew: boolean, utility: number): string {
  if (isFirst) return 'Nothing was judged yet; this frame stands for many of the project.'
  if (isNew) return 'Nothing like it was judged yet.'
  if (Math.abs(utility) < clearUtility) return 'Your judgements so far do not say whether you would like it.'
  return 'It stands for frames of the project about which little is known.'
}

function pairReason(utilities: readonly number[], areNew: boolean): string {
  if (areNew) return 'Nothing like these two was judged yet.'
  if (utilities.every((one) => one > clearUtility)) return 'Both are near what you like; which matters more is open.'
  if (utilities.every((one) => one < -clearUtility)) return 'Both are far from what you like; which is worse is open.'
  return 'Your judgements so far do not say which of the two you would prefer.'
}

function isLikeJudged({ axes }: Coordinates, { frames, observations, settings: { kernel } }: TasteModel): boolean {
  const squareMax = -2 * kernel.bandwidth ** 2 * Math.log(alikeMin)
  const judged = new Set(observations.flatMap(({ plus, minus = plus }) => [plus, minus]))
  return frames.some((frame, i) => judged.has(i) && squaredDistance(axes, frame.coordinates.axes) <= squareMax)
}

const attributesNamedMax = 2

export function questionReason({ open }: ChosenQuestion, hasFrames: boolean): string {
  const names = open.slice(0, attributesNamedMax).map((name) => name.replaceAll('_', ' '))
  if (names.length === 0) return 'Your answers speak of this already, but not in these words.'
  const what = names.join(' and ')
  return hasFrames
    ? `The frames of the project differ in ${what}, and no answer speaks of it yet.`
    : `No answer speaks of ${what} yet.`
}
