import { countJudged } from '@palate/core/taste/judgements/judged-things.ts'
import { examplesOf } from '@palate/core/taste/judgements/likeness-examples.ts'
import type { NamedExamples } from '@palate/core/taste/judgements/training-examples.ts'
import { curveExamples, isAtLimit, type Progress, progressOf } from '@palate/core/taste/suggest/progress.ts'
import { judgementsMin, noValidation, type Validation } from '@palate/core/taste/validation/validate.ts'
import { sha256 } from '../../platform/hash.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'
import { fitInputsOf } from './fit-inputs.ts'
import type { Asker, Models } from './models.ts'

type Validator = Pick<Models, 'validation'>

const noExamples: NamedExamples = { labels: [], comparisons: [], constraints: [] }
/** Up to this many judgements, every state is learned and validated anew, and suggestions wait for it. */
export const quicklyLearnedMax = 150

/**
 * The judgements that diagnostics and briefs validate. Of many, the newest are left out, so that most states share a
 * validation.
 */
export function validatedExamples(examples = noExamples): NamedExamples {
  return countOf(examples) > quicklyLearnedMax ? curveExamples(examples) : examples
}

/** How many more judgements of a dimension would help. */
export async function findProgress(
  trainingSet: TrainingSet,
  dimension: string,
  validationOf: (examples: NamedExamples) => Promise<Validation>,
): Promise<Progress> {
  const examples = examplesOf(trainingSet.examples, dimension) ?? noExamples
  const judged = countJudged(examples, trainingSet.pictures)
  if (isAtLimit(judged)) return { enough: true, remaining: 0 }
  return progressOf(await validationOf(curveExamples(examples)), judged)
}

/** How well models of these examples predict held-out ones. Too few are not validated: a state can have many dimensions. */
export async function findValidation(
  models: Validator,
  trainingSet: TrainingSet,
  dimension: string,
  examples: NamedExamples,
  asker: Asker,
): Promise<Validation> {
  if (countOf(examples) < judgementsMin) return noValidation
  const only = { ...trainingSet, examples: new Map([[dimension, examples]]) }
  return models.validation(fitInputsOf({ ...only, fingerprint: fingerprintOf(only, examples) }), dimension, asker)
}

export function countOf({ labels, comparisons }: NamedExamples = noExamples): number {
  return labels.length + comparisons.length
}

/** Equal for all states with the same examples, so that they are validated once. */
function fingerprintOf({ pictures, seed, pooledTaste, standIns }: TrainingSet, examples: NamedExamples): string {
  const { labels, comparisons, constraints } = examples
  const listOf = (by: string | undefined) => (by === undefined ? [] : [by])
  const hashOf = (name: string) => pictures.get(name)?.contentHash
  const content = [
    labels.map(({ elementId, picture, good, weight, by }) => [elementId, hashOf(picture), good, weight, ...listOf(by)]),
    comparisons.map(({ elementId, a, b, outcome, weight, by }) => {
      return [elementId, hashOf(a), hashOf(b), outcome, weight, ...listOf(by)]
    }),
    constraints,
    seed,
    pooledTaste?.id,
    standIns?.map(({ contentHash }) => contentHash),
  ]
  return `examples ${sha256(JSON.stringify(content)).toString('base64url')}`
}
