import type { MessagePort } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { ScoringUnavailable } from '../scoring/faults.ts'
import type { FitInputs } from '../scoring/learning/fit-inputs.ts'
import { answerLearningQuestion } from './learning-questions.ts'
import type { FromThread } from './messages.ts'
import { createRemoteModels, modelsAskedMax, type RemoteModels } from './remote-models.ts'

const inputOf = async (dimension: string) => ({ dimension, pictures: [], labels: [], comparisons: [], wishes: [] })
const inputs: FitInputs = { fingerprint: 'f', inputOf }
const result = { heldOut: { judgements: 8, correct: 0.5 }, learningCurve: [] }

function validateWith(validation: RemoteModels['validation']) {
  return remoteModels({ validation }).validation
}

/** Both ends, with the main thread's models replaced. */
function remoteModels(models: Partial<RemoteModels>): RemoteModels {
  return createRemoteModels(
    (message: FromThread) => {
      if (!('learning' in message)) throw new Error('another message')
      void answerLearningQuestion(models as RemoteModels, message.learning, message.port as MessagePort)
    },
    ['aesthetics'],
  )
}

test('agreement with the crowd is requested only if its opinion is known', async () => {
  const asked: string[] = []
  const { agreement } = remoteModels({
    async agreement(_, dimension) {
      asked.push(dimension)
      return null
    },
  })
  for (const dimension of ['aesthetics', 'trust'])
    expect(await agreement(inputs, dimension, { accountId: 'a' })).toBe(null)
  expect(asked).toEqual(['aesthetics'])
})

test('the main thread requests the input only if it does not know the result', async () => {
  const asked: unknown[] = []
  const validate = validateWith(async (sent, dimension, { accountId }) => {
    asked.push([sent.fingerprint, dimension, accountId])
    if (dimension === 'new') asked.push(await sent.inputOf(dimension))
    return result
  })
  expect(await validate(inputs, 'known', { accountId: 'a' })).toEqual(result)
  expect(await validate(inputs, 'new', { accountId: 'a' })).toEqual(result)
  expect(asked).toEqual([['f', 'known', 'a'], ['f', 'new', 'a'], await inputOf('new')])
})

test('a failure is a failure on the other thread', async () => {
  const validate = validateWith(() => Promise.reject(new ScoringUnavailable('overloaded')))
  await expect(validate(inputs, 'd', { accountId: 'a' })).rejects.toEqual(new ScoringUnavailable('overloaded'))
})

test('an input that cannot be built fails the question, not the thread', async () => {
  const validate = validateWith((sent, dimension) => sent.inputOf(dimension) as never)
  const broken: FitInputs = { fingerprint: 'f', inputOf: () => Promise.reject(new Error('no store')) }
  await expect(validate(broken, 'd', { accountId: 'a' })).rejects.toThrow('no store')
})

test('an account may run half of the validations, and those of disconnected clients are cancelled', async () => {
  const running: AbortSignal[] = []
  const validate = validateWith((_, _dimension, { signal }) => {
    if (signal) running.push(signal)
    return new Promise(() => {})
  })
  const leaving = new AbortController()
  const asker = { accountId: 'a', signal: leaving.signal }
  const all = Array.from({ length: modelsAskedMax }, () => validate(inputs, 'd', asker))
  const refusals = Promise.allSettled(all)
  await expect.poll(() => running.length).toBe(modelsAskedMax / 2)
  leaving.abort(new Error('left'))
  expect((await refusals).every(({ status }) => status === 'rejected')).toBe(true)
  await expect.poll(() => running.filter(({ aborted }) => aborted).length).toBe(modelsAskedMax / 2)
})

test('suggestions and flushes are requested in the same way', async () => {
  const job = { kind: 'suggest' as const, accountId: 'a', frames: ['h'], input: {} as never }
  const asked: unknown[] = []
  const remote = remoteModels({
    suggest: async (...of) => {
      asked.push(of[0])
      return { missing: ['h'] }
    },
    flush: async () => void asked.push('flush'),
  })
  expect(await remote.suggest(job, { accountId: 'a' })).toEqual({ missing: ['h'] })
  await remote.flush()
  expect(asked).toEqual([job, 'flush'])
})
