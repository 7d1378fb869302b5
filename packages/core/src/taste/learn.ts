import { shareUnder } from './attributes/typical.ts'
import { type AttributeName, attributes, type Measured } from './attributes.ts'
import { type Wish, wishUtility } from './constraints.ts'
import { type Place, placeByAngle } from './kernel.ts'
import { fitTaste, predictTaste, type Taste, type TasteFrame, type TasteModel } from './preference.ts'
import type { Prior } from './prior.ts'
import { probabilityOf } from './score.ts'
import type { Sight, Training } from './training.ts'
import { judgeUsability } from './usability.ts'

/** One dimension's model: plain data, so that it can be learned on one thread and used on another. */
export interface LearnedModel {
  readonly dimension: string
  readonly wishes: readonly Wish[]
  readonly taste: TasteModel
  /** The elements that speak of each picture that was learned from. */
  readonly elementIds: readonly (readonly string[])[]
}

/**
 * Learns and judges in one space of embeddings. The prior, what people in general find beautiful, was fitted in the
 * built-in embedder's space; in another there is none, and likeness is all that is known of it.
 */
export interface Learner {
  /** Learns what the owner likes from what the owner judged. The same training always gives the same model. */
  learn(training: Training): LearnedModel
  /** The probability that the owner would call the picture good. */
  judge(model: LearnedModel, sight: Sight): number
  /** What in the profile and in the picture moved the score. */
  explain(model: LearnedModel, sight: Sight): Explanation
}

export function createLearner(prior: Prior | undefined): Learner {
  const locate = createLocator(prior)
  return {
    learn: (training) => learn(locate, training),
    judge: (model, sight) => probabilityOf(predictTaste(model.taste, frameOf(locate, model, sight), 0)),
    explain: (model, sight) => explain(locate, model, sight),
  }
}

/** Where a picture lies, and what people in general would say of it. */
interface Location {
  readonly place: Place
  readonly crowd: number
}

type Locate = (embedding: Float32Array) => Location

/** Remembers what it has found for as long as the embedding is around: every dimension of every request asks again. */
function createLocator(prior: Prior | undefined): Locate {
  const known = new WeakMap<Float32Array, Location>()
  return (embedding) => {
    const found = known.get(embedding)
    if (found) return found
    const place = prior ? prior.place(embedding) : placeByAngle(embedding)
    const location = { place, crowd: prior ? prior.meanOf(place) : 0 }
    known.set(embedding, location)
    return location
  }
}

function learn(locate: Locate, training: Training): LearnedModel {
  const { dimension, wishes, sights, labels, comparisons } = training
  const taste = fitTaste({
    frames: sights.map((sight) => frameOf(locate, training, sight)),
    labels: labels.map(({ sight, good, weight }) => ({ frame: sight, good, weight })),
    comparisons,
  })
  const elementIds = sights.map((_, i) => [
    ...labels.flatMap(({ sight, elementId }) => (sight === i ? [elementId] : [])),
    ...comparisons.flatMap(({ a, b, elementId }) => (a === i || b === i ? [elementId] : [])),
  ])
  return { dimension, wishes, taste, elementIds }
}

export interface Explanation {
  readonly confidence: number
  readonly details: Readonly<Record<string, unknown>>
}

const notableMax = 5
const nearestMax = 5

/** All parts are utilities, in log odds of being called good. */
function explain(locate: Locate, model: LearnedModel, sight: Sight): Explanation {
  const expected = expectations(locate, model, sight)
  const taste = predictTaste(model.taste, frameOf(locate, model, sight), nearestMax)
  return {
    confidence: taste.confidence,
    details: {
      utility: round(taste.mean),
      deviation: round(Math.sqrt(taste.variance)),
      prior: {
        crowd: round(expected.crowd),
        constraints: expected.wishes.parts.map(roundPart),
        ...(model.dimension === 'usability' && { usability: expected.usability.parts.map(roundPart) }),
      },
      learned: { part: round(taste.learnedPart), nearest: nearestOf(model, taste) },
      attributes: notable(sight.attributes),
    },
  }
}

type Viewpoint = Pick<LearnedModel, 'dimension' | 'wishes'>

function frameOf(locate: Locate, view: Viewpoint, sight: Sight): TasteFrame {
  const { crowd, wishes, usability, place } = expectations(locate, view, sight)
  return { place, priorMean: crowd + wishes.utility + (view.dimension === 'usability' ? usability.utility : 0) }
}

/** What is expected of a picture before the owner has judged any: the mean that the judgements then move. */
function expectations(locate: Locate, { dimension, wishes }: Viewpoint, { embedding, attributes: measured }: Sight) {
  const { place, crowd } = locate(embedding)
  return {
    place,
    crowd: dimension === 'aesthetics' ? crowd : 0,
    wishes: wishUtility(wishes, measured),
    usability: judgeUsability(measured),
  }
}

function nearestOf({ elementIds }: LearnedModel, { nearest }: Taste) {
  return nearest
    .filter(({ influence }) => Math.abs(influence) >= 0.001)
    .map(({ frame, influence }) => ({ elements: elementIds[frame] ?? [], influence: round(influence) }))
}

/** Many pictures have nothing at all of something: to have none is not the oddest of all. */
const shareOfNone = 0.05

/** The attributes in which the picture is least like usual ones, in words. */
function notable(measured: Measured): readonly { name: AttributeName; value: number; word: string }[] {
  return attributes
    .map(({ name, low, high }) => {
      const share = measured[name] === 0 ? shareOfNone : shareUnder(name, measured[name])
      return { name, value: round(measured[name]), word: share < 0.5 ? low : high, oddness: Math.abs(share - 0.5) }
    })
    .sort((a, b) => b.oddness - a.oddness)
    .slice(0, notableMax)
    .map(({ name, value, word }) => ({ name, value, word }))
}

function roundPart<Part extends { readonly measured: number; readonly contribution: number }>(part: Part): Part {
  return { ...part, measured: round(part.measured), contribution: round(part.contribution) }
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4 || 0
}
