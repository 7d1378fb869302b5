import { examplesOf } from '@palate/core/taste/judgements/likeness-examples.ts'
import { sha256 } from '../../platform/hash.ts'
import type { TrainingSet } from '../learning/training-sets/training-set.ts'

/** The learning curve changes little with each judgement, so it is measured only after this many of a kind. */
const judgementsPerStep = 5

/** The training set of one dimension without its newest judgements, so that consecutive states share one. */
export function withoutNewest(trainingSet: TrainingSet, dimension: string): TrainingSet {
  const { examples, pictures, seed } = trainingSet
  const { labels = [], comparisons = [], constraints = [] } = examplesOf(examples, dimension) ?? {}
  const own = { labels: wholeSteps(labels), comparisons: wholeSteps(comparisons), constraints }
  const hashOf = (name: string) => pictures.get(name)?.contentHash
  const content = [
    own.labels.map(({ elementId, picture, good, weight }) => [elementId, hashOf(picture), good, weight]),
    own.comparisons.map(({ elementId, a, b, outcome, weight }) => [elementId, hashOf(a), hashOf(b), outcome, weight]),
    constraints,
    seed,
  ]
  const fingerprint = `steps ${sha256(JSON.stringify(content)).toString('base64url')}`
  return { ...trainingSet, examples: new Map([[dimension, own]]), fingerprint }
}

function wholeSteps<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(0, items.length - (items.length % judgementsPerStep))
}
