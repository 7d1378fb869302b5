import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded into the server with --import. On SIGUSR2 it writes the longest block of the event loop since the last signal
// to a file: the longest time between two iterations, and the most processor time that the thread used in one. It starts
// with the first signal, because its timer costs time.

const intervalMs = 1

if (isMainThread && process.env.BENCH_HOLD_FILE) {
  const file = process.env.BENCH_HOLD_FILE
  let last = now()
  let longest = { wallMs: 0, processorMs: 0 }
  const look = () => {
    const current = now()
    longest = {
      wallMs: Math.max(longest.wallMs, current.wallMs - last.wallMs - intervalMs),
      processorMs: Math.max(longest.processorMs, current.processorMs - last.processorMs),
    }
    last = current
  }
  process.once('SIGUSR2', () => setInterval(look, intervalMs).unref())
  process.on('SIGUSR2', () => {
    writeFileSync(file, JSON.stringify(longest))
    longest = { wallMs: 0, processorMs: 0 }
    last = now()
  })
}

/** Processor time is that of this thread: on a busy machine it is more reliable than wall-clock time. */
function now() {
  const { user, system } = process.threadCpuUsage()
  return { wallMs: performance.now(), processorMs: (user + system) / 1000 }
}
