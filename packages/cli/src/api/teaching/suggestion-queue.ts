import type { Palate } from '@palate/client'
import { plural } from '../text.ts'

export type Suggestions = Awaited<ReturnType<Palate['suggestions']>>
type Suggestion = Suggestions['suggestions'][number]
export type SuggestionOf<Kind extends Suggestion['kind']> = Extract<Suggestion, { kind: Kind }>

/** A few at a time: each judgement changes what is worth asking next. */
const suggestionsAtOnce = 5
const suggestionsPerRequestMax = 50
/** More are asked for when so few are left, while the person looks at one. */
const refillAt = 1

/** The next suggestions of one kind. None comes twice, unless the service repeats it on purpose. It ends with the command. */
export class SuggestionQueue<Kind extends Suggestion['kind']> {
  readonly #ask: (limit: number) => Promise<Suggestions>
  readonly #shown = new Set<string>()
  #queue: readonly SuggestionOf<Kind>[] = []
  #refilling: Promise<void> | undefined
  #last: Suggestions | undefined

  constructor(ask: (limit: number) => Promise<Suggestions>) {
    this.#ask = ask
  }

  async next(): Promise<SuggestionOf<Kind> | undefined> {
    if (this.#queue.length === 0) await this.#refill()
    const [first, ...rest] = this.#queue
    this.#queue = rest
    // If it fails, the next call tells.
    if (first && rest.length <= refillAt) this.#refill().catch(() => {})
    return first
  }

  progress(): string {
    if (!this.#last) return ''
    const { enough, remaining } = this.#last
    return enough ? 'That is enough for now.' : `About ${plural(remaining, 'judgement')} more would help.`
  }

  #refill(): Promise<void> {
    this.#refilling ??= this.#fetch().finally(() => {
      this.#refilling = undefined
    })
    return this.#refilling
  }

  /** What was shown and skipped is suggested again, so more are asked for. */
  async #fetch(): Promise<void> {
    const limit = Math.min(suggestionsPerRequestMax, suggestionsAtOnce + this.#shown.size)
    this.#last = await this.#ask(limit)
    // Only those of the kind that was asked for come.
    const found = this.#last.suggestions as readonly unknown[] as readonly SuggestionOf<Kind>[]
    const chosen = found.filter((one) => !this.#shown.has(nameOf(one))).slice(0, suggestionsAtOnce)
    for (const one of chosen) this.#shown.add(nameOf(one))
    this.#queue = [...this.#queue, ...chosen]
  }
}

/** A pair is the same whichever side its frames are on. One that is repeated on purpose is another. */
function nameOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'question') return suggestion.id
  if (suggestion.kind === 'label') return suggestion.frame.id
  const pair = [suggestion.frameA.id, suggestion.frameB.id].toSorted()
  return [...pair, suggestion.repeat === true ? 'again' : ''].join(' ')
}
