import { parentPort, workerData } from 'node:worker_threads'

// A worker thread scripted by its jobs, for the tests of the pool.

const port = parentPort
if (port === null) throw new Error('this file runs as a worker')

const actions: Record<string, (id: number, argument: string) => void> = {
  echo: (id, argument) => port.postMessage({ id, result: argument }),
  later: (id, argument) => setTimeout(() => port.postMessage({ id, result: id }), Number(argument)),
  crash: () => {
    throw new Error('this worker crashed')
  },
  exit: () => process.exit(3),
  hang: () => {
    for (;;);
  },
  parts: (id) => {
    for (const part of ['half', 'other half']) port.postMessage({ id, part })
    port.postMessage({ id, result: 'whole' })
  },
  more: (id, argument) => {
    port.postMessage({ id, result: 'early', more: true })
    // Not at once, so that the result is delivered.
    setTimeout(() => (argument === 'exit' ? process.exit(3) : port.postMessage({ id, part: 'late' })), 10)
  },
  fault: (id) => port.postMessage({ id, fault: { code: 'fetch_failed', message: 'no luck', retryable: true } }),
  failure: (id) => port.postMessage({ id, failure: 'nobody there' }),
}

if (workerData === 'hang') for (;;);

/** Counts the starts of all workers that share the counter. The second one fails. */
const isSecondStart = workerData instanceof SharedArrayBuffer && Atomics.add(new Int32Array(workerData), 0, 1) === 1

if (workerData === 'fail' || isSecondStart) port.postMessage({ startFailed: 'the model is broken' })
else {
  port.on('message', (message: 'close' | { id: number; job: string }) => {
    if (message === 'close') return port.close()
    const [action = '', argument = ''] = message.job.split(' ')
    actions[action]?.(message.id, argument)
  })
  port.postMessage({ ready: workerData })
}
