import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../tests/harness/client.ts'
import type { Env } from '../../tests/harness/home.ts'

const palate = fileURLToPath(new URL('../../packages/cli/bin/palate.js', import.meta.url))
const bareRoute = fileURLToPath(new URL('../store/bare-route.ts', import.meta.url))
const bareRelay = fileURLToPath(new URL('../score/bare-relay.ts', import.meta.url))

export type Served = Awaited<ReturnType<typeof serve>>

/** Load, and a check that revoked keys are refused, come from one address. */
export const unlimited = { PALATE_RATE_LIMIT: '1000000000', PALATE_AUTH_FAILURES: '1000000000' }

/** `palate serve` in its own process. It logs as usual; the output is discarded. */
export async function serve(env: Env, options: readonly string[] = [], launcher = palate) {
  const { child, url } = await listen([launcher, 'serve', ...options], { ...unlimited, ...env })
  const key = readFileSync(join(env.PALATE_DATA_DIR ?? '', 'bootstrap-key'), 'utf8').trim()
  return { ...createClient(url, key), child, stop: () => stop(child) }
}

/** `palate worker` in its own process. */
export async function work(env: Env) {
  const { child } = await start([palate, 'worker'], env, /palate: (working)/)
  return { child, stop: () => stop(child) }
}

/** A Fastify route in its own process that only sends these bytes. */
export async function serveBare(body: string) {
  const { child, url } = await listen([bareRoute], { BARE_BODY: body })
  return { url, child, stop: () => stop(child) }
}

/** A Fastify route in its own process that asks the hosts of pictures whether they have changed. */
export async function serveRelay() {
  const { child, url } = await listen([bareRelay], {})
  return { url, child, stop: () => stop(child) }
}

/** Resident memory (VmRSS). */
export function residentMb({ pid }: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Processor time that a process has used so far. On a busy machine it is more reliable than wall-clock time. */
export function processorMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The processor time of the threads that are running, to the nanosecond. */
export function threadsMs({ pid }: ChildProcess): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadMs(`${pid}/task/${thread}`), 0)
}

/** The processor time of the main thread alone, which runs the event loop. To the nanosecond. */
export function eventLoopMs({ pid }: ChildProcess): number {
  return threadMs(`${pid}/task/${pid}`)
}

function threadMs(thread: string): number {
  return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

async function listen(args: readonly string[], env: Env) {
  const { child, match } = await start(args, env, /listening on (http:\S+)/)
  return { child, url: match }
}

/** Resolves when the process's output matches. */
async function start(args: readonly string[], env: Env, wanted: RegExp) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PALATE_|DATABASE_URL$)/.test(name))
  const child = spawn(process.execPath, args, {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const match = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = wanted.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`the process ended before it was ready: ${output}`)))
  })
  return { child, match }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
