import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Loaded into the server with --import. On SIGUSR2 it writes the event-loop delay since the last signal to a file. It
// starts with the first signal, because its timer costs time.

const resolutionMs = 1

if (isMainThread && process.env.BENCH_DELAY_FILE) {
  const file = process.env.BENCH_DELAY_FILE
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  process.on('SIGUSR2', () => {
    delay.enable()
    // The histogram includes the timer's own interval.
    const at = (share: number) => Math.max(0, delay.percentile(share) / 1e6 - resolutionMs)
    writeFileSync(file, JSON.stringify({ p50: at(50), p99: at(99), max: at(100) }))
    delay.reset()
  })
}
