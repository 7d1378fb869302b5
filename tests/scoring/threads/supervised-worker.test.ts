import { type SupervisedWorker, superviseWorker } from '@palate/server/pictures/threads/supervised-worker.ts'
import { expect, test } from 'vitest'

const file = new URL('./scripted-worker.ts', import.meta.url)

function open(workerData: string, jobTimeoutMs = 30_000): SupervisedWorker<unknown, string, unknown, string> {
  return superviseWorker({ file, workerData, jobTimeoutMs }, () => {})
}

test('close ends a thread that hangs during its start, and rejects waiting jobs', async () => {
  const worker = open('hang')
  const info = expect(worker.info).rejects.toThrow('a worker stopped before it was ready')
  const waiting = expect(worker.run('echo a', [])).rejects.toThrow('a worker stopped')
  await worker.close()
  await Promise.all([info, waiting])
})

test('close rejects jobs that wait for the next start of a thread that failed', async () => {
  const worker = open('fail')
  await expect(worker.info).rejects.toThrow('the model is broken')
  const waiting = expect(worker.run('echo a', [])).rejects.toThrow('a worker stopped')
  await worker.close()
  await waiting
})

test('a part can follow the result, unless the thread stops before', async () => {
  const worker = open('hello')
  const resultAndPart = (job: string) => {
    const part = Promise.withResolvers<unknown>()
    return Promise.all([worker.run(job, [], part.resolve), part.promise])
  }
  expect(await resultAndPart('more')).toEqual(['early', 'late'])
  expect(await resultAndPart('more exit')).toEqual(['early', undefined])
  await worker.close()
})

test('a job that cannot be sent to the thread fails, and the thread keeps running', async () => {
  const worker = open('hello', 100)
  await worker.info
  await expect(worker.run(() => {}, [])).rejects.toMatchObject({ name: 'DataCloneError' })
  // Past the time limit of the job, which must not end the thread.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await worker.run('echo a', [])).toBe('a')
  await worker.close()
})
