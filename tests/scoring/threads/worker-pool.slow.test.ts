import {
  createWorkerPool,
  type WorkerPool,
  type WorkerPoolOptions,
} from '@palate/server/pictures/threads/worker-pool.ts'
import { batch, realtime } from '@palate/server/work/work-context.ts'
import { afterEach, expect, test } from 'vitest'

type ScriptedPool = WorkerPool<string, string, unknown, string>
const pools: ScriptedPool[] = []

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

async function poolWith(options: Partial<WorkerPoolOptions> = {}): Promise<ScriptedPool> {
  const file = new URL('./scripted-worker.ts', import.meta.url)
  const pool = await createWorkerPool<string, string, unknown, string>({
    file,
    workerData: 'hello',
    workers: 1,
    ...options,
  })
  pools.push(pool)
  return pool
}

test("a pool passes on its workers' descriptions and results", async () => {
  const pool = await poolWith({ workers: 2 })
  expect(pool.info).toBe('hello')
  expect(await Promise.all(['echo a', 'echo b', 'echo c'].map((job) => pool.run(job)))).toEqual(['a', 'b', 'c'])
})

test('frame faults and service failures keep their type', async () => {
  const pool = await poolWith()
  await expect(pool.run('fault')).rejects.toMatchObject({
    name: 'FrameFault',
    code: 'fetch_failed',
    message: 'no luck',
    retryable: true,
  })
  await expect(pool.run('failure')).rejects.toMatchObject({ name: 'ScoringUnavailable', message: 'nobody there' })
})

test.each(['crash', 'exit'])('a worker that ends by %s fails only its own job and is replaced', async (action) => {
  const pool = await poolWith({ workers: 2 })
  const jobs = ['later 60', action, 'echo a', 'echo b', action, 'echo c']
  const results = await Promise.allSettled(jobs.map((job) => pool.run(job)))
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(results[1]).toMatchObject({ reason: { name: 'ScoringUnavailable', message: 'a worker stopped' } })
  expect(await Promise.all([pool.run('echo d'), pool.run('echo e')])).toEqual(['d', 'e'])
})

test('a job that takes too long ends its worker, and another worker runs the next job', async () => {
  const pool = await poolWith({ jobTimeoutMs: 2000, timeoutFault: () => new Error('too slow') })
  const [hung, next] = await Promise.allSettled([pool.run('hang'), pool.run('echo a')])
  expect(hung).toMatchObject({ reason: { message: 'too slow' } })
  expect(next).toEqual({ status: 'fulfilled', value: 'a' })
})

test('real-time work overtakes waiting batch work', async () => {
  const pool = await poolWith()
  const order: string[] = []
  const run = (job: string, priority: 'realtime' | 'batch') =>
    pool.run(job, {}, { ...realtime, priority }).then(() => order.push(job))
  await Promise.all([
    run('later 30', 'batch'),
    run('echo b1', 'batch'),
    run('echo b2', 'batch'),
    run('echo r1', 'realtime'),
    run('echo r2', 'realtime'),
  ])
  expect(order).toEqual(['later 30', 'echo r1', 'echo r2', 'echo b1', 'echo b2'])
})

test('a full queue of batch work rejects more of it, but not real-time work', async () => {
  const pool = await poolWith({ queueMax: 2 })
  const jobs = Array.from({ length: 5 }, () => pool.run('later 20', {}, batch))
  expect([pool.running, pool.waiting]).toEqual([1, 2])
  const now = pool.run('echo a')
  const settled = await Promise.allSettled(jobs)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(settled[4]).toMatchObject({ reason: { message: 'too many pictures of this account are waiting' } })
  expect(await now).toBe('a')
})

