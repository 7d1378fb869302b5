import {
  createWorkerPool,
  type WorkerPool,
  type WorkerPoolOptions,
} from '@palate/server/scoring/threads/worker-pool.ts'
import { afterEach, expect, test } from 'vitest'

type OddPool = WorkerPool<string, string, unknown, string>
const pools: OddPool[] = []

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

async function poolWith(options: Partial<WorkerPoolOptions> = {}): Promise<OddPool> {
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

test('a pool greets with what its workers said, and gives back what they answer', async () => {
  const pool = await poolWith({ workers: 2 })
  expect(pool.greeting).toBe('hello')
  expect(await Promise.all(['echo a', 'echo b', 'echo c'].map((job) => pool.run(job)))).toEqual(['a', 'b', 'c'])
})

test('faults of frames and failures of the service come across as such', async () => {
  const pool = await poolWith()
  await expect(pool.run('fault')).rejects.toMatchObject({
    name: 'FrameFault',
    code: 'fetch_failed',
    message: 'no luck',
    retryable: true,
  })
  await expect(pool.run('failure')).rejects.toMatchObject({ name: 'ScoringUnavailable', message: 'nobody there' })
})

test.each(['crash', 'exit'])('a worker that ends by %s fails its own job alone and is replaced', async (deed) => {
  const pool = await poolWith({ workers: 2 })
  const jobs = ['later 60', deed, 'echo a', 'echo b', deed, 'echo c']
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

test('a job that takes too long ends its worker, and the next one finds another', async () => {
  const pool = await poolWith({ jobTimeoutMs: 300, timeoutFault: () => new Error('too slow') })
  const [hung, next] = await Promise.allSettled([pool.run('hang'), pool.run('echo a')])
  expect(hung).toMatchObject({ reason: { message: 'too slow' } })
  expect(next).toEqual({ status: 'fulfilled', value: 'a' })
})

test('real-time work overtakes the batch that waits', async () => {
  const pool = await poolWith()
  const order: string[] = []
  const run = (job: string, priority: 'realtime' | 'batch') => pool.run(job, { priority }).then(() => order.push(job))
  await Promise.all([
    run('later 30', 'batch'),
    run('echo b1', 'batch'),
    run('echo b2', 'batch'),
    run('echo r1', 'realtime'),
    run('echo r2', 'realtime'),
  ])
  expect(order).toEqual(['later 30', 'echo r1', 'echo r2', 'echo b1', 'echo b2'])
})

test('a full queue turns new work away, and keeps a place for real-time work', async () => {
  const pool = await poolWith({ queueMax: 2 })
  const batch = Array.from({ length: 5 }, () => pool.run('later 20', { priority: 'batch' }))
  expect([pool.running, pool.waiting]).toEqual([1, 2])
  const now = pool.run('echo a')
  const settled = await Promise.allSettled(batch)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(settled[4]).toMatchObject({ reason: { message: 'too many pictures are waiting' } })
  expect(await now).toBe('a')
})

test('whoever leaves, waiting or running, is answered at once', async () => {
  const pool = await poolWith()
  const leave = new AbortController()
  const { signal } = leave
  const running = pool.run('later 10000', { signal })
  const leaving = Promise.allSettled([running, pool.run('echo a', { signal })])
  await new Promise((resolve) => setTimeout(resolve, 20))
  const reason = new Error('the client left')
  leave.abort(reason)
  expect(await leaving).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
  expect([pool.running, pool.waiting]).toEqual([1, 0])
  await expect(pool.run('echo c', { signal })).rejects.toBe(reason)
})

test('whoever leaves in the very moment of coming takes no place', async () => {
  const pool = await poolWith()
  const leave = new AbortController()
  const coming = pool.run('later 10000', { signal: leave.signal })
  leave.abort(new Error('the client left'))
  await expect(coming).rejects.toThrow('the client left')
  expect(await pool.run('echo b')).toBe('b')
})

test('there is room while few jobs wait, and again when some have ended', async () => {
  const pool = await poolWith()
  const leave = new AbortController()
  const jobs = Array.from({ length: 17 }, () => pool.run('later 2', { priority: 'batch' }))
  let hasRoom = false
  const room = pool.room({ priority: 'batch' }).then(() => {
    hasRoom = true
  })
  const impatient = pool.room({ priority: 'batch', signal: leave.signal })
  await pool.room({ priority: 'realtime' })
  expect([pool.waiting, hasRoom]).toEqual([16, false])
  leave.abort(new Error('the client left'))
  await expect(impatient).rejects.toThrow('the client left')
  await jobs[0]
  await room
  expect(pool.waiting).toBeGreaterThan(0)
  await Promise.all(jobs)
})

test('workers that mostly wait hold several jobs', async () => {
  const pool = await poolWith({ workers: 2, jobsPerWorker: 3 })
  while (!(pool.hasSpare() && (await runningAtOnce(pool)) === 6));
  const jobs = Array.from({ length: 8 }, () => pool.run('later 20'))
  expect([pool.running, pool.waiting]).toEqual([6, 2])
  expect(await Promise.all(jobs)).toHaveLength(8)
})

test('further workers start when there is work for them, and one at a time', async () => {
  const pool = await poolWith({ workers: 3 })
  expect(await runningAtOnce(pool)).toBe(1)
  while ((await runningAtOnce(pool)) < 2);
  while ((await runningAtOnce(pool)) < 3);
  expect(pool.hasSpare()).toBe(true)
  const jobs = [pool.run('later 20'), pool.run('later 20')]
  expect(pool.hasSpare()).toBe(false)
  await Promise.all(jobs)
})

test('a worker that could not start at first comes later, and others after it', async () => {
  const starts = new SharedArrayBuffer(4)
  const pool = await poolWith({ workers: 3, workerData: starts })
  while ((await runningAtOnce(pool)) < 3);
  // The second start was refused, and its seat tried again.
  expect(new Int32Array(starts)[0]).toBe(4)
})

test('a pool at rest that is asked for a spare worker starts it', async () => {
  const pool = await poolWith({ workers: 2 })
  expect(pool.hasSpare()).toBe(false)
  while (!pool.hasSpare()) await new Promise((resolve) => setTimeout(resolve, 5))
})

test('a job hands out parts of its work before it ends', async () => {
  const pool = await poolWith()
  const parts: unknown[] = []
  expect(await pool.run('parts', { onPart: (part: string) => parts.push(part) })).toBe('whole')
  expect(parts).toEqual(['half', 'other half'])
  expect(await pool.run('parts')).toBe('whole')
})

/** Of many jobs that come at once. */
async function runningAtOnce(pool: OddPool): Promise<number> {
  const jobs = Array.from({ length: 12 }, () => pool.run('later 1'))
  const { running } = pool
  await Promise.all(jobs)
  return running
}

test('a pool whose workers cannot start is refused with their reason', async () => {
  await expect(poolWith({ workerData: 'refuse', workers: 2 })).rejects.toThrow(/^the model is broken$/)
})

test('a closed pool takes nothing, and sends away what waits', async () => {
  const pool = await poolWith()
  const running = pool.run('later 20')
  const waiting = pool.run('echo a')
  const closing = pool.close()
  await expect(waiting).rejects.toThrow('the service is stopping')
  await expect(pool.run('echo b')).rejects.toThrow('the service is stopping')
  await running.catch(() => undefined)
  await closing
})
