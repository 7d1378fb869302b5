import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Commands of the guide, and the output shown below them. */
export interface Block {
  readonly commands: string
  readonly output: string
}

export interface Followed {
  readonly output: string
  readonly exitCode: string
}

export function blocksOf(guide: string): readonly Block[] {
  return [...guide.matchAll(blockPattern)].map(([, commands = '', , output = '']) => ({ commands, output }))
}

export const blockPattern = /```sh\n([\s\S]*?)```(\n\n```text\n([\s\S]*?)```)?/g

/**
 * Runs the guide's commands in a folder: the first block, which starts a service, in one terminal and the others in a
 * second. Presses Ctrl-C in the first terminal before the last block, which deletes the service's folder.
 */
export async function followGuide(
  blocks: readonly Block[],
  folder: string,
  palate: string,
): Promise<readonly Followed[]> {
  const [start, ...rest] = blocks
  const open = (commands: string, env: Env) =>
    openTerminal(commands, { ...shellEnvironment(folder, palate), ...env }, folder)
  const first = open(start?.commands ?? '', { PALATE_PORT: '0', PALATE_LOG_LEVEL: 'error' })
  try {
    const url = await first.shows(/palate: listening on (http:\S+)\n/)
    const started = first.output()
    const marked = rest.map(({ commands }) => `${commands}printf '@@%s\\n' "$?"\n`)
    const second = open(marked.slice(0, -1).join(''), { PALATE_URL: url })
    await second.ended
    await first.signal('SIGINT')
    const last = open(`cd palate-guide\n${marked.at(-1)}`, {})
    await last.ended
    const seen = `${second.output()}${last.output()}`.split(/@@(.*)\n/)
    const exitCode = first.output() === started ? '0' : first.output()
    return [
      { output: started, exitCode },
      ...rest.map((_, i) => ({ output: seen[2 * i] ?? '', exitCode: seen[2 * i + 1] ?? '' })),
    ]
  } finally {
    await first.signal('SIGKILL')
  }
}

/** Output as the guide shows it: without secrets, and with the URLs and files of a typical machine. */
export function presentable(output: string): string {
  return output
    .trim()
    .replaceAll(/\bplt_\w+/g, 'plt_…')
    .replaceAll(/#code=[\w-]+/g, '#code=…')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
    .replaceAll(/(?<=\s)\/\S*(?=\/palate\/config\.json)/g, '~/.config')
}

/**
 * Its lines without parts that differ between runs, and without scores, their order and everything derived from them.
 */
export function stable(output: string): readonly string[] {
  return presentable(output)
    .replaceAll(/\b(prof|key)_[\w-]+/g, '$1_…')
    .replaceAll(/\b[0-9a-f]{10}\b/g, 'version')
    .replaceAll(/just now|\d+ (second|minute)s? ago/g, 'now')
    .replaceAll(/^0\.\d{4} .*(pictures\/\S+).*$/gm, '0.… $1')
    .replaceAll(/\d+ pictures? of (\d+) scored below/g, 'n of $1 scored below')
    .split('\n')
    .toSorted()
}

type Env = Readonly<Record<string, string>>

/** Runs commands in a shell with combined output, in its own process group. */
function openTerminal(commands: string, env: Env, cwd: string) {
  const child = spawn('bash', ['-c', `exec 2>&1\n${commands}`], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(child, 'close')
  return {
    output: () => output,
    ended,
    /** Waits for a line and returns what it captures. */
    shows: (line: RegExp) =>
      new Promise<string>((resolve, reject) => {
        child.stdout?.on('data', () => {
          const found = line.exec(output)?.[1]
          if (found !== undefined) resolve(found)
        })
        ended.then(() => reject(new Error(`the terminal ended before it showed ${line}: ${output}`)))
      }),
    /** Sends the signal to the process group, like a terminal, and waits for the end. */
    async signal(name: NodeJS.Signals) {
      signalGroup(child, name)
      await ended
    },
  }
}

function signalGroup({ pid, exitCode, signalCode }: ChildProcess, name: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, name)
}

/** An environment with `palate` on the path and without Palate variables. */
function shellEnvironment(folder: string, palate: string): Env {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PALATE_|GITHUB_|DATABASE_URL)/.test(name))
  const programs = join(folder, 'programs')
  mkdirSync(programs, { recursive: true })
  writeFileSync(join(programs, 'palate'), `#!/bin/sh\nexec "${process.execPath}" "${palate}" "$@"\n`)
  chmodSync(join(programs, 'palate'), 0o755)
  const path = [programs, process.env.PATH].join(delimiter)
  return {
    ...(Object.fromEntries(kept) as Env),
    PATH: path,
    XDG_CONFIG_HOME: join(folder, 'settings'),
    XDG_STATE_HOME: join(folder, 'state'),
  }
}
