import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import { expect, test } from 'vitest'
import type { State } from '../ports/states.ts'
import { createLargeStates, smallProfileBytesMax } from './large-states.ts'
import type { StateQuestion } from './messages.ts'
import type { OpenRequestThread } from './open-request-thread.ts'
import { createLongQueue, longRequestsAtOnceMax } from './request-queue.ts'
import { sendState } from './send-state.ts'

const clock = () => new Date(0)
const dimension = (name: string) => ({ name, kind: 'learned' as const, description: name })
const inputOf = async (name: string) => ({ dimension: name, pictures: [], labels: [], comparisons: [], wishes: [] })

/** The other end of the thread: opens every state by default. */
function threadThat(open: (question: StateQuestion) => Promise<string> = async () => 'one') {
  const asked: StateQuestion[] = []
  const ports: MessagePort[] = []
  const ask = (question: StateQuestion) => {
    asked.push(question)
    const { port1, port2 } = new MessageChannel()
    ports.push(port2)
    const opened = async () => ({
      inputs: { fingerprint: await open(question), inputOf },
      dimensions: question.dimensions.map(dimension),
    })
    void sendState(port2, opened, (error) => error as Fault)
    return port1
  }
  const thread = { ask, long: createLongQueue() } as unknown as OpenRequestThread
  return { states: createLargeStates({ clock }, thread), asked, ports }
}

function stateOf(change: Partial<State> & { readonly key?: () => Promise<string> } = {}): State {
  const names = { accountId: 'a', projectId: 'p', profileId: 'prof', versionId: 'v', seed: null }
  return {
    ...names,
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
  const { states, asked } = threadThat()
  const small = stateOf({ bytes: 64 * 1024 })
  expect(await states.open(small, ['trust'])).toBe(undefined)
  expect(await states.checkDimensions(small, ['trust'])).toBe(false)
  expect(asked).toEqual([])
})

test('inputs come from the thread, and a known state is not opened again', async () => {
  const { states, asked } = threadThat()
  const open = await states.open(stateOf(), ['trust', 'joy'])
  expect(open?.dimensions).toEqual([dimension('trust'), dimension('joy')])
  const inputs = await Promise.all(['joy', 'trust'].map((name) => open?.inputs.inputOf(name)))
  expect(inputs).toEqual([await inputOf('joy'), await inputOf('trust')])
  open?.close()
  const again = await states.open(stateOf(), ['joy', 'joy'])
  expect(again?.dimensions).toEqual([dimension('joy')])
  expect(again?.inputs.fingerprint).toBe('one')
  expect(asked).toHaveLength(1)
  // Its model is no longer in memory.
  expect(await again?.inputs.inputOf('joy')).toEqual(await inputOf('joy'))
  again?.close()
  expect(asked).toHaveLength(2)
})

test('it is opened again for another dimension, after pictures were read, and if it is uncommitted', async () => {
  const { states, asked } = threadThat()
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
  expect(asked.map(({ dimensions }) => dimensions)).toEqual(requests.map(([, name]) => [name]))
  expect(asked.map(({ learns }) => learns)).toEqual(requests.map(() => true))
})

test('a model is not learned from pictures that were read since', async () => {
  let fingerprint = 'one'
  const { states, asked } = threadThat(async () => fingerprint)
  ;(await states.open(stateOf(), ['joy']))?.close()
  fingerprint = 'two'
  const stale = await states.open(stateOf(), ['joy'])
  await expect(stale?.inputs.inputOf('joy')).rejects.toThrow('the pictures of the state were just read again')
  stale?.close()
  expect((await states.open(stateOf(), ['joy']))?.inputs.fingerprint).toBe('two')
  expect(asked).toHaveLength(3)
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
  await expect(broken).rejects.toEqual(new Error('the request thread failed'))
  const { states, ports } = threadThat(() => new Promise(() => {}))
  const lost = states.open(stateOf(), ['joy'])
  await expect.poll(() => ports.length).toBe(1)
  ports[0]?.close()
  await expect(lost).rejects.toMatchObject({ status: 503 })
})

test('an account may have half of the states open, and frees its place when its client disconnects', async () => {
  const { states, asked } = threadThat(() => new Promise(() => {}))
  const leaving = new AbortController()
  const all = Array.from({ length: longRequestsAtOnceMax }, () => states.open(stateOf(), ['joy'], leaving.signal))
  const refusals = Promise.allSettled(all)
  await expect.poll(() => asked.length).toBe(longRequestsAtOnceMax / 2)
  leaving.abort(new Error('left'))
  expect((await refusals).every(({ status }) => status === 'rejected')).toBe(true)
  states.open(stateOf(), ['joy']).catch(() => {})
  await expect.poll(() => asked.length).toBe(longRequestsAtOnceMax / 2 + 1)
})
