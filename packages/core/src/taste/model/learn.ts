import { percentileRank } from '../attributes/quantiles.ts'
import { type AttributeName, attributes, type Measured } from '../attributes.ts'
import { type Wish, type WishPart, wishUtility } from '../constraints.ts'
import { estimateUsability } from '../usability.ts'
import type { FitInput, PictureFeatures } from './fit-input.ts'
import { type InterfaceQualities, usabilityCoordinates } from './interface-qualities.ts'
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
}

/** What was fitted in the built-in embedder's space before anyone judged. */
export interface PriorKnowledge {
  readonly prior: Prior
  readonly interfaceQualities: InterfaceQualities
  /** True if pictures are compared in the space of another embedder. */
  readonly isBesideAnother?: boolean
}

/** Fits and applies models in the space of one embedder. */
export interface Learner {
  /** Fits a model. The same input always gives the same model. */
  learn(input: FitInput): LearnedModel
  /** The input as the taste model sees it. */
  judgementsOf(input: FitInput): Judgements
  /** What the taste model of a dimension expects of an owner who has judged nothing. */
  settingsOf(dimension: string): TasteSettings
  /** Whether the model of a dimension starts from the crowd's opinion. */
  knowsCrowd(dimension: string): boolean
  /** A picture as the taste model sees it. */
  frameOf(model: Pick<LearnedModel, 'dimension' | 'wishes'>, picture: PictureFeatures): TasteFrame
  /** The probability that the owner would call the picture good. */
  predict(model: LearnedModel, picture: PictureFeatures): number
  /** What in the profile and in the picture contributed to the score. */
  explain(model: LearnedModel, picture: PictureFeatures): Explanation
}

/** Without knowledge, scores start from the wishes alone. */
export function createLearner(knowledge: PriorKnowledge | undefined): Learner {
  const project = createProjector(knowledge)
  const knowsCrowd = (dimension: string) => knowledge !== undefined && dimension === 'aesthetics'
  const settingsOf = (dimension: string) => (knowsCrowd(dimension) ? tasteSettings : tasteSettingsWithoutCrowd)
  return {
    learn: (input) => learn(project, input, settingsOf(input.dimension)),
    judgementsOf: (input) => judgementsOf(project, input),
    settingsOf,
    knowsCrowd,
    frameOf: (model, picture) => frameOf(project, model, picture),
    predict: (model, picture) => predictTaste(model.taste, frameOf(project, model, picture), 0).probability,
    explain: (model, picture) => explain(project, model, picture),
  }
}

interface Projection {
  readonly coordinates: Coordinates
  /** The prior's mean: what people in general would say of the picture. */
  readonly crowd: number
}

interface ScreenProjection extends Projection {
  /** Estimates of what a screen is like, by name. */
  readonly qualities: Readonly<Record<string, number>>
}

type Project = (dimension: string, picture: PictureFeatures) => ScreenProjection

function createProjector(knowledge: PriorKnowledge | undefined): Project {
  // By embedding object, because every dimension of every request asks for the same projection.
  const cache = new WeakMap<Float32Array, Projection>()
  return (dimension, picture) => {
    const { embedding, builtinEmbedding, attributes: measured } = picture
    const builtin = knowledge?.isBesideAnother ? builtinEmbedding : embedding
    const projection = cache.get(embedding) ?? projectPicture(knowledge, embedding, builtin)
    cache.set(embedding, projection)
    if (dimension !== 'usability' || !knowledge || !builtin) return { ...projection, qualities: {} }
    return projectScreen(knowledge.interfaceQualities, projection, builtin, measured)
  }
}

/**
 * Beside another embedder, what people in general say comes from the built-in one, and so do the directions in which
 * they differ; how alike two pictures are comes from the other.
 */
function projectPicture(
  knowledge: PriorKnowledge | undefined,
  embedding: Float32Array,
  builtin: Float32Array | undefined,
): Projection {
  if (!knowledge || !builtin) return { coordinates: unitCoordinates(embedding), crowd: 0 }
  const { prior, isBesideAnother = false } = knowledge
  const known = prior.project(builtin)
  const coordinates = isBesideAnother ? { ...known, axes: unitCoordinates(embedding).axes } : known
  return { coordinates, crowd: prior.meanAt(known) }
}

