import { parentPort, workerData } from 'node:worker_threads'
import type { FitInput, IdentifiedPicture } from '@palate/core/taste/model/fit-input.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import { type Validation, validate } from '@palate/core/taste/validation/validate.ts'
import { type VerdictBasis, verdictBasisOf } from '@palate/core/taste/verdict/verdict-basis.ts'
import type { FromWorker, ToWorker } from '../../pictures/threads/worker-messages.ts'
import { createSuggester, type SuggestJob, type SuggestResult } from '../suggestions/suggester.ts'
import { openBuiltinLikeness } from './builtin-likeness.ts'
import { openPriorFor } from './builtin-prior.ts'
import { KeptPictures } from './kept-pictures.ts'

// A worker thread that learns models, so that a long fit does not block the event loop.

export type LearnJob = {
  readonly kind: 'learn' | 'validate' | 'verdict' | 'change'
  readonly accountId: string
  readonly training: FitInput<IdentifiedPicture>
  /** The model from which that of one person starts. */
  readonly team?: LearnedModel
}
/** The index of the first label of a new taste. */
export type Change = { readonly firstLabel: number | undefined }
export type LearnResult = LearnedModel | Validation | VerdictBasis | Change | SuggestResult

const port = parentPort
if (port === null) throw new Error('this file runs as a worker')
const post = (message: FromWorker<null, LearnResult>) => port.postMessage(message)
const learner = createLearner(openPriorFor(workerData), openBuiltinLikeness(workerData))
const kept = new KeptPictures()
const suggester = createSuggester(learner, kept)

const results: { readonly [Kind in LearnJob['kind']]: (training: FitInput, team?: LearnedModel) => LearnResult } = {
  learn: (training, team) => learner.learn(training, team),
  validate: (training) => validate(learner, training),
  verdict: (training) => verdictBasisOf(learner, training),
  change: (training) => ({ firstLabel: learner.changeIn(training) }),
}

function resultOf(job: LearnJob | SuggestJob): LearnResult {
  if (!('training' in job)) return suggester(job)
  return results[job.kind](kept.withKept(job.accountId, job.training), job.team)
}

port.on('message', (message: ToWorker<LearnJob | SuggestJob>) => {
  if (message === 'close') return port.close()
  const { id, job } = message
  try {
    post({ id, result: resultOf(job) })
  } catch (error) {
    post({ id, failure: (error as Error).message })
  }
})
post({ ready: null })
