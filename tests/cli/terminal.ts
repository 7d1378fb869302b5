import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Finished, runCommand } from '../harness/command.ts'
import { palateCommand } from '../harness/process.ts'
import type { TestService } from '../harness/service.ts'

/** The command under test. */
export const command = palateCommand

/** The variables of this process, without those that would configure `palate`. */
export function inherited(): Record<string, string | undefined> {
  const own = /^(PALATE_|GITHUB_|DATABASE_URL|TMUX|KITTY_|TERM|LC_TERMINAL|COLORTERM|NO_COLOR|FORCE_COLOR|XDG_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
}

interface Surroundings {
  readonly env?: object
  readonly input?: string | Uint8Array
  readonly cwd?: string
}

export type Folder = ReturnType<typeof openFolder>

/** A folder with its own settings, in which `palate` runs without a terminal. */
export function openFolder() {
  const directory = mkdtempSync(join(tmpdir(), 'palate-cli-'))
  const settings = join(directory, '.settings')
  const state = join(directory, '.state')
  const variables = { XDG_CONFIG_HOME: settings, XDG_STATE_HOME: state }

  /** Starts the command in a separate process, for tests of signals and of output while it runs. */
  function start(args: readonly string[], { env = {}, input = '', cwd = directory }: Surroundings = {}) {
    const child = spawn(process.execPath, [command, ...args], {
      cwd,
      env: { ...inherited(), ...variables, ...env },
    })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.stdin.on('error', () => {}).end(input)
    const ended = once(child, 'close').then(([code]): Finished => ({ code, stdout, stderr }))
    return {
      ended,
      stdout: () => stdout,
      stderr: () => stderr,
      /** Ctrl-C. */
      interrupt(): Promise<Finished> {
        child.kill('SIGINT')
        return ended
      },
      kill: () => child.kill('SIGKILL'),
    }
  }

  /** Runs the command until it ends. */
  function palate(args: readonly string[], { env = {}, input = '', cwd = directory }: Surroundings = {}) {
    return runCommand({ args, env: { ...inherited(), ...variables, ...env }, cwd, input })
  }

  return {
    directory,
    settings,
    state,
    variables,
    palate,
    start,
    /** The profile that the folder uses. */
    profileId: (): string => JSON.parse(readFileSync(join(directory, 'palate.json'), 'utf8')).profileId,
    /** Must succeed; returns what it printed. */
    async must(...args: readonly string[]): Promise<string> {
      const { code, stdout, stderr } = await palate(args)
      if (code !== 0) throw new Error(`palate ${args.join(' ')} ended with ${code}: ${stderr}`)
      return stdout
    },
    /** What the shell's completion gets, from a separate process because a timer ends it. */
    complete: (words: readonly string[], surroundings?: Surroundings) =>
      start(['__complete', '--', ...words], surroundings).ended,
    login: (service: Pick<TestService, 'url' | 'key'>, key = service.key) =>
      palate(['login', '--url', service.url, '--key', '-'], { input: `${key}\n` }),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
