import { setTimeout as pause } from 'node:timers/promises'
import { isTransientError } from '@palate/client/judgement-queue.ts'
import { FullScreen } from '../../../terminal/full-screen.ts'
import { type Key, KeyReader } from '../../../terminal/key-reader.ts'
import type { Protocol } from '../../../terminal/pictures/protocol.ts'
import { openTerminalPicture, type TerminalPicture } from '../../../terminal/pictures/terminal-picture.ts'
import { plural } from '../../../terminal/text.ts'
import type { Judgement } from '../judgement.ts'
import { describeProblem } from '../queue/send-unsent.ts'
import { type TeachingQueue, unsentMax } from '../queue/teaching-queue.ts'
import type { Round, Rounds } from './round.ts'
import { type RoundView, renderRound } from './round-view.ts'

interface Parts {
  readonly rounds: Rounds
  readonly queue: TeachingQueue
  readonly protocol: Protocol
  /** The current profile, dimension and budget, and the place of the round. */
  heading(round: Round | undefined): string
  /** Why no more can be judged; undefined if more can. */
  full(): string | undefined
  /** How an answer was understood; empty if it was not sent yet. */
  describeUnderstanding(judgement: Judgement): string
}

/** What the user did with a round. */
type Outcome = { readonly kind: 'judged'; readonly judgement: Judgement } | { readonly kind: 'skip' | 'back' | 'end' }

interface Past {
  readonly round: Round
  readonly judgement?: Judgement
}

export const typedCharactersMax = 1000
const retryEveryMs = 1000

/**
 * Runs rounds until the user quits or none are left. Each judgement goes to the queue immediately, which sends it while
 * the next round is shown. Keys only count while a round and its pictures are on the screen, so that nobody judges what
 * they have not seen.
 */
