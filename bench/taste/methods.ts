import type { Measured } from '@palate/core/taste/attributes.ts'
import { type Coordinates, covariance, type Kernel } from '@palate/core/taste/gaussian-process/kernel.ts'
import type { TasteSettings } from '@palate/core/taste/gaussian-process/observations.ts'
import { fitTaste, predictTaste, tasteSettings } from '@palate/core/taste/gaussian-process/preference.ts'
import { exemplarsOf } from '@palate/core/taste/likeness/exemplars.ts'
import { fitLikeness, type ViewLikeness, viewLikenesses } from '@palate/core/taste/likeness/likeness.ts'
import { cholesky, solveCholesky } from '@palate/core/taste/linear-algebra/cholesky.ts'
import { dot, matrix } from '@palate/core/taste/linear-algebra/matrix.ts'
import { traitsOf } from '@palate/core/taste/simple-tastes/traits.ts'
import { openBuiltinLikeness } from '@palate/server/taste/learning/builtin-likeness.ts'
import type { Task } from './protocol.ts'

/** What a method may know about a picture. `priorMean` comes from a prior fitted without it. */
export type PictureFeatures = {
  readonly embedding: Float32Array
  readonly coordinates: Coordinates
  readonly priorMean: number
  readonly attributes: Measured
}
export type FeaturesOf = (picture: number) => PictureFeatures
/** Learns from a task and returns the score of any picture. */
export type Method = (task: Task, featuresOf: FeaturesOf) => (picture: number) => number

export const methods: Readonly<Record<string, Method>> = {
  'cosine to the good centroid': cosineToCentroid,
  'best example': bestExample,
  'kernel ridge on the labels': kernelRidge,
  'the prior alone': (_, featuresOf) => (picture) => featuresOf(picture).priorMean,
  'learned, without the prior': preference({ priorScale: 0 }),
  'learned, plain kernel, without the prior': preference({ priorScale: 0, shared: 0 }),
  'the whole model': preference({}),
}

export function preference(changes: { priorScale?: number; shared?: number; settings?: TasteSettings }): Method {
  const { priorScale = 1, settings: base = tasteSettings } = changes
  const settings = { ...base, kernel: { ...base.kernel, sharedVariance: changes.shared ?? base.kernel.sharedVariance } }
  return (task, featuresOf) => {
    const model = modelOf(task, featuresOf, settings, priorScale)
    return (picture) => model.predict(featuresOf(picture)).probability
  }
}

const space = openBuiltinLikeness({ kind: 'builtin' })

/** The service's model, which also considers simple tastes. */
export function modelOf(task: Task, featuresOf: FeaturesOf, settings = tasteSettings, priorScale = 1) {
  const pictures = [
    ...new Set([...task.labels.map(({ picture }) => picture), ...task.comparisons.flatMap(({ a, b }) => [a, b])]),
  ]
  const position = new Map(pictures.map((picture, i) => [picture, i]))
  const at = (picture: number) => position.get(picture) ?? 0
  const comparisons = task.comparisons.map(({ a, b, share }) => ({ a: at(a), b: at(b), outcome: share }))
  const exemplars = exemplarsOf({
    labels: task.labels.map(({ picture, good }) => ({ picture: at(picture), good, weight: 1 })),
    comparisons: comparisons.map((one) => ({ ...one, weight: 1 })),
  })
  const projected = pictures.map((picture) => space.project(featuresOf(picture)))
  const { likeness, views } = fitLikeness(space, projected, exemplars)
  const inViews = (features: PictureFeatures, seen: readonly ViewLikeness[]) => ({
    ...frameOf(features, priorScale),
    traits: traitsOf(features.attributes, seen),
  })
  const taste = fitTaste(
    {
      frames: pictures.map((picture, i) => inViews(featuresOf(picture), views[i] ?? [])),
      labels: task.labels.map(({ picture, good }) => ({ frame: at(picture), good })),
      comparisons,
    },
    settings,
  )
  return {
    taste,
    predict: (features: PictureFeatures) =>
      predictTaste(taste, inViews(features, viewLikenesses(space, likeness, features)), 0),
  }
}

