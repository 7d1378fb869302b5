import { fingerprint } from '../../generic/fingerprint.ts'
import type { Observation } from '../gaussian-process/likelihood.ts'
import type { FitInput } from '../model/fit-input.ts'
import type { Learner } from '../model/learn.ts'
import { createHeldOutPredictor, type HeldOutPredictor } from './held-out.ts'
import { groupsOfSameThing } from './same-thing.ts'

/** How well models fitted to part of the judgements predict the others. */
export interface Validation {
  /** Null if there are too few judgements for cross-validation. */
  readonly heldOut: Accuracy | null
  /** The same with smaller training sets. */
  readonly learningCurve: readonly Accuracy[]
}

interface Accuracy {
  /** Average size of the training sets. */
  readonly judgements: number
  /** Share of the held-out judgements that were predicted correctly. */
  readonly correct: number
}

export const noValidation: Validation = { heldOut: null, learningCurve: [] }

const foldCount = 5
/** With fewer judgements there is no cross-validation. */
export const judgementsMin = 10
const smallerShares = [0.25, 0.5, 0.75]

/**
 * Five-fold cross-validation. A label is predicted correctly if the score is on its side of 0.5, a comparison if the
 * winner scores higher; ties are trained on but not predicted. The folds depend only on the elements' ids, so the same
 * profile always gives the same answer. What several people said about one thing is in the same fold.
 */
export function validate(learner: Learner, input: FitInput): Validation {
  const order = shuffledGroups(input)
  if (order.flat().length < judgementsMin) return noValidation
  const settings = learner.settingsOf(input.dimension)
  const predictor = createHeldOutPredictor(learner.judgementsOf(input), settings, learner.framesAfter(input))
  return {
    heldOut: crossValidate(predictor, order, 1),
    learningCurve: smallerShares.map((share) => crossValidate(predictor, order, share)),
  }
}

/** The groups of observations (labels, then comparisons) in the order of a hash of their first element's id. */
function shuffledGroups(input: FitInput): readonly (readonly number[])[] {
  const hashes = [
    ...input.labels.map(({ elementId }) => fingerprint(`label ${elementId}`)),
    ...input.comparisons.map(({ elementId }) => fingerprint(`comparison ${elementId}`)),
  ]
  return groupsOfSameThing(input)
    .map((group) => ({ hash: hashes[group[0] as number] as string, group }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ group }) => group)
}

/** Trains on a share of the other folds' judgements to predict each fold. */
function crossValidate(predictor: HeldOutPredictor, order: readonly (readonly number[])[], share: number): Accuracy {
  let correct = 0
  let predicted = 0
  let trainedOn = 0
  for (let fold = 0; fold < foldCount; fold++) {
    const others = order.filter((_, i) => i % foldCount !== fold).flat()
    const training = others.slice(0, Math.max(1, Math.round(others.length * share)))
    const outcomeOf = (observation: number) => (predictor.observations[observation] as Observation).outcome
    const inFold = order.filter((_, i) => i % foldCount === fold).flat()
    const held = inFold.filter((observation) => outcomeOf(observation) !== 0.5)
    for (const [i, outcome] of predictor.predict(training, held).entries()) {
      correct += 1 - Math.abs(outcome - outcomeOf(held[i] as number))
    }
    predicted += held.length
    trainedOn += training.length
  }
  return { judgements: Math.round(trainedOn / foldCount), correct: predicted === 0 ? 0.5 : round(correct / predicted) }
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
