import { type TasteFrame, weightsOf } from '../gaussian-process/observations.ts'
import { covariancesToJudged } from '../gaussian-process/posterior.ts'
import type { PosteriorPart, TasteModel } from '../gaussian-process/taste-model.ts'
import { probabilityOf } from '../score.ts'
import { termValuesOf } from '../simple-tastes/simple-taste.ts'
import { placeOf, squareOf } from '../simple-tastes/terms.ts'
import { attributeNames, type Trait, traits } from '../simple-tastes/traits.ts'

/**
 * What moves a score away from 0.5, in points of the score. The effects add up to the distance: each explanation of the
 * judgements distributes its own share of the distance over its terms, in proportion to their utilities.
 */
export interface ScoreEffects {
  /** For each unit of utility of the prior mean and of the wishes. */
  readonly perPrior: number
  readonly perWish: number
  /** The owner's bias towards calling pictures good. */
  readonly bias: number
  readonly traits: ReadonlyMap<Trait, number>
  /** What all judged frames contribute through their similarity. */
  readonly judged: number
  /** The same of frames that stand in for those of a missing side. */
  readonly standIns: number
  /** The similar frames that contribute most to `judged`, largest first. */
  readonly nearest: readonly number[]
}

const nearestMax = 3

/** `parts` is what the components and then the simple tastes of the model predict for the frame. */
export function scoreEffectsOf(model: TasteModel, frame: TasteFrame, parts: readonly PosteriorPart[]): ScoreEffects {
  const { components, simpleTastes, settings } = model
  const scales = parts.map(pointsPerUtility)
  const ofKinds = kindEffects(model, frame, scales)
  const values = termValuesOf(frame, settings)
  const factors = new Float64Array(values.length)
  for (const [i, { places, mean }] of simpleTastes.entries()) {
    const scale = scales[components.length + i] as number
    for (const [k, place] of places.entries()) factors[place] = (factors[place] as number) + scale * (mean[k] as number)
  }
  const [bias = 0, wishes = 0] = factors
  const effectAt = (place: number) => (factors[place] as number) * (values[place] as number)
  const ofTraits = new Map(traits.map((trait) => [trait, effectAt(placeOf(trait))]))
  for (const name of attributeNames) ofTraits.set(name, (ofTraits.get(name) ?? 0) + effectAt(placeOf(squareOf(name))))
  // A direction in the space of pictures comes from the judged ones.
  let ofAxes = 0
  for (let place = placeOf('axis 0'); place < values.length; place++) ofAxes += effectAt(place)
  return {
    ...ofKinds,
    perWish: ofKinds.perWish + wishes / settings.wishScale,
    bias: ofKinds.bias + bias,
    judged: ofKinds.judged + ofAxes,
    traits: ofTraits,
  }
}

function kindEffects(model: TasteModel, frame: TasteFrame, scales: readonly number[]): Omit<ScoreEffects, 'traits'> {
  const { frames, observations, components, settings } = model
  const similarities = covariancesToJudged(model, [frame], 'judged').values
  const effects = new Float64Array(frames.length)
  let [perPrior, perWish, bias] = [0, 0, 0]
  for (const [i, { factor, gradient }] of components.entries()) {
    const scale = scales[i] as number
    const { frameWeights, labelBiasWeight } = weightsOf(observations, gradient, frames.length)
    for (let k = 0; k < effects.length; k++) {
      effects[k] = (effects[k] as number) + scale * (frameWeights[k] as number) * (similarities[k] as number)
    }
    perPrior += scale * factor
    perWish += scale
    bias += scale * settings.labelBiasVariance * labelBiasWeight
  }
  let standIns = 0
  for (const { plus, isStandIn } of observations) {
    if (!isStandIn) continue
    standIns += effects[plus] as number
    effects[plus] = 0
  }
  const judged = effects.reduce((sum, effect) => sum + effect, 0)
  return { perPrior, perWish, bias, judged, standIns, nearest: nearestOf(effects, similarities, Math.sign(judged)) }
}

function nearestOf(effects: Float64Array, similarities: Float64Array, direction: number): readonly number[] {
  const effectOf = (i: number) => direction * (effects[i] as number)
  return Array.from(effects.keys())
    .filter((i) => effectOf(i) > 0 && (similarities[i] as number) > 0)
    .sort((a, b) => effectOf(b) - effectOf(a) || a - b)
    .slice(0, nearestMax)
}

/** A utility closer to 0 has the slope at 0, where the quotient is undefined. */
const meanMin = 1e-6

function pointsPerUtility({ weight, mean, variance }: PosteriorPart): number {
  const from = Math.abs(mean) < meanMin ? meanMin : mean
  return (weight * (probabilityOf({ mean: from, variance }) - 0.5)) / from
}