export class TeachingSession {
  readonly #parts: Parts
  readonly #keys = new KeyReader(process.stdin)
  readonly #screen = new FullScreen(process.stderr, () => this.redraw())
  readonly #past: Past[] = []
  /** Rounds to show again before new ones. */
  readonly #ahead: Round[] = []
  #view: Omit<RoundView, 'heading' | 'warning'> = {
    round: undefined,
    pictures: [],
    typed: '',
    message: '',
    showsKeys: false,
  }
  #drawings = 0
  #isDrawingDue = false
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Returns why it ended, in words; empty if the user quit. */
  async run(): Promise<string> {
    try {
      for (;;) {
        const full = this.#parts.full()
        if (full !== undefined) return full
        const round = await this.#nextRound()
        if (!round) return this.#keys.isEnded ? '' : this.#parts.rounds.end
        const outcome = await this.#ask(round)
        if (outcome.kind === 'end') return ''
        this.#settle(round, outcome)
      }
    } finally {
      this.#isClosed = true
      this.#keys.close()
      this.#screen.close()
    }
  }

  /** Call after a change of the size, the budget or the connection. */
  redraw(): void {
    if (this.#parts.queue.state().refused) this.#keys.end()
    if (this.#isDrawingDue) return
    this.#isDrawingDue = true
    // Redraw once for all keys that arrived together.
    setImmediate(() => {
      this.#isDrawingDue = false
      this.#draw().catch(() => {})
    })
  }

  async #nextRound(): Promise<Round | undefined> {
    this.#keys.pause()
    const again = this.#ahead.pop()
    this.#show({ round: undefined, pictures: [] })
    if (again) return again
    while (!this.#keys.isEnded) {
      try {
        return await this.#keys.untilEnded(this.#parts.rounds.next())
      } catch (error) {
        if (!isTransientError(error)) throw error
        this.#show({ message: `No connection: ${(error as Error).message}. Retrying…` })
        await this.#keys.untilEnded(pause(retryEveryMs))
      }
    }
    return undefined
  }

  async #ask(round: Round): Promise<Outcome> {
    const isShown = this.#parts.protocol.kind !== 'none'
    const loading = isShown ? round.pictures.map((one) => loadPicture(one.load)) : []
    const pictures = await this.#keys.untilEnded(Promise.all(loading))
    if (!pictures) return { kind: 'end' }
    this.#view = { ...this.#view, round, pictures, typed: '', showsKeys: false }
    this.redraw()
    for (;;) {
      const key = await this.#keys.read()
      const outcome = key ? this.#press(round, key) : ({ kind: 'end' } as const)
      if (outcome) return outcome
    }
  }

  /** What a key does; undefined if the round continues. */
  #press(round: Round, key: Key): Outcome | undefined {
    if (round.typed && (this.#view.typed !== '' || beginsText(round, key))) return this.#type(round.typed, key)
    if (key.name === 'q' || key.name === 'escape') return { kind: 'end' }
    if (key.name === 'space') return { kind: 'skip' }
    if (key.name === 'backspace') {
      if (this.#past.length > 0) return { kind: 'back' }
      this.#show({ message: 'Nothing to undo here. `palate undo` undoes earlier actions.' })
    }
    if (key.name === '?') this.#show({ showsKeys: !this.#view.showsKeys })
    const choice = round.choices.find(({ keys }) => keys.includes(key.name))
    return choice && this.#judged(choice.judge())
  }

  #type(judge: (text: string) => Judgement, key: Key): Outcome | undefined {
    const { typed } = this.#view
    if (key.name === 'return') return typed === 'q' ? { kind: 'end' } : this.#judged(judge(typed.trim()))
    if (key.name === 'escape') this.#show({ typed: '' })
    else if (key.name === 'backspace') this.#show({ typed: [...typed].slice(0, -1).join('') })
    else this.#show({ typed: [...typed, ...key.text].slice(0, typedCharactersMax).join('') })
    return undefined
  }

  #judged(judgement: Judgement): Outcome | undefined {
    if (this.#parts.queue.state().waiting.length < unsentMax) return { kind: 'judged', judgement }
    this.#show({ message: 'Too many judgements are waiting for the connection.' })
    return undefined
  }

  #settle(round: Round, outcome: Outcome): void {
    if (outcome.kind === 'judged') {
      const { judgement } = outcome
      this.#past.push({ round, judgement })
      this.#view = { ...this.#view, message: done(judgement) }
      this.#parts.queue.add({ kind: 'add', judgement })
    }
    if (outcome.kind === 'skip') {
      this.#past.push({ round })
      this.#view = { ...this.#view, message: 'Skipped.' }
    }
    if (outcome.kind === 'back') this.#goBack(round)
  }

  #goBack(round: Round): void {
    const last = this.#past.pop()
    if (!last) return
    this.#ahead.push(round, last.round)
    if (last.judgement) this.#parts.queue.add({ kind: 'take-back', judgement: last.judgement })
    this.#view = { ...this.#view, message: last.judgement ? `Undone: ${last.judgement.words}` : 'Back.' }
  }

  #show(change: Partial<RoundView>): void {
    this.#view = { ...this.#view, ...change }
    this.redraw()
  }

  /** An answer is understood once it is sent, usually while the next round is shown. */
  #message(): string {
    const { message } = this.#view
    const judgement = this.#past.at(-1)?.judgement
    return judgement && message === done(judgement)
      ? `${message} ${this.#parts.describeUnderstanding(judgement)}`.trimEnd()
      : message
  }

  /** Loading pictures takes a moment: the drawing that started last wins. */
  async #draw(): Promise<void> {
    const number = ++this.#drawings
    const { heading, queue } = this.#parts
    const view = {
      ...this.#view,
      message: this.#message(),
      heading: heading(this.#view.round),
      warning: warningOf(queue),
    }
    const content = await renderRound(view, this.#screen.size, this.#parts.protocol)
    if (number !== this.#drawings || this.#isClosed) return
    this.#screen.draw(content)
    if (view.round) this.#keys.resume()
  }
}

function done({ words }: Judgement): string {
  return `✓ ${words}`
}

/** Digits choose an answer, Space skips and `?` shows the keys; any other character is text. */
function beginsText({ choices }: Round, { name, text }: Key): boolean {
  return text.trim() !== '' && text !== '?' && !choices.some(({ keys }) => keys.includes(name))
}

function warningOf(queue: TeachingQueue): string {
  const { problem, waiting } = queue.state()
  if (problem === undefined) return ''
  return `${plural(waiting.length, 'judgement')} not sent yet; retrying. ${describeProblem(problem)}`
}

async function loadPicture(load: () => Promise<Uint8Array | undefined>): Promise<TerminalPicture | string> {
  try {
    const bytes = await load()
    return bytes ? await openTerminalPicture(bytes) : '(no picture to show)'
  } catch (error) {
    return `(no picture: ${(error as Error).message})`
  }
}
