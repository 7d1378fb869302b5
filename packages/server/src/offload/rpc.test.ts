import { MessageChannel } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import { expect, test } from 'vitest'
import { FrameFault, ScoringUnavailable } from '../pictures/picture-faults.ts'
import { connect, type FailureOf, type Methods } from './rpc.ts'

/** Both ends, in one thread. */
function connectTo<Served extends Methods>(methods: Served, failureOf?: FailureOf) {
  const { port1: far, port2: near } = new MessageChannel()
  connect(far, methods, failureOf)
  return { remote: connect<Served>(near), near, far }
}

const stopped = {
  code: 'unavailable',
  message: 'the thread handling this request stopped; try again',
  extras: { headers: { 'retry-after': '1' } },
}
const never = () => new Promise<never>(() => {})

test('concurrent calls get their own results', async () => {
  const waits = new Map<string, () => void>()
  const { remote } = connectTo({
    echo: (name: string) => new Promise<string>((resolve) => waits.set(name, () => resolve(name))),
  })
  const calls = ['a', 'b'].map((name) => remote.call('echo', name))
  await expect.poll(() => waits.size).toBe(2)
  for (const name of ['b', 'a']) waits.get(name)?.()
  expect(await Promise.all(calls)).toEqual(['a', 'b'])
  remote.close()
})

test.each([
  new Fault('merge_conflict', 'two', { headers: { 'retry-after': '5' }, members: { conflicts: [{ id: 'c' }] } }),
  new FrameFault('fetch_timeout', 'the host does not respond', { retryable: true }),
  new ScoringUnavailable('overloaded'),
  new Error('something else'),
])('an error keeps its class and content: $name', async (error) => {
  const { remote } = connectTo({ fail: (_: undefined) => Promise.reject(error) })
  await expect(remote.call('fail', undefined)).rejects.toStrictEqual(error)
  remote.close()
})

test('the serving side decides which error is sent', async () => {
  const { remote } = connectTo({ fail: (_: undefined) => Promise.reject('no error') }, () => new Error('hidden'))
  await expect(remote.call('fail', undefined)).rejects.toThrow('hidden')
  remote.close()
})

test('an abort reaches the method, which ends the call; the caller gets the reason of its signal', async () => {
  const signals: AbortSignal[] = []
  let finish = () => {}
  const { remote } = connectTo({
    leave: async (_: undefined, signal: AbortSignal) => {
      signals.push(signal)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      throw signal.reason
    },
    finish: (_: undefined, signal: AbortSignal) => {
      signals.push(signal)
      return new Promise<string>((resolve) => {
        finish = () => resolve('done')
      })
    },
  })
  const leaving = new AbortController()
  const left = remote.call('leave', undefined, leaving.signal)
  const finished = remote.call('finish', undefined, leaving.signal)
  await expect.poll(() => signals.length).toBe(2)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
  finish()
  expect(await finished).toBe('done')
  await expect(remote.call('leave', undefined, leaving.signal)).rejects.toThrow('left')
  expect(signals).toHaveLength(2)
  remote.close()
})

test('if the other side stops half way, calls are 503, as are those after it', async () => {
  const { remote, far } = connectTo({ wait: never })
  const calls = [1, 2].map(() => remote.call('wait', undefined))
  await new Promise((resolve) => setImmediate(resolve))
  far.close()
  for (const call of calls) await expect(call).rejects.toMatchObject(stopped)
  await expect(remote.call('wait', undefined)).rejects.toMatchObject(stopped)
})

test('if the caller stops, its methods are aborted', async () => {
  const signals: AbortSignal[] = []
  const { remote } = connectTo({
    wait(_: undefined, signal: AbortSignal) {
      signals.push(signal)
      return never()
    },
  })
  remote.call('wait', undefined).catch(() => {})
  await expect.poll(() => signals.length).toBe(1)
  remote.close()
  await expect.poll(() => signals[0]?.aborted).toBe(true)
})

test('messages that make no sense are ignored', async () => {
  const { remote, near, far } = connectTo({ echo: async (value: number) => value })
  const nonsense = [undefined, null, 'call', 7, [], {}, { abort: 99 }, { reply: 99, result: 1 }, { reply: 'x' }]
  for (const message of nonsense) {
    near.postMessage(message)
    far.postMessage(message)
  }
  expect(await remote.call('echo', 1)).toBe(1)
  await expect(remote.call('toString' as 'echo', 1)).rejects.toThrow('there is no method toString')
  remote.close()
})

test('a value that cannot be sent fails its call, and no other', async () => {
  const { remote } = connectTo({
    echo: async (value: unknown) => value,
    make: async (_: undefined) => () => {},
    refuse: (_: undefined) => Promise.reject(new Fault('unavailable', 'x', { members: { make: () => {}, kept: 1 } })),
  })
  await expect(remote.call('echo', () => {})).rejects.toThrow('could not be cloned')
  await expect(remote.call('make', undefined)).rejects.toThrow('could not be cloned')
  await expect(remote.call('refuse', undefined)).rejects.toMatchObject({ extras: { members: { kept: 1 } } })
  expect(await remote.call('echo', 1)).toBe(1)
  remote.close()
})

test('memory is moved with inputs and results', async () => {
  const { remote } = connectTo({
    grow: async ({ bytes }: { readonly bytes: Uint8Array }) => new Uint8Array(2 * bytes.length),
  })
  const bytes = new Uint8Array(3)
  expect(await remote.call('grow', { bytes })).toHaveLength(6)
  expect(bytes).toHaveLength(0)
  remote.close()
})

test('both sides can call each other over one port', async () => {
  const { port1, port2 } = new MessageChannel()
  const left = connect<{ readonly right: (_: undefined) => string }>(port1, { left: () => 'left' })
  const right = connect<{ readonly left: (_: undefined) => string }>(port2, { right: () => 'right' })
  expect(await Promise.all([left.call('right', undefined), right.call('left', undefined)])).toEqual(['right', 'left'])
  left.close()
})
