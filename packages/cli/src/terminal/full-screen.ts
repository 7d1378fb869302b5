import type { WriteStream } from 'node:tty'
import { printable, withStyles } from '../printable.ts'

export interface Size {
  readonly columns: number
  readonly rows: number
}

const enter = '\u001b[?1049h\u001b[?25l'
const leave = '\u001b[?25h\u001b[?1049l'
const clear = '\u001b[H\u001b[2J'
/** Synchronized output: terminals that support it draw everything between the two without flicker. Others ignore it. */
const [beginUpdate, endUpdate] = ['\u001b[?2026h', '\u001b[?2026l']

/** Uses the whole terminal until closed, then restores the previous content. */
export class FullScreen {
  readonly #output: WriteStream
  readonly #onResize: () => void

  constructor(output: WriteStream, onResize: () => void) {
    this.#output = output
    this.#onResize = onResize
    output.write(enter)
    output.on('resize', onResize)
    // Also if the process ends unexpectedly.
    process.on('exit', this.#restore)
  }

  /** Uses a default that fits nearly all terminals if the size is unknown. */
  get size(): Size {
    return { columns: this.#output.columns || 80, rows: this.#output.rows || 24 }
  }

  draw(content: string): void {
    this.#output.write(`${beginUpdate}${clear}${withStyles(content)}${endUpdate}`)
  }

  close(): void {
    this.#output.off('resize', this.#onResize)
    process.off('exit', this.#restore)
    this.#restore()
  }

  readonly #restore = (): void => {
    this.#output.write(leave)
  }
}

/** Writes a text at a position on the screen, counted from 1. */
export function at(row: number, column: number, text: string): string {
  return `\u001b[${row};${column}H${text}`
}

/** One line of limited length. Escapes control characters in untrusted text. */
export function oneLine(text: string, charactersMax: number): string {
  const characters = [...printable(text.replaceAll(/[\t\r\n]+/g, ' '))]
  if (characters.length <= charactersMax) return characters.join('')
  return `${characters.slice(0, Math.max(0, charactersMax - 1)).join('')}…`
}

/** Wraps a text between words into lines of limited length. */
export function wrapped(text: string, charactersMax: number): readonly string[] {
  const lines: string[] = []
  for (const word of oneLine(text, Number.POSITIVE_INFINITY).split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && [...last, ...word].length < charactersMax) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(oneLine(word, charactersMax))
  }
  return lines
}
