import { MessageChannel } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import { expect, test } from 'vitest'
import type { State } from '../ports/states.ts'
import { createLargeStates, smallProfileBytesMax } from './large-states.ts'
import type { AskedState, OffloadMethods } from './offload-thread.ts'
import { createRequestQueue, requestsAtOnceMax, reservedRequests } from './request-queue.ts'
import { connect } from './rpc.ts'

/** For one account. */
const openAtOnce = (requestsAtOnceMax - reservedRequests) / 2
const clock = () => new Date(0)
const dimension = (name: string) => ({ name, kind: 'learned' as const, description: name })
const inputOf = async (name: string) => ({ dimension: name, pictures: [], labels: [], comparisons: [], wishes: [] })

/** The other end of the thread: opens every state by default. */
function threadThat(open: (signal?: AbortSignal) => Promise<string> = async () => 'one') {
  const opened: AskedState[] = []
  const checked: AskedState[] = []
  const { port1, port2 } = new MessageChannel()
  const closed: string[] = []
  const methods: Pick<OffloadMethods, 'openState' | 'fitInput' | 'closeState' | 'checkDimensions'> = {
    async openState(request, signal) {
      opened.push(request)
      const fingerprint = await open(signal)
      return { fingerprint, dimensions: request.dimensions.map(dimension) }
    },
    fitInput: ({ dimension: name }) => inputOf(name),
    closeState: (fingerprint) => void closed.push(fingerprint),
    async checkDimensions(request) {
      checked.push(request)
      await open()
    },
  }
  connect(port1, methods)
  const { call } = connect<OffloadMethods>(port2)
  const holds = { now: 0 }
  const hold = () => {
    holds.now += 1
    return () => {
      holds.now -= 1
    }
  }
  return {
    states: createLargeStates({ clock }, { call, hold, queue: createRequestQueue() }),
    closed,
    holds,
    opened,
    checked,
    stop: () => port1.close(),
  }
}

/** Ends when its caller leaves. */
function untilLeft(signal?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

function stateOf(change: Partial<State> & { readonly key?: () => Promise<string> } = {}): State {
  const names = { accountId: 'a', projectId: 'p', profileId: 'prof', versionId: 'v', seed: null }
  return {
    ...names,
    name: 'Evening issue',
    thresholds: {},
    derivedRevision: 0,
    bytes: smallProfileBytesMax + 1,
    reference: { ...names, working: null },
    key: async () => 'key',
    elements: () => Promise.reject(new Error('the elements are not read here')),
    resolveAddress: async (address) => address,
    ...change,
  }
}

test('a state of at most 64 kB is not large', async () => {
  const { states, opened, checked } = threadThat()
  const small = stateOf({ bytes: 64 * 1024 })
  expect(await states.open(small, ['trust'])).toBe(undefined)
  expect(await states.checkDimensions(small, ['trust'])).toBe(false)
  expect([...opened, ...checked]).toEqual([])
})

test('the dimensions of a large state are checked there, without opening it', async () => {
  const { states, opened, checked } = threadThat()
  const state = stateOf()
  expect(await states.checkDimensions(state, ['trust'])).toBe(true)
  expect(checked).toEqual([{ reference: state.reference, dimensions: ['trust'], nowMs: 0 }])
  expect(opened).toEqual([])
})

test('inputs come from the thread, and a known state is not opened again', async () => {
  const { states, opened, closed, holds } = threadThat()
  const open = await states.open(stateOf(), ['trust', 'joy'])
  expect(open?.dimensions).toEqual([dimension('trust'), dimension('joy')])
  const inputs = await Promise.all(['joy', 'trust'].map((name) => open?.inputs.inputOf(name)))
  expect(inputs).toEqual([await inputOf('joy'), await inputOf('trust')])
  expect([holds.now, closed]).toEqual([1, []])
  open?.close()
  await expect.poll(() => closed).toEqual(['one'])
  expect(holds.now).toBe(0)
  const again = await states.open(stateOf(), ['joy', 'joy'])
  expect(again?.dimensions).toEqual([dimension('joy')])
  expect(again?.inputs.fingerprint).toBe('one')
  expect(opened).toHaveLength(1)
  // Its model is no longer in memory.
  expect(await again?.inputs.inputOf('joy')).toEqual(await inputOf('joy'))
  again?.close()
  expect(opened).toHaveLength(2)
})

test('it is opened again for another dimension, after pictures were read, and if it is uncommitted', async () => {
  const { states, opened } = threadThat()
  const reference = { ...stateOf().reference, working: { isCurrent: true as const } }
  const key = () => Promise.reject(new Error('the key is not known here'))
  const requests = [
    [stateOf(), 'joy'],
    [stateOf(), 'trust'],
    [stateOf({ derivedRevision: 1 }), 'trust'],
    [stateOf({ reference, key }), 'trust'],
    [stateOf({ reference, key }), 'trust'],
  ] as const
  for (const [state, name] of requests) (await states.open(state, [name]))?.close()
  expect(opened.map(({ dimensions }) => dimensions)).toEqual(requests.map(([, name]) => [name]))
})

test('a model is not learned from pictures that were read since', async () => {
  let fingerprint = 'one'
  const { states, opened } = threadThat(async () => fingerprint)
  ;(await states.open(stateOf(), ['joy']))?.close()
  fingerprint = 'two'
  const stale = await states.open(stateOf(), ['joy'])
  await expect(stale?.inputs.inputOf('joy')).rejects.toThrow('the pictures of the state were just read again')
  stale?.close()
  expect((await states.open(stateOf(), ['joy']))?.inputs.fingerprint).toBe('two')
  expect(opened).toHaveLength(3)
})

test('faults of the thread become faults here, internal ones become errors, and a thread that stops is 503', async () => {
  const headers = { 'retry-after': '5' }
  const faults = [new Fault('unknown_dimension', 'none'), new Fault('unavailable', 'gone', { headers })]
  for (const fault of faults) {
    const { states } = threadThat(() => Promise.reject(fault))
    await expect(states.open(stateOf(), ['joy'])).rejects.toEqual(fault)
    await expect(states.checkDimensions(stateOf(), ['joy'])).rejects.toEqual(fault)
  }
  const broken = threadThat(() => Promise.reject(new Fault('internal', 'x'))).states.open(stateOf(), ['joy'])
  await expect(broken).rejects.toStrictEqual(new Error('the other thread failed'))
  const { states, opened, stop } = threadThat(() => new Promise(() => {}))
  const lost = states.open(stateOf(), ['joy'])
  await expect.poll(() => opened.length).toBe(1)
  stop()
  await expect(lost).rejects.toMatchObject({ status: 503 })
})

test('an account may have half of the states open, and frees its place when its client disconnects', async () => {
  const { states, opened } = threadThat(untilLeft)
  const leaving = new AbortController()
  const all = Array.from({ length: requestsAtOnceMax }, () => states.open(stateOf(), ['joy'], leaving.signal))
  const refusals = Promise.allSettled(all)
  await expect.poll(() => opened.length).toBe(openAtOnce)
  leaving.abort(new Error('left'))
  expect((await refusals).every(({ status }) => status === 'rejected')).toBe(true)
  states.open(stateOf(), ['joy']).catch(() => {})
  await expect.poll(() => opened.length).toBe(openAtOnce + 1)
})
