import { type MeasuredGain, measureGains } from '../advice/measured-gain.ts'
import type { Coordinates } from '../gaussian-process/kernel.ts'
import type { Judgements, TasteFrame, TasteSettings } from '../gaussian-process/observations.ts'
import {
  fitTaste,
  partsAt,
  predictTaste,
  tasteSettings,
  tasteSettingsWithoutCrowd,
} from '../gaussian-process/preference.ts'
import type { Prediction } from '../gaussian-process/taste-model.ts'
import { wholeTeam } from '../gaussian-process/voices.ts'
import { changeOfTaste } from '../judgements/change-of-taste.ts'
import { standInLabels } from '../judgements/missing-side.ts'
import { exemplarsOf } from '../likeness/exemplars.ts'
import { fitLikeness, type LikenessFit } from '../likeness/likeness.ts'
import { likenessSettings } from '../likeness/settings.ts'
import type { LikenessSpace } from '../likeness/space.ts'
import { ranksOf } from '../simple-tastes/traits.ts'
import { judgedPicturesIn } from '../tendencies/judged-pictures.ts'
import { tendenciesOf } from '../tendencies/tendencies.ts'
import { qualityJudgementsOf, relevanceOf } from '../usability/quality-relevance.ts'
import type { FramesAfter } from '../validation/held-out.ts'
import { type Explanation, explanationOf, nearestMax } from './explain.ts'
import {
  createProjector,
  type FeatureProjection,
  frameOf,
  type PriorInput,
  type PriorKnowledge,
  priorParts,
  projected,
  teamShareAfter,
} from './feature-projection.ts'
import type { FitInput, PictureFeatures } from './fit-input.ts'
import type { LearnedModel } from './learned-model.ts'
import { scoreEffectsOf } from './score-effects.ts'
import { scoreReasonsOf } from './score-reasons.ts'

/** Fits and applies models in the space of one embedder. */
export interface Learner {
  /** Fits a model, that of one person if it is to start from the team's. The same input always gives the same model. */
  learn(input: FitInput, team?: LearnedModel): LearnedModel
  /** The first label of a new taste, by its index, if the labels show that the owner's taste has changed. */
  changeIn(input: FitInput): number | undefined
  /** The input as the taste model sees it. */
  judgementsOf(input: FitInput): Judgements
  /** How the taste model sees the pictures given part of the judgements, if that depends on the judgements. */
  framesAfter(input: FitInput): FramesAfter | undefined
  /** What the taste model of a dimension expects of an owner who has judged nothing. */
  settingsOf(dimension: string): TasteSettings
  /** Whether the model of a dimension starts from the crowd's opinion. */
  knowsCrowd(dimension: string): boolean
  /** Projects a picture ahead: what every model needs of it is cached by its embedding object. */
  project(picture: PictureFeatures): void
  /** Where a picture is in the space of the taste model. */
  coordinatesOf(model: PriorInput, picture: PictureFeatures): Coordinates
  /** A picture as the taste model sees it. */
  frameOf(model: PriorInput, picture: PictureFeatures): TasteFrame
  /** The probability that the owner would call the picture good. */
  predict(model: LearnedModel, picture: PictureFeatures): number
  /** The same with the utility behind it. */
  predictionOf(model: LearnedModel, picture: PictureFeatures): Prediction
  /** What in the profile and in the picture contributed to the score. */
  explain(model: LearnedModel, picture: PictureFeatures): Explanation
  /** What each changed copy of a picture does to its score. */
  gainsOf(model: LearnedModel, picture: PictureFeatures, copies: readonly PictureFeatures[]): readonly MeasuredGain[]
}

/**
 * Without prior knowledge, scores start from the wishes alone. Without a likeness space, `likeness` is learned like a
 * custom dimension of the profile.
 */
export function createLearner(knowledge: PriorKnowledge | undefined, space?: LikenessSpace): Learner {
  const knowsCrowd = (dimension: string) => knowledge !== undefined && dimension === 'aesthetics'
  const settingsOf = (dimension: string) => {
    if (space && dimension === 'likeness') return likenessSettings
    return knowsCrowd(dimension) ? tasteSettings : tasteSettingsWithoutCrowd
  }
  const projection: FeatureProjection = { project: createProjector(knowledge), space, settingsOf }
  const predictionOf = (model: LearnedModel, picture: PictureFeatures) =>
    predictTaste(model.taste, frameOf(projection, model, picture), 0)
  return {
    learn: (input, team) => learn(projection, input, team),
    changeIn: (input) => changeIn(projection, input),
    judgementsOf: (input) => judgementsAfter(projection, input, input).judgements,
    framesAfter: (input) => framesAfter(projection, input),
    settingsOf,
    knowsCrowd,
    project(picture) {
      projection.project('aesthetics', picture)
      space?.project(picture)
    },
    coordinatesOf: (model, picture) => projected(projection, model, picture).coordinates,
    frameOf: (model, picture) => frameOf(projection, model, picture),
    predict: (model, picture) => predictionOf(model, picture).probability,
    predictionOf,
    explain: (model, picture) => explain(projection, model, picture),
    gainsOf(model, picture, copies) {
      const frameAt = (one: PictureFeatures) => frameOf(projection, model, one)
      return measureGains(model.taste, frameAt(picture), copies.map(frameAt))
    },
  }
}

