import type { Palate } from '@palate/client'
import { plural } from '../../../terminal/text.ts'

export type Suggestions = Awaited<ReturnType<Palate['suggestions']>>
type Suggestion = Suggestions['suggestions'][number]
export type SuggestionOf<Kind extends Suggestion['kind']> = Extract<Suggestion, { kind: Kind }>

/** Few at a time, because each judgement changes what is worth asking next. */
const suggestionsAtOnce = 5
const suggestionsPerRequestMax = 50
/** Loads more when this few are left, while the user looks at one. */
const refillAt = 1

/** The next suggestions of one kind, without duplicates unless the service repeats one on purpose. */
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
    // If it fails, the next call reports the error.
    if (first && rest.length <= refillAt) this.#refill().catch(() => {})
    return first
  }

  /** How much more would help, and what the judgements seem to be about. */
  progress(): string {
    if (!this.#last) return ''
    const { enough, remaining, belief } = this.#last
    const need = enough ? 'That is enough for now.' : `About ${plural(remaining, 'judgement')} more would help.`
    return belief === undefined ? need : `${need} ${belief}`
  }

  #refill(): Promise<void> {
    this.#refilling ??= this.#fetch().finally(() => {
      this.#refilling = undefined
    })
    return this.#refilling
  }

  /** The service suggests skipped ones again, so this requests more. */
  async #fetch(): Promise<void> {
    const limit = Math.min(suggestionsPerRequestMax, suggestionsAtOnce + this.#shown.size)
    this.#last = await this.#ask(limit)
    // The response has only the requested kind.
    const found = this.#last.suggestions as readonly unknown[] as readonly SuggestionOf<Kind>[]
    const chosen = found.filter((one) => !this.#shown.has(nameOf(one))).slice(0, suggestionsAtOnce)
    for (const one of chosen) this.#shown.add(nameOf(one))
    this.#queue = [...this.#queue, ...chosen]
  }
}

/** A pair is the same whichever side its frames are on. A deliberate repeat counts as a different pair. */
function nameOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'question') return suggestion.id
  if (suggestion.kind === 'label') return suggestion.frame.id
  const pair = [suggestion.frameA.id, suggestion.frameB.id].toSorted()
  return [...pair, suggestion.repeat === true ? 'again' : ''].join(' ')
}
