import { percentileRank } from '../attributes/quantiles.ts'
import { type AttributeName, attributes, type Measured } from '../attributes.ts'
import { type Wish, wishUtility } from '../constraints.ts'
import {
  fitLikeness,
  type Likeness,
  likenessUtility,
  sourceConfidence,
  type ViewLikeness,
  viewLikenesses,
} from '../likeness/likeness.ts'
import { likenessSettings } from '../likeness/settings.ts'
import type { LikenessSpace } from '../likeness/space.ts'
import { describeLikeness } from '../likeness/words.ts'
import { estimateUsability } from '../usability.ts'
import type { FitInput, PictureFeatures } from './fit-input.ts'
import type { FramesAfter } from './held-out.ts'
import { type Coordinates, unitCoordinates } from './kernel.ts'
import type { Judgements, TasteFrame, TasteSettings } from './observations.ts'
import {
  expectedAgreement,
  fitTaste,
  type Prediction,
  predictTaste,
  type TasteModel,
  tasteSettings,
  tasteSettingsWithoutCrowd,
} from './preference.ts'
import type { Prior } from './prior.ts'

/** The fitted model of one dimension, as plain data that one thread can fit and another use. */
export interface LearnedModel {
  readonly dimension: string
  readonly wishes: readonly Wish[]
  readonly taste: TasteModel
  /** For each training picture, the ids of the elements that judge it. */
  readonly elementIds: readonly (readonly string[])[]
  /** Of the dimension `likeness`: what the good exemplars have in common. */
  readonly likeness?: Likeness
}

/** Fits and applies models in the space of one embedder. Only the built-in embedder has a prior. */
export interface Learner {
  /** Fits a model. The same input always gives the same model. */
  learn(input: FitInput): LearnedModel
  /** The input as the taste model sees it. */
  judgementsOf(input: FitInput): Judgements
  /** How the taste model sees the pictures after a part of the judgements, if these change how it does. */
  framesAfter(input: FitInput): FramesAfter | undefined
  /** What the taste model of a dimension expects of an owner who has judged nothing. */
  settingsOf(dimension: string): TasteSettings
  /** A picture as the taste model sees it. */
  frameOf(model: LearnedModel, picture: PictureFeatures): TasteFrame
  /** The probability that the owner would call the picture good. */
  predict(model: LearnedModel, picture: PictureFeatures): number
  /** What in the profile and in the picture contributed to the score. */
  explain(model: LearnedModel, picture: PictureFeatures): Explanation
}

/** Without a likeness space, `likeness` is learned like a dimension of the profile's own. */
export function createLearner(prior: Prior | undefined, space?: LikenessSpace): Learner {
  const see: Sight = { project: createProjector(prior), space }
  const settingsOf = (dimension: string) => {
    if (space && dimension === 'likeness') return likenessSettings
    return prior && dimension === 'aesthetics' ? tasteSettings : tasteSettingsWithoutCrowd
  }
  return {
    learn: (input) => learn(see, input, settingsOf(input.dimension)),
    judgementsOf: (input) => withLikeness(see, input, input.labels).judgements,
    framesAfter: (input) => framesAfter(see, input),
    settingsOf,
    frameOf: (model, picture) => frameOf(see, model, picture),
    predict: (model, picture) => predictTaste(model.taste, frameOf(see, model, picture), 0).probability,
    explain: (model, picture) => explain(see, model, picture),
  }
}

/** How pictures are seen: in the space of the taste model, and in that of `likeness`. */
interface Sight {
  readonly project: Project
  readonly space: LikenessSpace | undefined
}

interface Projection {
  readonly coordinates: Coordinates
  /** The prior's mean: what people in general would say of the picture. */
  readonly crowd: number
}

type Project = (embedding: Float32Array) => Projection

/** Caches by embedding object, because every dimension of every request asks for the same projection. */
function createProjector(prior: Prior | undefined): Project {
  const cache = new WeakMap<Float32Array, Projection>()
  return (embedding) => {
    const cached = cache.get(embedding)
    if (cached) return cached
    const coordinates = prior ? prior.project(embedding) : unitCoordinates(embedding)
    const projection = { coordinates, crowd: prior ? prior.meanAt(coordinates) : 0 }
    cache.set(embedding, projection)
    return projection
  }
}

function learn(see: Sight, input: FitInput, settings: TasteSettings): LearnedModel {
  const { dimension, wishes, pictures, labels, comparisons } = input
  const { judgements, likeness } = withLikeness(see, input, labels)
  const taste = fitTaste(judgements, settings)
  const elementIds = pictures.map((_, i) => [
    ...labels.flatMap(({ picture, elementId }) => (picture === i ? [elementId] : [])),
    ...comparisons.flatMap(({ a, b, elementId }) => (a === i || b === i ? [elementId] : [])),
  ])
  return { dimension, wishes, taste, elementIds, ...(likeness && { likeness }) }
}

/** The input as the taste model sees it. The labels are those that likeness is learned from. */
function withLikeness(see: Sight, input: FitInput, labels: FitInput['labels']) {
  const { dimension, wishes, pictures } = input
  const { space } = see
  const fit =
    space && dimension === 'likeness'
      ? fitLikeness(
          space,
          pictures.map((picture) => space.project(picture)),
          labels,
        )
      : undefined
  const likeness = fit?.likeness
  const frames = pictures.map((picture, i) => {
    const frame = frameOf(see, { dimension, wishes, ...(likeness && { likeness }) }, picture)
    return fit ? { ...frame, priorMean: fit.logOdds[i] as number } : frame
  })
  const judgements: Judgements = {
    frames,
    labels: input.labels.map(({ picture, good, weight }) => ({ frame: picture, good, weight })),
    comparisons: input.comparisons,
  }
  return { judgements, likeness }
}