export function frameOf({ coordinates, priorMean }: PictureFeatures, priorScale: number) {
  return { coordinates, priorMean: priorScale * priorMean }
}

/** Without labels, the winners of the comparisons count as good and the losers as bad. */
function examples(task: Task): { readonly good: readonly number[]; readonly bad: readonly number[] } {
  if (task.labels.length === 0) {
    return { good: task.comparisons.map(({ a }) => a), bad: task.comparisons.map(({ b }) => b) }
  }
  const those = (wanted: boolean) => task.labels.filter(({ good }) => good === wanted).map(({ picture }) => picture)
  return { good: those(true), bad: those(false) }
}

function cosineToCentroid(task: Task, featuresOf: FeaturesOf): (picture: number) => number {
  const { good } = examples(task)
  const [first] = task.labels.length > 0 ? task.labels.map(({ picture }) => picture) : good
  if (first === undefined) return () => 0
  const centroid = new Float32Array(featuresOf(first).embedding.length)
  for (const picture of good) {
    for (const [i, value] of unit(featuresOf(picture).embedding).entries())
      centroid[i] = (centroid[i] as number) + value
  }
  return (picture) => dot(unit(featuresOf(picture).embedding), centroid)
}

function bestExample(task: Task, featuresOf: FeaturesOf): (picture: number) => number {
  const { good, bad } = examples(task)
  const vectors = (pictures: readonly number[]) => pictures.map((picture) => unit(featuresOf(picture).embedding))
  const [likes, dislikes] = [vectors(good), vectors(bad)]
  const best = (vector: Float32Array, among: readonly Float32Array[]) =>
    Math.max(-1, ...among.map((one) => dot(vector, one)))
  return (picture) => {
    const vector = unit(featuresOf(picture).embedding)
    return best(vector, likes) - best(vector, dislikes)
  }
}

const ridgeKernel: Kernel = { bandwidth: 1, localVariance: 1, sharedVariance: 0 }
const ridge = 1

/** Least squares on labels of ±1, or on a difference of 1 for each choice. Uses no prior. */
function kernelRidge(task: Task, featuresOf: FeaturesOf): (picture: number) => number {
  type Observed = { readonly plus: Coordinates; readonly minus: Coordinates | undefined; readonly value: number }
  const at = (picture: number) => featuresOf(picture).coordinates
  const share = task.labels.filter(({ good }) => good).length / Math.max(1, task.labels.length)
  const observed: readonly Observed[] =
    task.labels.length > 0
      ? task.labels.map(({ picture, good }) => ({
          plus: at(picture),
          minus: undefined,
          value: (good ? 2 : 0) - 2 * share,
        }))
      : task.comparisons.map(({ a, b, share: won }) => ({ plus: at(a), minus: at(b), value: 2 * won - 1 }))
  const to = (point: Coordinates, { plus, minus }: Observed) =>
    covariance(ridgeKernel, point, plus) - (minus ? covariance(ridgeKernel, point, minus) : 0)
  const gram = matrix(observed.length, observed.length, (i, j) => {
    const [one, other] = [observed[i], observed[j]]
    if (!one || !other) return 0
    return to(one.plus, other) - (one.minus ? to(one.minus, other) : 0) + (i === j ? ridge : 0)
  })
  const weights = solveCholesky(
    cholesky(gram),
    observed.map(({ value }) => value),
  )
  return (picture) => observed.reduce((sum, one, i) => sum + (weights[i] as number) * to(at(picture), one), 0)
}

const units = new WeakMap<Float32Array, Float32Array>()

function unit(vector: Float32Array): Float32Array {
  const known = units.get(vector)
  if (known) return known
  const length = Math.sqrt(dot(vector, vector))
  const scaled = vector.map((value) => value / length)
  units.set(vector, scaled)
  return scaled
}
