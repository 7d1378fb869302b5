import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Env } from './home.ts'
import { unconfigured } from './process.ts'

export interface CommandLine {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly input: string | Uint8Array
}

export interface Finished {
  readonly code: number | NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

const host = fileURLToPath(new URL('./command-host.ts', import.meta.url))
let running: ChildProcess | undefined
let previous: Promise<unknown> = Promise.resolve()

/** Runs one of the commands for operators, with only these Palate variables. */
export const runOperatorCommand = (args: readonly string[], env: Env): Promise<Finished> =>
  runCommand({ args, env: { ...unconfigured(), ...env }, cwd: process.cwd(), input: '' })

/** Runs `palate` without a terminal until it ends, in a process that the command lines of a test worker share. */
export function runCommand(line: CommandLine): Promise<Finished> {
  const finished = previous.then(() => finish(line))
  previous = finished.catch(() => {})
  return finished
}

async function finish(line: CommandLine): Promise<Finished> {
  running ??= startHost()
  running.send(line)
  const listening = new AbortController()
  const ended = once(running, 'exit', listening).then(([code]) => {
    throw new Error(`palate ${line.args.join(' ')} ended the process of all commands (${code})`)
  })
  const [finished] = await Promise.race([once(running, 'message', listening), ended])
  listening.abort()
  return finished
}

/** It ends with this process. */
function startHost(): ChildProcess {
  const child = fork(host, { stdio: 'inherit', serialization: 'advanced', execArgv: [] })
  child.once('exit', () => {
    running = undefined
  })
  child.unref()
  child.channel?.unref()
  return child
}