function learn(projection: FeatureProjection, input: FitInput, team?: LearnedModel): LearnedModel {
  const { dimension, wishes, pictures, labels, comparisons } = input
  const { judgements, learnedFirst } = judgementsAfter(projection, input, input, team)
  const taste = fitTaste(judgements, projection.settingsOf(dimension))
  const elementIds = pictures.map((_, i) => [
    ...labels.flatMap(({ picture, elementId }) => (picture === i ? [elementId] : [])),
    ...comparisons.flatMap(({ a, b, elementId }) => (a === i || b === i ? [elementId] : [])),
  ])
  const { pooledTaste } = input
  const claims = { tendencies: tendenciesOf(judgedPicturesIn(input)).list, usualLabel: usualLabelIn(labels) }
  return {
    dimension,
    wishes,
    taste,
    elementIds,
    ...claims,
    ...(pooledTaste && { pooledTaste }),
    ...(team && { team, teamShare: teamShareOf(input) }),
    ...learnedFirst,
  }
}

function teamShareOf({ labels, comparisons }: Training): number {
  return teamShareAfter(labels.length + comparisons.length)
}

function changeIn(projection: FeatureProjection, { dimension, pictures, labels }: FitInput): number | undefined {
  const prior = { dimension, wishes: [] }
  const places = pictures.map((picture) => ({
    coordinates: projected(projection, prior, picture).coordinates,
    ranks: ranksOf(picture.attributes),
  }))
  return changeOfTaste(
    labels.flatMap(({ picture, good }) => {
      const place = places[picture]
      return place ? [{ ...place, good }] : []
    }),
  )
}

/** A difference of fewer standard errors could be chance. */
const usualLabelErrorsMin = 2

/** Owners who gave one side only may have had a reason for it. */
function usualLabelIn(labels: FitInput['labels']): LearnedModel['usualLabel'] {
  const good = labels.filter((label) => label.good).length
  const bad = labels.length - good
  if (good === 0 || bad === 0 || Math.abs(good - bad) < usualLabelErrorsMin * Math.sqrt(labels.length)) return undefined
  return good > bad ? 'good' : 'bad'
}

type Training = Pick<FitInput, 'labels' | 'comparisons'>

/** The input as the taste model sees it, given the training judgements. */
function judgementsAfter(projection: FeatureProjection, input: FitInput, training: Training, team?: LearnedModel) {
  const { dimension, wishes, pooledTaste, pictures, standIns = [] } = input
  const { views, ...learnedFirst } = learnFirst(projection, input, training)
  const prior = { dimension, wishes, pooledTaste, team, teamShare: teamShareOf(input), ...learnedFirst }
  const frames = [
    ...pictures.map((picture, i) => frameOf(projection, prior, picture, views?.[i])),
    ...standIns.map((picture) => frameOf(projection, prior, picture)),
  ]
  const standIn = standInLabels(input.labels)
  const judgements: Judgements = {
    frames,
    labels: input.labels.map(({ picture, good, weight, by }) => ({ frame: picture, good, weight, ...voiceOf(by) })),
    comparisons: input.comparisons.map(({ a, b, outcome, weight, by }) => ({ a, b, outcome, weight, ...voiceOf(by) })),
    ...(standIn && {
      standIns: standIns.map((_, i) => ({
        ...{ frame: pictures.length + i, good: standIn.good, weight: standIn.weight / standIns.length },
        voice: wholeTeam,
      })),
    }),
  }
  return { judgements, learnedFirst }
}

function voiceOf(by: string | undefined): { readonly voice?: string } {
  return by === undefined ? {} : { voice: by }
}

interface LearnedFirst extends Pick<LearnedModel, 'likeness' | 'relevance'> {
  /** What the views say about the judged pictures, each computed without itself. */
  readonly views?: LikenessFit['views']
}

/** Learns what changes the prior: the likeness to the good pictures, or the relevance of the qualities of screens. */
function learnFirst(
  { project, space }: FeatureProjection,
  { dimension, pictures }: FitInput,
  training: Training,
): LearnedFirst {
  if (dimension !== 'usability') {
    if (!space) return {}
    const projected = pictures.map((picture) => space.project(picture))
    // In `likeness` only exemplars say what the source is.
    return fitLikeness(space, projected, dimension === 'likeness' ? training.labels : exemplarsOf(training))
  }
  const estimates = pictures.flatMap((picture) => project(dimension, picture).estimates ?? [])
  const [first] = estimates
  // With another embedder there may be pictures without estimates.
  if (!first || estimates.length < pictures.length) return {}
  return { relevance: relevanceOf(qualityJudgementsOf(training, estimates), first.length) }
}

function framesAfter(projection: FeatureProjection, input: FitInput): FramesAfter | undefined {
  const isUsability = input.dimension === 'usability'
  if (!isUsability && !projection.space) return undefined
  return (training) => {
    const { judgements, learnedFirst } = judgementsAfter(projection, input, {
      labels: training.flatMap((i) => input.labels[i] ?? []),
      comparisons: training.flatMap((i) => input.comparisons[i - input.labels.length] ?? []),
    })
    const { frames: trained } = judgements
    if (isUsability) return { trained, predictedAt: (i) => trained[i] as TasteFrame, hasOtherDirections: true }
    const model = { ...input, ...learnedFirst }
    return { trained, predictedAt: (i) => frameOf(projection, model, input.pictures[i] as PictureFeatures) }
  }
}

function explain(projection: FeatureProjection, model: LearnedModel, picture: PictureFeatures): Explanation {
  const { taste } = model
  const frame = frameOf(projection, model, picture)
  const parts = partsAt(taste, frame)
  const prior = priorParts(projection, model, picture)
  const reasons = scoreReasonsOf(model, prior, scoreEffectsOf(taste, frame, parts), picture.attributes)
  return explanationOf(model, prior, predictTaste(taste, frame, nearestMax, parts), reasons, picture.attributes)
}