function framesAfter(see: Sight, input: FitInput): FramesAfter | undefined {
  if (!see.space || input.dimension !== 'likeness') return undefined
  return (training) => {
    const labels = training.flatMap((i) => input.labels[i] ?? [])
    const { judgements, likeness } = withLikeness(see, input, labels)
    const { dimension, wishes } = input
    return {
      trained: judgements.frames,
      predicted: input.pictures.map((picture) =>
        frameOf(see, { dimension, wishes, ...(likeness && { likeness }) }, picture),
      ),
    }
  }
}

export interface Explanation {
  readonly confidence: number
  readonly details: Readonly<Record<string, unknown>>
}

const notableAttributesMax = 5
const nearestMax = 5

/** All parts are utilities, in log odds of being called good. */
function explain(see: Sight, model: LearnedModel, picture: PictureFeatures): Explanation {
  const prior = priorParts(see, model, picture)
  const prediction = predictTaste(model.taste, frameOf(see, model, picture), nearestMax)
  const { likeness } = model
  const ofSource = likeness && see.space ? sourceConfidence(see.space, likeness) : 0
  return {
    // What the good exemplars have in common leaves the rest of the judgements the less to tell.
    confidence: 1 - (1 - ofSource) * (1 - prediction.confidence),
    details: {
      utility: round(prediction.mean),
      deviation: round(Math.sqrt(prediction.variance)),
      ...(model.likeness && { summary: describeLikeness(prior.views, model.likeness) }),
      prior: {
        ...(model.likeness
          ? { views: prior.views.map(roundView) }
          : { crowd: round(prior.crowd * expectedAgreement(model.taste.settings)) }),
        constraints: prior.wishes.parts.map(roundPart),
        ...(model.dimension === 'usability' && { usability: prior.usability.parts.map(roundPart) }),
      },
      learned: { part: round(prediction.learnedPart), nearest: nearestOf(model, prediction) },
      attributes: notableAttributes(picture.attributes),
    },
  }
}

/** What the prior mean depends on besides the picture. */
type PriorInput = Pick<LearnedModel, 'dimension' | 'wishes' | 'likeness'>

function frameOf(see: Sight, input: PriorInput, picture: PictureFeatures): TasteFrame {
  const { coordinates, crowd, views, wishes, usability } = priorParts(see, input, picture)
  const priorMean = input.dimension === 'usability' ? usability.utility : crowd + likenessUtility(views)
  return { coordinates, priorMean, wishMean: wishes.utility }
}

/**
 * Wishes and the usability formula state utilities of an owner whose tastes vary less than the kernel says. So that they
 * count for as much in a score, they are scaled like the kernel's deviations.
 */
const utilityScale = 1.5

/** The parts of the prior: the crowd's opinion, the likeness, the constraints' wishes, and the usability formula. */
function priorParts({ project, space }: Sight, input: PriorInput, picture: PictureFeatures) {
  const { dimension, wishes, likeness } = input
  const { embedding, attributes: measured } = picture
  const inViews = likeness && space ? { space, likeness, picture: space.project(picture) } : undefined
  const { coordinates, crowd } = inViews ? { ...inViews.picture, crowd: 0 } : project(embedding)
  return {
    coordinates,
    crowd: dimension === 'aesthetics' ? crowd : 0,
    views: inViews ? viewLikenesses(inViews) : [],
    wishes: scaled(wishUtility(wishes, measured)),
    usability: scaled(estimateUsability(measured)),
  }
}

function scaled<Part extends { readonly contribution: number }>(estimate: {
  readonly utility: number
  readonly parts: readonly Part[]
}) {
  return {
    utility: estimate.utility * utilityScale,
    parts: estimate.parts.map((part) => ({ ...part, contribution: part.contribution * utilityScale })),
  }
}

function nearestOf({ elementIds }: LearnedModel, { nearest }: Prediction) {
  return nearest
    .filter(({ influence }) => Math.abs(influence) >= 0.001)
    .map(({ frame, influence }) => ({ elements: elementIds[frame] ?? [], influence: round(influence) }))
}

/** Many pictures have none of an attribute such as `neon`, so a value of 0 is not the most unusual. */
const percentileOfZero = 0.05

/** The attributes in which the picture is furthest from typical pictures. */
function notableAttributes(measured: Measured): readonly { name: AttributeName; value: number; word: string }[] {
  return attributes
    .map(({ name, low, high }) => {
      const percentile = measured[name] === 0 ? percentileOfZero : percentileRank(name, measured[name])
      return {
        name,
        value: round(measured[name]),
        word: percentile < 0.5 ? low : high,
        distance: Math.abs(percentile - 0.5),
      }
    })
    .sort((a, b) => b.distance - a.distance)
    .slice(0, notableAttributesMax)
    .map(({ name, value, word }) => ({ name, value, word }))
}

function roundPart<Part extends { readonly measured: number; readonly contribution: number }>(part: Part): Part {
  return { ...part, measured: round(part.measured), contribution: round(part.contribution) }
}

function roundView({ view, share, logOdds }: ViewLikeness) {
  return { view, share: round(share), logOdds: round(logOdds) }
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4 || 0
}
