import { type Wish, wishUtility } from '../constraints.ts'
import { fitLikeness, type Likeness, likenessUtility, sourceConfidence, viewLikenesses } from '../likeness/likeness.ts'
import { likenessSettings } from '../likeness/settings.ts'
import type { LikenessSpace } from '../likeness/space.ts'
import { estimateUsability } from '../usability.ts'
import { type Explanation, explanationOf, nearestMax } from './explain.ts'
import type { FitInput, PictureFeatures } from './fit-input.ts'
import type { FramesAfter } from './held-out.ts'
import { type InterfaceQualities, usabilityCoordinates } from './interface-qualities.ts'
import { type Coordinates, unitCoordinates } from './kernel.ts'
import type { Judgements, TasteFrame, TasteSettings } from './observations.ts'
import { type PooledTaste, pooledUtility } from './pooled.ts'
import { fitTaste, predictTaste, type TasteModel, tasteSettings, tasteSettingsWithoutCrowd } from './preference.ts'
import type { Prior } from './prior.ts'
import { qualityJudgementsOf, relevanceOf } from './quality-relevance.ts'

/** The fitted model of one dimension, as plain data that one thread can fit and another use. */
export interface LearnedModel {
  readonly dimension: string
  readonly wishes: readonly Wish[]
  readonly taste: TasteModel
  /** What the others of the project have in common, if the taste began from it. */
  readonly pool?: PooledTaste | undefined
  /** For each training picture, the ids of the elements that judge it. */
  readonly elementIds: readonly (readonly string[])[]
  /** Of the dimension `likeness`: what the good exemplars have in common. */
  readonly likeness?: Likeness
  /** Of the dimension `usability`: how much each quality of a screen matters to the owner. */
  readonly relevance?: readonly number[]
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
  /** How the taste model sees the pictures after a part of the judgements, if these change how it does. */
  framesAfter(input: FitInput): FramesAfter | undefined
  /** What the taste model of a dimension expects of an owner who has judged nothing. */
  settingsOf(dimension: string): TasteSettings
  /** Whether the model of a dimension starts from the crowd's opinion. */
  knowsCrowd(dimension: string): boolean
  /** A picture as the taste model sees it. */
  frameOf(model: PriorInput, picture: PictureFeatures): TasteFrame
  /** The probability that the owner would call the picture good. */
  predict(model: LearnedModel, picture: PictureFeatures): number
  /** What in the profile and in the picture contributed to the score. */
  explain(model: LearnedModel, picture: PictureFeatures): Explanation
}

/**
 * Without knowledge, scores start from the wishes alone. Without a likeness space, `likeness` is learned like a dimension of
 * the profile's own.
 */
export function createLearner(knowledge: PriorKnowledge | undefined, space?: LikenessSpace): Learner {
  const knowsCrowd = (dimension: string) => knowledge !== undefined && dimension === 'aesthetics'
  const settingsOf = (dimension: string) => {
    if (space && dimension === 'likeness') return likenessSettings
    return knowsCrowd(dimension) ? tasteSettings : tasteSettingsWithoutCrowd
  }
  const see: Sight = { project: createProjector(knowledge), space, settingsOf }
  return {
    learn: (input) => learn(see, input),
    judgementsOf: (input) => judgementsAfter(see, input, input).judgements,
    framesAfter: (input) => framesAfter(see, input),
    settingsOf,
    knowsCrowd,
    frameOf: (model, picture) => frameOf(see, model, picture),
    predict: (model, picture) => predictTaste(model.taste, frameOf(see, model, picture), 0).probability,
    explain: (model, picture) => explain(see, model, picture),
  }
}

/** How pictures are seen: in the space of the taste model, and in that of `likeness`. */
interface Sight {
  readonly project: Project
  readonly space: LikenessSpace | undefined
  readonly settingsOf: Learner['settingsOf']
}

interface Projection {
  readonly coordinates: Coordinates
  /** The prior's mean: what people in general would say of the picture. */
  readonly crowd: number
}

/** Of a screen, with estimates of what it is like, by name. */
interface ScreenProjection extends Projection {
  readonly qualities: Readonly<Record<string, number>>
  readonly estimates?: Float32Array
}

type Project = (dimension: string, picture: PictureFeatures, relevance?: readonly number[]) => ScreenProjection

