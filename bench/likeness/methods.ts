import { type AttributeName, attributes } from '@palate/core/taste/attributes.ts'
import { type Coordinates, innerProduct, unitCoordinates } from '@palate/core/taste/gaussian-process/kernel.ts'
import { fitTaste, predictTaste, tasteSettingsWithoutCrowd } from '@palate/core/taste/gaussian-process/preference.ts'
import { cholesky, solveCholesky } from '@palate/core/taste/linear-algebra/cholesky.ts'
import { dot, matrix } from '@palate/core/taste/linear-algebra/matrix.ts'
import type { FitInput, PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { createLearner, type Learner } from '@palate/core/taste/model/learn.ts'
import { openBuiltinLikeness } from '@palate/server/taste/learning/builtin-likeness.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import type { LookTask } from './tasks.ts'

export type Method = (task: LookTask, features: readonly PictureFeatures[]) => (picture: number) => number

const embedder = { kind: 'builtin' } as const
const knowledge = openBuiltinPrior(embedder)
const learner = createLearner(knowledge, openBuiltinLikeness(embedder))

/** The rows of the tables: the shipped dimension, and the methods that it is compared with. */
export const methods: Readonly<Record<string, Method>> = {
  aesthetics: shipped(learner, 'aesthetics'),
  'without the prior': withoutPrior((picture) => coordinatesOf(picture)),
  'without the prior, attributes in the kernel': withoutPrior(withAttributes),
  'ridge on embedding and attributes': ridge,
  'cosine to the good centroid': cosineToCentroid,
  likeness: shipped(learner, 'likeness'),
}

/** Scores as the service does: by probability. */
function shipped(learner: Learner, dimension: string): Method {
  return (task, features) => {
    const model = learner.learn(inputOf(task, features, dimension))
    return (picture) => learner.predict(model, at(features, picture))
  }
}

function inputOf({ good, bad }: LookTask, features: readonly PictureFeatures[], dimension: string): FitInput {
  const pictures = [...good, ...bad]
  const labels = pictures.map((_, picture) => {
    return { picture, good: picture < good.length, weight: 1, elementId: `${picture}` }
  })
  return { dimension, pictures: pictures.map((i) => at(features, i)), labels, comparisons: [], wishes: [] }
}

function withoutPrior(coordinatesAt: (picture: PictureFeatures) => Coordinates): Method {
  return ({ good, bad }, features) => {
    const frameOf = (i: number) => ({ coordinates: coordinatesAt(at(features, i)), priorMean: 0 })
    const labels = [...good, ...bad].map((_, frame) => ({ frame, good: frame < good.length }))
    const frames = [...good, ...bad].map(frameOf)
    const model = fitTaste({ frames, labels, comparisons: [] }, tasteSettingsWithoutCrowd)
    return (picture) => predictTaste(model, frameOf(picture), 0).probability
  }
}

function coordinatesOf({ embedding }: PictureFeatures): Coordinates {
  return knowledge.prior.project(embedding)
}

/** Together the attributes have as much variance as the axes, in equal parts. */
function withAttributes(picture: PictureFeatures): Coordinates {
  const { axes, directions } = coordinatesOf(picture)
  const measured = standardised(picture).map((value) => value / Math.sqrt(attributes.length))
  return { axes: Float32Array.of(...axes, ...measured).map((value) => value * Math.SQRT1_2), directions }
}

/** Least squares on labels of ±1. It cannot learn from good examples alone. */
function ridge({ good, bad }: LookTask, features: readonly PictureFeatures[]): (picture: number) => number {
  if (bad.length === 0) return () => 0
  const vectorOf = (i: number) => {
    const { axes } = withAttributes(at(features, i))
    return axes
  }
  const points = [...good, ...bad].map(vectorOf)
  const gram = matrix(
    points.length,
    points.length,
    (i, j) => innerProduct(at(points, i), at(points, j)) + Number(i === j),
  )
  const weights = solveCholesky(
    cholesky(gram),
    points.map((_, i) => (i < good.length ? 1 : -1)),
  )
  return (picture) => {
    const point = vectorOf(picture)
    return points.reduce((sum, one, i) => sum + (weights[i] as number) * innerProduct(one, point), 0)
  }
}

function cosineToCentroid({ good }: LookTask, features: readonly PictureFeatures[]): (picture: number) => number {
  const unit = (i: number) => unitCoordinates(at(features, i).embedding).axes
  const centroid = new Float64Array(unit(0).length)
  for (const i of good) for (const [k, value] of unit(i).entries()) centroid[k] = (centroid[k] as number) + value
  return (picture) => dot(unit(picture), centroid)
}

/** Roughly the mean and deviation of each attribute over typical pictures. */
const [typicalMean, typicalDeviation] = [0.4, 0.25]

function standardised({ attributes: measured }: PictureFeatures): number[] {
  return attributes.map(({ name }: { name: AttributeName }) => (measured[name] - typicalMean) / typicalDeviation)
}

function at<Item>(items: readonly Item[], index: number): Item {
  return items[index] as Item
}
