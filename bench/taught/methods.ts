import { innerProduct, unitCoordinates } from '@palate/core/taste/gaussian-process/kernel.ts'
import { fitTaste, predictTaste, tasteSettings } from '@palate/core/taste/gaussian-process/preference.ts'
import { cholesky, solveCholesky } from '@palate/core/taste/linear-algebra/cholesky.ts'
import { matrix } from '@palate/core/taste/linear-algebra/matrix.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import { openBuiltinLikeness } from '@palate/server/taste/learning/builtin-likeness.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import { ranksOf, type TaughtTask } from './tastes.ts'

/** Learns from a task and returns the score of any picture. */
type Method = (task: TaughtTask, features: readonly PictureFeatures[]) => (picture: number) => number

const embedder = { kind: 'builtin' } as const
const knowledge = openBuiltinPrior(embedder)
const learner = createLearner(knowledge, openBuiltinLikeness(embedder))

export const methods: Readonly<Record<string, Method>> = {
  'ridge on attributes': ridge(ranksOf),
  'ridge on embedding and attributes': ridge(embeddingAndRanks),
  'cosine to the good centroid': cosineToCentroid,
  'aesthetics without simple tastes': withoutSimpleTastes,
  aesthetics: shipped('aesthetics'),
  likeness: shipped('likeness'),
}

/** Scores as the service does. */
function shipped(dimension: string): Method {
  return (task, features) => {
    const { pictures, labels, comparisons } = positionsOf(task)
    const model = learner.learn({
      dimension,
      pictures: pictures.map((picture) => at(features, picture)),
      labels: labels.map(({ picture, good }, i) => ({ picture, good, weight: 1, elementId: `label ${i}` })),
      comparisons: comparisons.map(({ winner, loser }, i) => {
        return { a: winner, b: loser, outcome: 1, weight: 1, elementId: `comparison ${i}` }
      }),
      wishes: [],
    })
    return (picture) => learner.predict(model, at(features, picture))
  }
}

function withoutSimpleTastes(task: TaughtTask, features: readonly PictureFeatures[]): (picture: number) => number {
  const { simpleTastes, ...settings } = tasteSettings
  const { pictures, labels, comparisons } = positionsOf(task)
  const frameOf = (picture: number) => {
    const coordinates = knowledge.prior.project(at(features, picture).embedding)
    return { coordinates, priorMean: knowledge.prior.meanAt(coordinates) }
  }
  const model = fitTaste(
    {
      frames: pictures.map(frameOf),
      labels: labels.map(({ picture, good }) => ({ frame: picture, good })),
      comparisons: comparisons.map(({ winner, loser }) => ({ a: winner, b: loser, outcome: 1 })),
    },
    settings,
  )
  return (picture) => predictTaste(model, frameOf(picture), 0).probability
}

/** The judgements by the position of their pictures among the judged ones. */
function positionsOf({ labels, comparisons }: TaughtTask) {
  const pictures = [
    ...new Set([
      ...labels.map(({ picture }) => picture),
      ...comparisons.flatMap(({ winner, loser }) => [winner, loser]),
    ]),
  ]
  const position = new Map(pictures.map((picture, i) => [picture, i]))
  const positionOf = (picture: number) => position.get(picture) ?? 0
  return {
    pictures,
    labels: labels.map(({ picture, good }) => ({ picture: positionOf(picture), good })),
    comparisons: comparisons.map(({ winner, loser }) => ({ winner: positionOf(winner), loser: positionOf(loser) })),
  }
}

/**
 * Least squares on labels of ±1 relative to their mean, or on a difference of 1 for each choice. It cannot learn from good
 * examples alone.
 */
function ridge(vectorOf: (picture: PictureFeatures) => Float32Array): Method {
  return ({ labels, comparisons }, features) => {
    const vectorAt = (picture: number) => vectorOf(at(features, picture))
    const share = labels.filter(({ good }) => good).length / labels.length
    const centre = labels.length === 0 ? undefined : meanOf(labels.map(({ picture }) => vectorAt(picture)))
    const rows = [
      ...labels.map(({ picture, good }) => ({
        vector: difference(vectorAt(picture), centre ?? new Float32Array()),
        value: (good ? 2 : 0) - 2 * share,
      })),
      ...comparisons.map(({ winner, loser }) => ({ vector: difference(vectorAt(winner), vectorAt(loser)), value: 1 })),
    ]
    if (share === 1) return () => 0
    const gram = matrix(
      rows.length,
      rows.length,
      (i, j) => innerProduct(at(rows, i).vector, at(rows, j).vector) + Number(i === j),
    )
    const weights = solveCholesky(
      cholesky(gram),
      rows.map(({ value }) => value),
    )
    return (picture) => {
      const vector = vectorAt(picture)
      return rows.reduce((sum, row, i) => sum + (weights[i] as number) * innerProduct(row.vector, vector), 0)
    }
  }
}

/** The axes of the prior, scaled to about the variance of the ranks. */
function embeddingAndRanks(picture: PictureFeatures): Float32Array {
  const { axes } = knowledge.prior.project(picture.embedding)
  return Float32Array.of(...ranksOf(picture), ...axes.map((value) => 3 * value))
}

/** Without labels, the winners count as good. */
function cosineToCentroid(task: TaughtTask, features: readonly PictureFeatures[]): (picture: number) => number {
  const good = task.labels.filter((one) => one.good).map(({ picture }) => picture)
  const chosen = task.labels.length > 0 ? good : task.comparisons.map(({ winner }) => winner)
  const unit = (picture: number) => unitCoordinates(at(features, picture).embedding).axes
  const centroid = chosen.length === 0 ? new Float32Array(unit(0).length) : meanOf(chosen.map(unit))
  return (picture) => innerProduct(unit(picture), centroid)
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  return at(vectors, 0).map((_, i) => vectors.reduce((sum, vector) => sum + (vector[i] ?? 0), 0) / vectors.length)
}

function difference(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, i) => value - (b[i] ?? 0))
}

function at<Item>(items: readonly Item[], index: number): Item {
  return items[index] as Item
}
