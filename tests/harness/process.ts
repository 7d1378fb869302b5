import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Env } from './home.ts'

/** The variable that names the command to run as `palate`; without it, tests run the sources. */
export const commandVariable = 'TEST_PALATE_COMMAND'

const sources = fileURLToPath(new URL('../../packages/cli/bin/palate.js', import.meta.url))
/** The script that tests run as `palate`. */
export const palateCommand = process.env[commandVariable] ?? sources

/** The launcher's settings of the C allocator. With them, a service need not start again to apply them. */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' }

export interface PalateProcess {
  readonly child: ChildProcess
  /** `http://…`, once it listens. */
  readonly url: Promise<string>
  readonly output: () => { readonly stdout: string; readonly stderr: string }
  /** Resolves with the exit code, or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
}

/** Runs the `palate` command, or another one, in a child process, with only these Palate variables. */
export function runPalate(
  args: readonly string[],
  env: Env,
  [program, ...first]: readonly [string, ...string[]] = [process.execPath, palateCommand],
): PalateProcess {
  const child = spawn(program, [...first, ...args], {
    env: { ...unconfigured(), ...allocator, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /palate: listening on (http:\S+)/.exec(stdout)?.[1]
      if (address) resolve(address)
    })
    ended.then((code) => reject(new Error(`palate ended (${code}) before it listened: ${stderr}`)))
  })
  url.catch(() => {})
  return { child, url, output: () => ({ stdout, stderr }), ended }
}

/** The variables of this process, without those that configure Palate. */
export function unconfigured(): Env {
  const others = Object.entries(process.env).filter(([name]) => !/^(PALATE_|DATABASE_URL)/.test(name))
  return Object.fromEntries(others) as Env
}
