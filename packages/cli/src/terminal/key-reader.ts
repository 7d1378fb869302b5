import { emitKeypressEvents } from 'node:readline'
import type { ReadStream } from 'node:tty'

export interface Key {
  /** `left`, `space`, `backspace`, `ctrl-c` or the character itself, in lower case. */
  readonly name: string
  /** The typed text; empty for keys without text. */
  readonly text: string
}

/** The most unread keys. More are dropped. */
export const waitingKeysMax = 10_000

const endingKeys: readonly string[] = ['ctrl-c', 'ctrl-d']
const endingKeysWhenPaused: readonly string[] = ['q', 'escape']
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Reads single keys. Ctrl-C, a signal and the end of the terminal end it at any time. While it is paused, because there
 * is nothing to answer, `q` and Esc also end it, and other keys are dropped.
 */
export class KeyReader {
  readonly #input: ReadStream
  readonly #ended = Promise.withResolvers<undefined>()
  readonly #keys: Key[] = []
  #waiting: ((key: Key | undefined) => void) | undefined
  #isPaused = true
  isEnded = false

  constructor(input: ReadStream) {
    this.#input = input
    emitKeypressEvents(input)
    input.on('keypress', this.#onKeypress)
    for (const event of ['end', 'close', 'error']) input.on(event, this.end)
    for (const signal of endingSignals) process.on(signal, this.end)
    input.setRawMode(true)
    input.resume()
  }

  /** The result of a promise, or undefined if reading ends first. */
  untilEnded<Result>(work: Promise<Result>): Promise<Result | undefined> {
    return Promise.race([work, this.#ended.promise])
  }

  pause(): void {
    this.#isPaused = true
    this.#keys.length = 0
  }

  /** Starts accepting keys. */
  resume(): void {
    this.#isPaused = false
  }

  /** The next key; undefined once reading has ended and all earlier keys were read. */
  read(): Promise<Key | undefined> {
    const next = this.#keys.shift()
    if (next || this.isEnded) return Promise.resolve(next)
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }

  readonly end = (): void => {
    this.isEnded = true
    this.#ended.resolve(undefined)
    this.#waiting?.(undefined)
    this.#waiting = undefined
  }

  close(): void {
    this.#input.off('keypress', this.#onKeypress)
    for (const event of ['end', 'close', 'error']) this.#input.off(event, this.end)
    for (const signal of endingSignals) process.off(signal, this.end)
    this.#input.setRawMode(false)
    this.#input.pause()
  }

  readonly #onKeypress = (text: string | undefined, pressed: Pressed): void => {
    const key = pressedKey(text, pressed)
    const isEnd = endingKeys.includes(key.name) || (this.#isPaused && endingKeysWhenPaused.includes(key.name))
    if (isEnd) this.end()
    if (isEnd || this.#isPaused) return
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting) waiting(key)
    else if (this.#keys.length < waitingKeysMax) this.#keys.push(key)
  }
}

interface Pressed {
  readonly name?: string
  readonly ctrl?: boolean
  readonly meta?: boolean
}

/** Ignores Alt combinations. */
function pressedKey(text: string | undefined, { name, ctrl, meta }: Pressed): Key {
  if (meta && name !== 'escape') return { name: 'alt', text: '' }
  const plain = name ?? text?.toLowerCase() ?? ''
  if (ctrl) return { name: `ctrl-${plain}`, text: '' }
  return { name: plain, text: text !== undefined && !/\p{Cc}/u.test(text) ? text : '' }
}