test('a full queue of one account rejects more of its work, but not that of another', async () => {
  const pool = await poolWith({ queueMax: 1 })
  const own = Array.from({ length: 3 }, () => pool.run('later 20', {}, { ...realtime, accountId: 'a' }))
  const other = pool.run('echo b', {}, { ...realtime, accountId: 'b' })
  const settled = await Promise.allSettled([...own, other])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('expensive jobs leave a worker to cheap ones', async () => {
  const pool = await poolWith({ workers: 2 })
  const [hog, other] = ['a', 'b'].map((accountId) => ({ ...realtime, accountId }))
  while ((await runningAtOnce(pool, hog)) < 2);
  const expensive = [1, 2].map(() => pool.run('later 300', { costMs: 10_000 }, hog))
  expect([pool.running, pool.waiting]).toEqual([1, 1])
  expect(await pool.run('echo b', {}, other)).toBe('b')
  expect(pool.running).toBe(1)
  await Promise.all(expensive)
})

test('an account whose job took far longer than expected leaves a worker free for a while', async () => {
  const pool = await poolWith({ workers: 2 })
  const [liar, other] = ['a', 'b'].map((accountId) => ({ ...realtime, accountId }))
  while ((await runningAtOnce(pool, liar)) < 2);
  await pool.run('later 1100', { costMs: 1 }, liar)
  const more = [1, 2].map(() => pool.run('later 20', { costMs: 1 }, liar))
  expect([pool.running, pool.waiting]).toEqual([1, 1])
  await Promise.all([...more, pool.run('echo b', {}, other)])
})

test('an aborted job, waiting or running, rejects immediately', async () => {
  const pool = await poolWith()
  const abort = new AbortController()
  const { signal } = abort
  const running = pool.run('later 10000', {}, { ...realtime, signal })
  const leaving = Promise.allSettled([running, pool.run('echo a', {}, { ...realtime, signal })])
  await new Promise((resolve) => setTimeout(resolve, 20))
  const reason = new Error('the client left')
  abort.abort(reason)
  expect(await leaving).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
  expect([pool.running, pool.waiting]).toEqual([1, 0])
  await expect(pool.run('echo c', {}, { ...realtime, signal })).rejects.toBe(reason)
})

test('a job that is aborted as it is submitted takes no slot', async () => {
  const pool = await poolWith()
  const abort = new AbortController()
  const coming = pool.run('later 10000', {}, { ...realtime, signal: abort.signal })
  abort.abort(new Error('the client left'))
  await expect(coming).rejects.toThrow('the client left')
  expect(await pool.run('echo b')).toBe('b')
})

test('more workers start on demand, one at a time', async () => {
  const pool = await poolWith({ workers: 3 })
  expect(await runningAtOnce(pool)).toBe(1)
  while ((await runningAtOnce(pool)) < 2);
  while ((await runningAtOnce(pool)) < 3);
  expect(pool.hasSpare()).toBe(true)
  const jobs = [pool.run('later 20'), pool.run('later 20')]
  expect(pool.hasSpare()).toBe(false)
  await Promise.all(jobs)
})

test('a worker that fails to start is retried, and others start after it', async () => {
  const starts = new SharedArrayBuffer(4)
  const pool = await poolWith({ workers: 3, workerData: starts })
  while ((await runningAtOnce(pool)) < 3);
  // The second start failed and was retried.
  expect(new Int32Array(starts)[0]).toBe(4)
})

test('an idle pool that is asked for a spare worker starts one', async () => {
  const pool = await poolWith({ workers: 2 })
  expect(pool.hasSpare()).toBe(false)
  while (!pool.hasSpare()) await new Promise((resolve) => setTimeout(resolve, 5))
})

test('a job can return intermediate results before it ends', async () => {
  const pool = await poolWith()
  const parts: unknown[] = []
  expect(await pool.run('parts', { onPart: (part) => parts.push(part) })).toBe('whole')
  expect(parts).toEqual(['half', 'other half'])
  expect(await pool.run('parts')).toBe('whole')
})

/** How many of many submitted jobs run concurrently. */
async function runningAtOnce(pool: ScriptedPool, work = realtime): Promise<number> {
  const jobs = Array.from({ length: 12 }, () => pool.run('later 1', {}, work))
  const { running } = pool
  await Promise.all(jobs)
  return running
}

test('a pool whose first worker cannot start rejects with its reason', async () => {
  await expect(poolWith({ workerData: 'fail', workers: 2 })).rejects.toThrow(/^the model is broken$/)
})

test('a closed pool rejects new and waiting jobs', async () => {
  const pool = await poolWith()
  const running = pool.run('later 20')
  const waiting = pool.run('echo a')
  const closing = pool.close()
  await expect(waiting).rejects.toThrow('the service is stopping')
  await expect(pool.run('echo b')).rejects.toThrow('the service is stopping')
  await running.catch(() => undefined)
  await closing
})
