import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A folder outside the repository in which the package is installed. */
export interface Consumer {
  readonly directory: string
  readonly dataDir: string
  readonly cacheDir: string
  /** What `npm install` wrote to standard error. */
  readonly complaints: string
  /** Runs a command to its end, whatever its exit code. */
  run(command: string, args: readonly string[], env?: Env): Promise<Finished>
  /** Starts a command and waits until it listens. */
  serve(command: string, args: readonly string[]): Promise<Serving>
  remove(): Promise<void>
}

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Serving {
  readonly address: string
  readonly child: ChildProcess
  /** Resolves when the process and all its descendants have ended. */
  readonly ended: Promise<Finished>
}

type Env = Readonly<Record<string, string>>

export async function installPackage(tarball: string): Promise<Consumer> {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'palate-package-'))
  const dataDir = join(directory, 'data')
  const cacheDir = join(directory, 'cache')
  const env = { ...outsideEnv(), PALATE_DATA_DIR: dataDir, PALATE_PORT: '0', XDG_CACHE_HOME: cacheDir }
  const started: ChildProcess[] = []

  const run: Consumer['run'] = (command, args, more = {}) => runIn(directory, command, args, { ...env, ...more })

  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball]
  const installed = await run('npm', install)
  if (installed.code !== 0) throw new Error(`npm install failed: ${installed.stderr}`)

  return {
    directory,
    dataDir,
    cacheDir,
    complaints: installed.stderr,
    run,
    async serve(command, args) {
      // In its own process group, which can be signalled like a terminal or a supervisor would.
      const child = spawn(command, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
      started.push(child)
      return serving(child)
    },
    async remove() {
      for (const { pid, exitCode, signalCode } of started) {
        if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
      }
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export function runIn(directory: string, command: string, args: readonly string[], env: Env): Promise<Finished> {
  return new Promise((resolve) => {
    const options = { cwd: directory, env, maxBuffer: 64 * 2 ** 20, shell: process.platform === 'win32' }
    execFile(command, [...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

/** An environment outside the repository's npm scripts: without its Node and its npm settings. */
export function outsideEnv(): Env {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PALATE_|NODE_|VITEST|DATABASE_URL$|npm_config_loglevel$)/.test(name),
  )
  const path = (process.env.PATH ?? '').split(delimiter).filter((directory) => !directory.includes('node_modules'))
  return { ...(Object.fromEntries(kept) as Env), PATH: path.join(delimiter) }
}

async function serving(child: ChildProcess): Promise<Serving> {
  let stdout = ''
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      const found = /palate: listening on (http:\S+)/.exec(stdout)?.[1]
      if (found !== undefined) resolve(found)
    })
    ended.then(({ code }) => reject(new Error(`it ended (${code}) before it listened: ${stderr}`)))
  })
  return { address, child, ended }
}
