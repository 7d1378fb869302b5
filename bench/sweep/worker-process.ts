/**
 * The service of `bench:sweep` in its own process: `api`, `worker`, or `both`. A message on the channel to the parent
 * starts a sweep, which otherwise happens every ten minutes. It sends how many statements named idle accounts.
 */
import { readConfig } from '@palate/server/config/config.ts'
import { start, startWorker } from '@palate/server/main.ts'
import { pino } from 'pino'
import { noteStatements } from '../../tests/store/note-statements.ts'
import { idlePrefix } from './idle-prefix.ts'

const tellEveryMs = 500
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

let statements = 0
noteStatements((values) => {
  if (values.some((value) => typeof value === 'string' && value.startsWith(idlePrefix))) statements += 1
})

const [role] = process.argv.slice(2)
const options = { config: readConfig(process.env), log: pino({ level: 'error' }) }
if (role === 'worker') await startWorker(options)
const { address } = role === 'worker' ? { address: '' } : await start({ ...options, isWorker: role === 'both' })
process.send?.({ address })
// After the address, which the parent waits for.
setOthers(() => process.connected && process.send?.({ statements }), tellEveryMs)
