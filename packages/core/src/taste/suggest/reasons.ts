import type { AttributeName } from '../attributes.ts'
import { type Coordinates, squaredDistance } from '../gaussian-process/kernel.ts'
import type { TasteFrame } from '../gaussian-process/observations.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'
import type { Beliefs } from './beliefs.ts'
import type { Candidate } from './choose.ts'
import type { ChosenQuestion } from './choose-questions.ts'
import { rivalReason } from './rival-reason.ts'

/** In log odds: beyond this, a frame counts as liked or disliked. */
const clearUtility = 0.5
/** A picture is like a judged one if their correlation, by distance alone, is at least this. */
const alikeMin = 0.3

export const repeatReason = 'You judged these two before. Judging them again shows how consistent you are.'

/** Says nothing of what they said. */
export function othersReason(count: number): string {
  return `Others in the team have judged ${count === 1 ? 'this picture' : 'these pictures'}; what do you say?`
}

/** Why a frame or pair is suggested. */
export function reasonFor(
  { a, b }: Candidate,
  beliefs: Beliefs,
  frameAt: (index: number) => TasteFrame,
  model: TasteModel,
): string {
  const rivals = rivalReason(model, (b === undefined ? [a] : [a, b]).map(frameAt))
  if (rivals !== undefined) return rivals
  const isNew = (frame: number) => !isLikeJudged(frameAt(frame).coordinates, model)
  const utility = (frame: number) => beliefs.means[frame] as number
  if (b === undefined) return labelReason(model.observations.length === 0, isNew(a), utility(a))
  if (model.observations.length === 0)
    return 'Nothing has been judged yet; these two represent many pictures in the project.'
  return pairReason([utility(a), utility(b)], isNew(a) && isNew(b))
}

function labelReason(isFirst: boolean, isNew: boolean, utility: number): string {
  if (isFirst) return 'Nothing has been judged yet; this picture represents many in the project.'
  if (isNew) return 'You have not judged anything like it yet.'
  if (Math.abs(utility) < clearUtility) return 'Your judgements so far do not say whether you would like it.'
  return 'It represents pictures in the project about which little is known.'
}

function pairReason(utilities: readonly number[], areNew: boolean): string {
  if (areNew) return 'You have not judged anything like these two yet.'
  if (utilities.every((one) => one > clearUtility))
    return 'You would like both; your judgements so far do not say which one more.'
  if (utilities.every((one) => one < -clearUtility))
    return 'You would dislike both; your judgements so far do not say which one more.'
  return 'Your judgements so far do not say which of the two you would prefer.'
}

function isLikeJudged({ axes }: Coordinates, { frames, observations, settings: { kernel } }: TasteModel): boolean {
  const squareMax = -2 * kernel.bandwidth ** 2 * Math.log(alikeMin)
  const judged = new Set(observations.flatMap(({ plus, minus = plus }) => [plus, minus]))
  return frames.some((frame, i) => judged.has(i) && squaredDistance(axes, frame.coordinates.axes) <= squareMax)
}

const attributesNamedMax = 2

/** Attributes whose names are not plain words, completing "The pictures differ in …". */
const plainNames: Partial<Readonly<Record<AttributeName, string>>> = {
  neon: 'glaring colours',
  hue_spread: 'the variety of hues',
  palette_size: 'the number of colours',
  palette_harmony: 'the harmony of colours',
  edge_density: 'outlines',
  white_space: 'empty space',
  text_density: 'the amount of text',
  figure_ground_contrast: 'how clearly things stand out',
  grid_alignment: 'how far they follow a grid',
  centre_focus: 'how centred they are',
  thirds_energy: 'how they follow the rule of thirds',
  pastel: 'pastel colours',
  aspect: 'format',
}

export function questionReason({ open }: ChosenQuestion, hasFrames: boolean): string {
  const names = open.slice(0, attributesNamedMax).map((name) => plainNames[name] ?? name)
  if (names.length === 0) return 'Your answers already cover this, but not in these words.'
  const what = names.join(' and ')
  return hasFrames
    ? `The pictures in the project differ in ${what}, and no answer covers it yet.`
    : `No answer covers ${what} yet.`
}
