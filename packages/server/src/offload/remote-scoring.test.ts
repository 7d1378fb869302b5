import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { FrameFault, ScoringUnavailable } from '../pictures/picture-faults.ts'
import type { FitInputs } from '../taste/learning/fit-inputs.ts'
import { connectScoring, createHeldInputs, picturesAskedMax, scoringFailure, scoringMethods } from './remote-scoring.ts'
import { connect } from './rpc.ts'

const inputOf = async (dimension: string) => ({ dimension, pictures: [], labels: [], comparisons: [], wishes: [] })
const inputs: FitInputs = { profileId: 'prof', fingerprint: 'f', inputOf }
const result = { heldOut: { judgements: 8, correct: 0.5 }, learningCurve: [] }
const project = { accountId: 'a', projectId: 'p' }
const features = { contentHash: 'h', attributes: {} as never, embedding: new Float32Array([1]) }

type Local = Parameters<typeof scoringMethods>[0]

/** Both ends, with parts of the main thread replaced. */
function remoteScoring(local: { readonly models?: Partial<Local['models']> } & Partial<Omit<Local, 'models'>>) {
  const { port1, port2 } = new MessageChannel()
  const held = createHeldInputs()
  connect(port1, scoringMethods(local as Local, held.inputOf), scoringFailure)
  return { ...connectScoring(connect(port2), ['aesthetics'], held), held }
}

function validateWith(validation: Local['models']['validation']) {
  return remoteScoring({ models: { validation } }).models.validation
}

test('agreement with the crowd is requested only if its opinion is known', async () => {
  const calls: string[] = []
  const { agreement } = remoteScoring({
    models: {
      async agreement(_, dimension) {
        calls.push(dimension)
        return null
      },
    },
  }).models
  for (const dimension of ['aesthetics', 'trust'])
    expect(await agreement(inputs, dimension, { accountId: 'a' })).toBe(null)
  expect(calls).toEqual(['aesthetics'])
})

test('the main thread requests the input only if it does not know the result', async () => {
  const calls: unknown[] = []
  const validate = validateWith(async (sent, dimension, { accountId }) => {
    calls.push([sent.profileId, sent.fingerprint, dimension, accountId])
    if (dimension === 'new') calls.push(await sent.inputOf(dimension))
    return result
  })
  expect(await validate(inputs, 'known', { accountId: 'a' })).toEqual(result)
  expect(await validate(inputs, 'new', { accountId: 'a' })).toEqual(result)
  expect(calls).toEqual([['prof', 'f', 'known', 'a'], ['prof', 'f', 'new', 'a'], await inputOf('new')])
})

test('a failure is a failure on the other thread', async () => {
  const validate = validateWith(() => Promise.reject(new ScoringUnavailable('overloaded')))
  await expect(validate(inputs, 'd', { accountId: 'a' })).rejects.toEqual(new ScoringUnavailable('overloaded'))
})

test('an input that cannot be built fails the call, not the thread', async () => {
  const validate = validateWith((sent, dimension) => sent.inputOf(dimension) as never)
  const broken: FitInputs = {
    profileId: 'prof',
    fingerprint: 'f',
    inputOf: () => Promise.reject(new Error('no store')),
  }
  await expect(validate(broken, 'd', { accountId: 'a' })).rejects.toThrow('no store')
})

test('an input is held while its model is learned, and no longer', async () => {
  const learned: ((_: never) => void)[] = []
  const { models, held } = remoteScoring({
    models: { validation: () => new Promise((resolve) => learned.push(resolve as never)) },
  })
  const validations = [1, 2].map(() => models.validation(inputs, 'd', { accountId: 'a' }))
  await expect.poll(() => learned.length).toBe(2)
  learned[0]?.(result as never)
  await validations[0]
  expect(await held.inputOf({ fingerprint: 'f', dimension: 'd' })).toEqual(await inputOf('d'))
  learned[1]?.(result as never)
  await validations[1]
  await expect(held.inputOf({ fingerprint: 'f', dimension: 'd' })).rejects.toThrow('the training set was closed')
})

test('the validations of a disconnected client are cancelled', async () => {
  const running: AbortSignal[] = []
  const validate = validateWith((_, _dimension, { signal }) => {
    if (signal) running.push(signal)
    return new Promise(() => {})
  })
  const leaving = new AbortController()
  const lost = validate(inputs, 'd', { accountId: 'a', signal: leaving.signal })
  await expect.poll(() => running.length).toBe(1)
  leaving.abort(new Error('left'))
  await expect(lost).rejects.toThrow('left')
  await expect.poll(() => running[0]?.aborted).toBe(true)
})

test('suggestions and flushes are requested in the same way', async () => {
  const job = { kind: 'suggest' as const, accountId: 'a', frames: ['h'], needsAll: false, input: {} as never }
  const calls: unknown[] = []
  const { models, flush } = remoteScoring({
    models: {
      async suggest(...args) {
        calls.push(args[0])
        return { missing: ['h'] }
      },
    },
    flush: async () => void calls.push('flush'),
  })
  expect(await models.suggest(job, { accountId: 'a' })).toEqual({ missing: ['h'] })
  await flush()
  expect(calls).toEqual([job, 'flush'])
})

test('a few pictures at a time are requested from the main thread', async () => {
  const waiting: (() => void)[] = []
  const { readSource } = remoteScoring({
    readSource: () => new Promise((resolve) => waiting.push(() => resolve(features))),
  })
  const all = Array.from({ length: 3 * picturesAskedMax }, (_, i) =>
    readSource(project, { url: `https://a.test/${i}` }),
  )
  let mostAtOnce = 0
  for (let answered = 0; answered < all.length; answered++) {
    await expect.poll(() => waiting.length).toBeGreaterThan(answered)
    mostAtOnce = Math.max(mostAtOnce, waiting.length - answered)
    waiting[answered]?.()
  }
  expect(await Promise.all(all)).toEqual(all.map(() => features))
  expect(mostAtOnce).toBe(picturesAskedMax)
})

test('the fault of a picture is still a fault on the other thread, and any other error makes scoring unavailable', async () => {
  const fault = new FrameFault('fetch_timeout', 'the host does not answer', { retryable: true })
  for (const [error, expected] of [
    [fault, fault],
    [new Error('no store'), new ScoringUnavailable('no store')],
  ]) {
    const { readSource } = remoteScoring({ readSource: () => Promise.reject(error) })
    await expect(readSource(project, { frameId: 'f' })).rejects.toStrictEqual(expected)
  }
})
