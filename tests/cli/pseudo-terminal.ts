import { spawn } from '@lydell/node-pty'
import { expect } from 'vitest'
import { command, type Folder, inherited } from './terminal.ts'

export const keys = {
  left: '\u001b[D',
  right: '\u001b[C',
  down: '\u001b[B',
  enter: '\r',
  space: ' ',
  backspace: '\u007f',
  escape: '\u001b',
  ctrlC: '\u0003',
} as const

interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly columns?: number
  readonly rows?: number
}

export type PseudoTerminal = ReturnType<typeof openTerminal>

/**
 * Runs the real command in a pseudo-terminal. A shell around it stays until the test has read everything: the last
 * output of a process may be lost with its terminal.
 */
export function openTerminal(
  { directory, variables }: Pick<Folder, 'directory' | 'variables'>,
  args: readonly string[],
  { env = {}, columns = 100, rows = 30 }: TerminalOptions = {},
) {
  const script = '"$@"; echo "[exit $?]"; read -r wait'
  const terminal = spawn('/bin/sh', ['-c', script, 'sh', process.execPath, command, ...args], {
    cwd: directory,
    cols: columns,
    rows,
    env: { ...inherited(), ...variables, TERM: 'xterm-256color', PALATE_IMAGES: 'none', ...env },
  })
  let output = ''
  let isRunning = true
  const hasEnded = new Promise<void>((resolve) =>
    terminal.onExit(() => {
      isRunning = false
      resolve()
    }),
  )
  terminal.onData((data) => {
    output += data
  })
  const screen = () => textOf(lastScreen(output))

  return {
    screen,
    /** The whole output, with control sequences. */
    output: () => output,
    /** Waits until the screen shows something. Fails once the command has ended. */
    async see(expected: string | RegExp): Promise<string> {
      let seen = ''
      const isOver = () => {
        seen = screen()
        return isIn(seen, expected) || isIn(seen, exit)
      }
      await expect.poll(isOver, { message: `the screen never showed ${expected}` }).toBe(true)
      expect(seen).toMatch(expected)
      return seen
    },
    press(...pressed: readonly string[]): void {
      terminal.write(pressed.join(''))
    },
    resize: (toColumns: number, toRows: number) => terminal.resize(toColumns, toRows),
    /** Waits until the command has ended. Returns the final screen and its exit code. */
    async end(): Promise<{ readonly code: number; readonly text: string }> {
      const [, text = '', code] = /^([\s\S]*)\[exit (\d+)\]/.exec(await this.see(exit)) ?? []
      terminal.write(keys.enter)
      await hasEnded
      return { code: Number(code), text }
    },
    /** For `afterEach`: ends what a failed test left running. */
    kill: () => isRunning && terminal.kill('SIGKILL'),
  }
}

const exit = /\[exit \d+\]/

function isIn(text: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? text.includes(expected) : expected.test(text)
}

/** The last completely drawn screen, or the output since the screen was left. */
function lastScreen(output: string): string {
  const left = output.lastIndexOf('\u001b[?1049l')
  if (left >= 0) return output.slice(left)
  const end = output.lastIndexOf('\u001b[?2026l')
  return end < 0 ? output : output.slice(output.lastIndexOf('\u001b[2J', end), end)
}

/** Removes control sequences; a cursor move starts a new line. */
function textOf(output: string): string {
  return (
    output
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are control characters
      .replaceAll(/\u001b[_P\]][\s\S]*?(?:\u001b\\|\u0007)/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are control characters
      .replaceAll(/\u001b\[\d*;?\d*H/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are control characters
      .replaceAll(/\u001b\[[?\d;]*[a-zA-Z]/g, '')
      .replaceAll('\r\n', '\n')
  )
}
