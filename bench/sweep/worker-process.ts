/**
 * The service of `bench:sweep` in its own process: `api`, `worker`, or `both`. A message on the channel to the parent
 * starts a sweep, which otherwise happens every ten minutes.
 */
import { readConfig } from '@palate/server/config/config.ts'
import { start, startWorker } from '@palate/server/main.ts'
import { pino } from 'pino'

const sweepEveryMs = 10 * 60_000
const callbacks: (() => void)[] = []
const setOthers = globalThis.setInterval
globalThis.setInterval = ((callback: () => void, ms: number) => {
  if (ms === sweepEveryMs) callbacks.push(callback)
  return setOthers(callback, ms)
}) as typeof setInterval
process.on('message', () => {
  for (const callback of callbacks) callback()
})

const [role] = process.argv.slice(2)
const options = { config: readConfig(process.env), log: pino({ level: 'error' }) }
if (role === 'worker') await startWorker(options)
const { address } = role === 'worker' ? { address: '' } : await start({ ...options, isWorker: role === 'both' })
process.send?.({ address })
