import { innerProduct, squaredDistance, unitCoordinates } from '@palate/core/taste/gaussian-process/kernel.ts'
import { likelihoodOf } from '@palate/core/taste/gaussian-process/likelihood.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { fitFactors } from '@palate/core/taste/simple-tastes/fit-factors.ts'
import { ranksOf } from '../taught/tastes.ts'
import type { Context } from './context.ts'
import { fitInputOf, type Lesson } from './tasks.ts'

/** Learns from labels and returns the score of a picture. */
export type Rival = (context: Context, lesson: Lesson) => (picture: PictureFeatures) => number

/** Methods of a few lines each, which the model has to be better than. */
export const rivals: Readonly<Record<string, Rival>> = {
  'logistic regression on attributes': (_, lesson) => logisticRegression(lesson, ranksOf, 0.5),
  'logistic regression on the embedding': ({ knowledge }, lesson) =>
    logisticRegression(lesson, ({ embedding }) => knowledge.prior.project(embedding).axes, 6),
  'nearest centroid': (_, lesson) => nearestCentroid(lesson),
  'k nearest neighbours': (_, lesson) => nearestNeighbours(lesson),
  'the prior alone': priorAlone,
}

/** Scores as the service does. */
export const palate =
  (dimension: string): Rival =>
  ({ learner }, lesson) => {
    const model = learner.learn(fitInputOf(dimension, lesson))
    return (picture) => learner.predict(model, picture)
  }

function logisticRegression(
  { features, labels }: Lesson,
  vectorOf: (picture: PictureFeatures) => Float32Array,
  variance: number,
): (picture: PictureFeatures) => number {
  const rows = labels.map(({ picture }) => [1, ...vectorOf(features[picture] as PictureFeatures)])
  const size = rows[0]?.length ?? 0
  const noise = { steepness: 1, tieMargin: 0 }
  const likelihood = likelihoodOf(
    labels.map(({ good }, plus) => ({ plus, minus: undefined, outcome: good ? 1 : 0, weight: 1, noise })),
  )
  const { mean } = fitFactors(likelihood, {
    means: new Array<number>(size).fill(0),
    variances: Array.from({ length: size }, (_, i) => (i === 0 ? 10 : variance)),
    values: Array.from({ length: size }, (_, i) => Float64Array.from(rows, (row) => row[i] as number)),
  })
  return (picture) => {
    const vector = vectorOf(picture)
    return vector.reduce((sum, value, i) => sum + value * (mean[i + 1] as number), mean[0] as number)
  }
}

function unit({ embedding }: PictureFeatures): Float32Array {
  return unitCoordinates(embedding).axes
}

/** The similarity to the mean of the good examples minus that to the mean of the bad ones. */
function nearestCentroid({ features, labels }: Lesson): (picture: PictureFeatures) => number {
  const centroid = (isGood: boolean) => {
    const vectors = labels
      .filter(({ good }) => good === isGood)
      .map(({ picture }) => unit(features[picture] as PictureFeatures))
    return vectors[0]?.map((_, i) => vectors.reduce((sum, vector) => sum + (vector[i] as number), 0) / vectors.length)
  }
  const [good, bad] = [centroid(true), centroid(false)]
  return (picture) => {
    const vector = unit(picture)
    return (good ? innerProduct(vector, good) : 0) - (bad ? innerProduct(vector, bad) : 0)
  }
}

const neighbours = 5

/** The share of good ones among the most similar examples; the nearer ones decide between equal shares. */
function nearestNeighbours({ features, labels }: Lesson): (picture: PictureFeatures) => number {
  const examples = labels.map(({ picture, good }) => ({ at: unit(features[picture] as PictureFeatures), good }))
  return (picture) => {
    const vector = unit(picture)
    const nearest = examples
      .map(({ at, good }) => ({ distance: squaredDistance(at, vector), good }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, neighbours)
    return nearest.reduce((sum, { distance, good }) => sum + (good ? 1 : -1) / (1e-3 + distance), 0)
  }
}

function priorAlone({ learner }: Context): (picture: PictureFeatures) => number {
  const model = learner.learn({ dimension: 'aesthetics', pictures: [], labels: [], comparisons: [], wishes: [] })
  return (picture) => learner.predict(model, picture)
}
