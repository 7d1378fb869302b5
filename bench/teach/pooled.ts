/**
 * Measures how much a new profile gains by starting from the other profiles of its project.
 *
 *   npm run bench:pooled -- --data DIR [--every N]
 *
 * A rater's project contains 1, 5 or 20 other raters of the same photographs, each with 30 labels and 60 comparisons of
 * randomly drawn pictures. The gain is the accuracy on pairs that the rater did not label, minus the accuracy without the
 * others. It is measured for the person, and with all ratings of the person reversed. --every N takes every Nth rater.
 */
import type { TasteModel } from '@palate/core/taste/gaussian-process/taste-model.ts'
import {
  type PooledTaste,
  pooledUtility,
  poolTastes,
  readPooledTaste,
  writePooledTaste,
} from '@palate/core/taste/prior/pooled.ts'
import { printFigures } from '../harness/report.ts'
import { modelOf, type PictureFeatures } from '../taste/methods.ts'
import { accuracyOf, ratingTask, seeded, shuffled, type Task } from '../taste/protocol.ts'
import { readRaterOptions } from '../taste/rater-options.ts'
import { meanAndError } from '../taste/report.ts'

const otherCounts = [1, 5, 20]
const labelCounts = [2, 10, 30, 60]
const labelsOfOthers = 30
const seedOfOthers = 10_000
const seedOfProjects = 20_000

const { crowd, photographs, every } = await readRaterOptions()
const { raters } = crowd
const models = new Map<number, TasteModel>()
const chosen = raters.flatMap((_, i) => (i % every === 0 ? [i] : []))

for (const isContrarian of [false, true]) {
  const rows = new Map<string, string[]>()
  for (const labelCount of labelCounts) {
    const gains = new Map<string, number[]>()
    const add = (name: string, value: number) => gains.set(name, [...(gains.get(name) ?? []), value])
    for (const rater of chosen) {
      const task = taskOf(rater, labelCount, isContrarian)
      const alone = accuracyWith(task, undefined)
      add('alone', alone)
      for (const count of otherCounts) {
        add(`gain with ${count} other${count === 1 ? '' : 's'}`, accuracyWith(task, poolFor(rater, count)) - alone)
      }
    }
    for (const [name, values] of gains) rows.set(name, [...(rows.get(name) ?? []), meanAndError(values).text])
  }
  printFigures(
    `${isContrarian ? 'The contrarian' : 'The person'}, ${chosen.length} raters (mean ± standard error)`,
    labelCounts.map((count) => `${count} labels`),
    [...rows].map(([name, cells]) => [name, ...cells]),
  )
}

function taskOf(rater: number, labelCount: number, isContrarian: boolean): Task {
  const { ratings = [], ...rest } = raters[rater] ?? { subset: '', pictures: [] }
  return ratingTask(
    { ...rest, ratings: ratings.map((rating) => (isContrarian ? -rating : rating)) },
    labelCount,
    seeded(rater),
  )
}

/** In the form that the service stores. */
function poolFor(rater: number, count: number): PooledTaste {
  const { subset } = raters[rater] ?? { subset: '' }
  const others = raters.flatMap((other, i) => (i !== rater && other.subset === subset ? [i] : []))
  const order = shuffled(others.length, seeded(seedOfProjects + rater)).map((i) => others[i] as number)
  return readPooledTaste(writePooledTaste(poolTastes(order.slice(0, count).map(modelOfOther))))
}

function modelOfOther(rater: number): TasteModel {
  const known = models.get(rater)
  if (known) return known
  const task = ratingTask(
    raters[rater] ?? { subset: '', pictures: [], ratings: [] },
    labelsOfOthers,
    seeded(seedOfOthers + rater),
  )
  const { taste: model } = modelOf(task, featuresOf)
  models.set(rater, model)
  return model
}

function accuracyWith(task: Task, pool: PooledTaste | undefined): number {
  const known = new Map<number, PictureFeatures>()
  const withPool = (picture: number): PictureFeatures => {
    const features = featuresOf(picture)
    if (!pool) return features
    const made = known.get(picture) ?? {
      ...features,
      priorMean: features.priorMean + pooledUtility(pool, features.coordinates, features.priorMean),
    }
    known.set(picture, made)
    return made
  }
  const { predict } = modelOf(task, withPool)
  return accuracyOf(task, (picture) => predict(withPool(picture)).probability)
}

function featuresOf(picture: number): PictureFeatures {
  return photographs[picture] as PictureFeatures
}
