import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from './client.ts'
import type { Finished } from './command.ts'
import type { Env } from './home.ts'
import { type PalateProcess, runPalate } from './process.ts'

export interface Serving extends PalateProcess, Omit<Client, 'url'> {
  readonly address: string
}

/** Starts processes for one test file, and kills those that are left when it ends. */
export function createProcesses() {
  const started: PalateProcess[] = []

  function run(args: readonly string[], env: Env): PalateProcess {
    const one = runPalate(args, env)
    started.push(one)
    return one
  }

  return {
    run,
    /** Runs a command in a new process until it exits. */
    async finish(args: readonly string[], env: Env): Promise<Finished> {
      const one = run(args, env)
      const code = await one.ended
      return { code, ...one.output() }
    },
    /** Runs `palate serve` until it listens, with a client that has the first key. */
    async serve(env: Env, options: readonly string[] = []): Promise<Serving> {
      const one = run(['serve', ...options], env)
      const address = await one.url
      const key = readFileSync(join(env.PALATE_DATA_DIR ?? '', 'bootstrap-key'), 'utf8').trim()
      return { ...createClient(address, key), ...one, address }
    },
    async stopAll(): Promise<void> {
      for (const { child, ended } of started.splice(0)) {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
        await ended
      }
    },
  }
}