function projectScreen(
  { names, estimate }: InterfaceQualities,
  { coordinates, crowd }: Projection,
  builtin: Float32Array,
  measured: Measured,
): ScreenProjection {
  const estimates = estimate(builtin, measured)
  const qualities = Object.fromEntries(names.map((name, i) => [name, estimates[i] ?? 0]))
  return { coordinates: usabilityCoordinates(coordinates, estimates), crowd, qualities }
}

function learn(project: Project, input: FitInput, settings: TasteSettings): LearnedModel {
  const { dimension, wishes, pictures, labels, comparisons } = input
  const taste = fitTaste(judgementsOf(project, input), settings)
  const elementIds = pictures.map((_, i) => [
    ...labels.flatMap(({ picture, elementId }) => (picture === i ? [elementId] : [])),
    ...comparisons.flatMap(({ a, b, elementId }) => (a === i || b === i ? [elementId] : [])),
  ])
  return { dimension, wishes, taste, elementIds }
}

function judgementsOf(project: Project, input: FitInput): Judgements {
  return {
    frames: input.pictures.map((picture) => frameOf(project, input, picture)),
    labels: input.labels.map(({ picture, good, weight }) => ({ frame: picture, good, weight })),
    comparisons: input.comparisons,
  }
}

export interface Explanation {
  readonly confidence: number
  readonly details: Readonly<Record<string, unknown>>
}

const notableAttributesMax = 5
const nearestMax = 5
/** Wishes that an explanation lists: of more, those that contribute most, in their order. */
export const wishesShownMax = 100

/** All parts are utilities, in log odds of being called good. */
function explain(project: Project, model: LearnedModel, picture: PictureFeatures): Explanation {
  const prior = priorParts(project, model, picture)
  const prediction = predictTaste(model.taste, frameOf(project, model, picture), nearestMax)
  return {
    confidence: prediction.confidence,
    details: {
      utility: round(prediction.mean),
      deviation: round(Math.sqrt(prediction.variance)),
      prior: {
        crowd: round(prior.crowd * expectedAgreement(model.taste.settings)),
        constraints: strongestOf(prior.wishes.parts).map(roundPart),
        ...(model.dimension === 'usability' && { usability: prior.usability.parts.map(roundPart) }),
      },
      ...(model.dimension === 'usability' && { qualities: roundAll(prior.qualities) }),
      learned: { part: round(prediction.learnedPart), nearest: nearestOf(model, prediction) },
      attributes: notableAttributes(picture.attributes),
    },
  }
}

function strongestOf(parts: readonly WishPart[]): readonly WishPart[] {
  if (parts.length <= wishesShownMax) return parts
  const strongest = parts.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  const shown = new Set(strongest.slice(0, wishesShownMax))
  return parts.filter((part) => shown.has(part))
}

/** What the prior mean depends on besides the picture. */
type PriorInput = Pick<LearnedModel, 'dimension' | 'wishes'>

function frameOf(project: Project, input: PriorInput, picture: PictureFeatures): TasteFrame {
  const { coordinates, crowd, wishes, usability } = priorParts(project, input, picture)
  const priorMean = input.dimension === 'usability' ? usability.utility : crowd
  return { coordinates, priorMean, wishMean: wishes.utility }
}

/**
 * Wishes and the usability formula state utilities of an owner whose tastes vary less than the kernel says. So that they
 * count for as much in a score, they are scaled like the kernel's deviations.
 */
const utilityScale = 1.5

/** The parts of the prior: the crowd's opinion, the constraints' wishes, and the usability formula. */
function priorParts(project: Project, { dimension, wishes }: PriorInput, picture: PictureFeatures) {
  const { attributes: measured } = picture
  const { coordinates, crowd, qualities } = project(dimension, picture)
  return {
    coordinates,
    crowd: dimension === 'aesthetics' ? crowd : 0,
    qualities,
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

function roundAll(values: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, round(value)]))
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4 || 0
}