function createProjector(knowledge: PriorKnowledge | undefined): Project {
  // By embedding object, because every dimension of every request asks for the same projection.
  const cache = new WeakMap<Float32Array, Projection>()
  return (dimension, picture, relevance) => {
    const { embedding, builtinEmbedding, attributes: measured } = picture
    const builtin = knowledge?.isBesideAnother ? builtinEmbedding : embedding
    const projection = cache.get(embedding) ?? projectPicture(knowledge, embedding, builtin)
    cache.set(embedding, projection)
    if (dimension !== 'usability' || !knowledge || !builtin) return { ...projection, qualities: {} }
    const estimates = knowledge.interfaceQualities.estimate(builtin, measured)
    return projectScreen(knowledge.interfaceQualities, projection, estimates, relevance)
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
  { names }: InterfaceQualities,
  { coordinates, crowd }: Projection,
  estimates: Float32Array,
  relevance: readonly number[] | undefined,
): ScreenProjection {
  const qualities = Object.fromEntries(names.map((name, i) => [name, estimates[i] ?? 0]))
  return { coordinates: usabilityCoordinates(coordinates, estimates, relevance), crowd, qualities, estimates }
}

function learn(see: Sight, input: FitInput): LearnedModel {
  const { dimension, wishes, pictures, labels, comparisons } = input
  const { judgements, learnedFirst } = judgementsAfter(see, input, input)
  const taste = fitTaste(judgements, see.settingsOf(dimension))
  const elementIds = pictures.map((_, i) => [
    ...labels.flatMap(({ picture, elementId }) => (picture === i ? [elementId] : [])),
    ...comparisons.flatMap(({ a, b, elementId }) => (a === i || b === i ? [elementId] : [])),
  ])
  const { pool } = input
  return { dimension, wishes, taste, elementIds, ...(pool && { pool }), ...learnedFirst }
}

type Training = Pick<FitInput, 'labels' | 'comparisons'>

/** The input as the taste model sees it, after what the training judgements teach of how to see it. */
function judgementsAfter(see: Sight, input: FitInput, training: Training) {
  const { dimension, wishes, pool, pictures } = input
  const { logOdds, ...learnedFirst } = learnFirst(see, input, training)
  const frames = pictures.map((picture, i) => {
    const frame = frameOf(see, { dimension, wishes, pool, ...learnedFirst }, picture)
    return logOdds ? { ...frame, priorMean: logOdds[i] as number } : frame
  })
  const judgements: Judgements = {
    frames,
    labels: input.labels.map(({ picture, good, weight }) => ({ frame: picture, good, weight })),
    comparisons: input.comparisons,
  }
  return { judgements, learnedFirst }
}

interface LearnedFirst extends Pick<LearnedModel, 'likeness' | 'relevance'> {
  /** Of the judged pictures, each without itself. */
  readonly logOdds?: ArrayLike<number>
}

/** What changes how pictures are seen: the likeness to the good ones, or the relevance of the qualities of screens. */
function learnFirst({ project, space }: Sight, { dimension, pictures }: FitInput, training: Training): LearnedFirst {
  if (space && dimension === 'likeness') {
    const projected = pictures.map((picture) => space.project(picture))
    return fitLikeness(space, projected, training.labels)
  }
  if (dimension !== 'usability') return {}
  const estimates = pictures.flatMap((picture) => project(dimension, picture).estimates ?? [])
  const [first] = estimates
  // With another embedder there may be pictures without estimates.
  if (!first || estimates.length < pictures.length) return {}
  return { relevance: relevanceOf(qualityJudgementsOf(training, estimates), first.length) }
}

function framesAfter(see: Sight, input: FitInput): FramesAfter | undefined {
  const isLikeness = see.space !== undefined && input.dimension === 'likeness'
  if (!isLikeness && input.dimension !== 'usability') return undefined
  return (training) => {
    const { judgements, learnedFirst } = judgementsAfter(see, input, {
      labels: training.flatMap((i) => input.labels[i] ?? []),
      comparisons: training.flatMap((i) => input.comparisons[i - input.labels.length] ?? []),
    })
    const { frames: trained } = judgements
    if (!isLikeness) return { trained, predicted: trained, hasOtherDirections: true }
    return { trained, predicted: input.pictures.map((picture) => frameOf(see, { ...input, ...learnedFirst }, picture)) }
  }
}

function explain(see: Sight, model: LearnedModel, picture: PictureFeatures): Explanation {
  const prediction = predictTaste(model.taste, frameOf(see, model, picture), nearestMax)
  const { likeness } = model
  const ofSource = likeness && see.space ? sourceConfidence(see.space, likeness) : 0
  return explanationOf(model, priorParts(see, model, picture), prediction, ofSource, picture.attributes)
}

/** What a frame depends on besides the picture. */
type PriorInput = Pick<LearnedModel, 'dimension' | 'wishes' | 'pool' | 'likeness' | 'relevance'>

function frameOf(see: Sight, input: PriorInput, picture: PictureFeatures): TasteFrame {
  const { coordinates, crowd, others, views, wishes, usability } = priorParts(see, input, picture)
  const priorMean = input.dimension === 'usability' ? usability.utility : crowd + others + likenessUtility(views)
  return { coordinates, priorMean, wishMean: wishes.utility }
}

/** The parts of the prior: the crowd's opinion, the others', the likeness, the wishes, and the usability formula. */
function priorParts({ project, space, settingsOf }: Sight, input: PriorInput, picture: PictureFeatures) {
  const { dimension, wishes, pool, likeness, relevance } = input
  const { wishScale } = settingsOf(dimension)
  const { attributes: measured } = picture
  const inViews = likeness && space ? { space, likeness, picture: space.project(picture) } : undefined
  const { coordinates, crowd, qualities } = inViews
    ? { coordinates: inViews.picture.coordinates, crowd: 0, qualities: {} }
    : project(dimension, picture, relevance)
  return {
    coordinates,
    crowd: dimension === 'aesthetics' ? crowd : 0,
    others: pool ? pooledUtility(pool, coordinates, crowd) : 0,
    qualities,
    views: inViews ? viewLikenesses(inViews) : [],
    wishes: scaled(wishScale, wishUtility(wishes, measured)),
    usability: scaled(wishScale, estimateUsability(measured)),
  }
}

function scaled<Part extends { readonly contribution: number }>(
  scale: number,
  { utility, parts }: { readonly utility: number; readonly parts: readonly Part[] },
) {
  return {
    utility: utility * scale,
    parts: parts.map((part) => ({ ...part, contribution: part.contribution * scale })),
  }
}
