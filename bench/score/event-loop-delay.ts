import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Loaded into the server before it starts. SIGUSR2: write the event loop's delay since the last time, and begin anew.

const resolutionMs = 1

if (isMainThread && process.env.BENCH_DELAY_FILE) {
  const file = process.env.BENCH_DELAY_FILE
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  process.on('SIGUSR2', () => {
    // The timer's own pause is no delay.
    const at = (share: number) => Math.max(0, delay.percentile(share) / 1e6 - resolutionMs)
    writeFileSync(file, JSON.stringify({ p50: at(50), p99: at(99), max: at(100) }))
    delay.reset()
  })
}
