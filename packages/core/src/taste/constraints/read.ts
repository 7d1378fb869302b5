import { gradedNouns, gradingBefore, type Negation, type Reach } from './grammar.ts'
import { type Meaning, meaningAt } from './lexicon.ts'
import type { Manner } from './ranges.ts'
import { type Token, tokensOf } from './tokens.ts'
import { faults, type Lean } from './vocabulary.ts'

/** Something of the vocabulary that a text speaks of, and how. `alternative` counts the "or"s before it. */
export interface Mention {
  readonly leans: readonly Lean[]
  readonly manner: Manner
  /** As it stood, with what was said about it, and by itself. */
  readonly phrase: string
  readonly bare: string
  readonly alternative: number
}

export interface Reading {
  readonly mentions: readonly Mention[]
  readonly notUnderstood: readonly string[]
  readonly indifferent: boolean
  /** Turns down what is to come without naming it: "What should we avoid?" */
  readonly turnsDown: boolean
}

/** "pages with clutter" belong to what was turned down, and between "not" and its word these may stand. */
const having = new Set(['with', 'has', 'have', 'having'])
const transparent = new Set(['to', 'be', 'a', 'the'])

/**
 * One walk over the words. Negations and degrees wait in `manner` for the word that they are about; a comma, a full
 * stop, "and", "but" or a word of liking ends a negation, as far as its reach allows. Words that nobody explained
 * gather in a run and are given back as they stood, with the negation before them.
 */
export function read(text: string): Reading {
  const reader = new Reader(text)
  const tokens = tokensOf(text)
  for (let i = 0; i < tokens.length; ) i += reader.take(tokens, i)
  return reader.finish()
}

/** "no blue, green or red": the commas of such a list end nothing. Looks a dozen words ahead at most. */
function endsInOr(tokens: readonly Token[], at: number): boolean {
  for (const [i, token] of tokens.slice(at, at + 12).entries()) {
    if (i > 0 && token.before === 'stop') return false
    const kind = meaningAt(tokens, at + i)?.role?.kind
    if (kind === 'or') return true
    if (kind !== undefined && kind !== 'filler') return false
  }
  return false
}

class Reader {
  readonly #text: string
  readonly #mentions: Mention[] = []
  readonly #notUnderstood: string[] = []
  #manner: Manner = {}
  #reach: Reach = 'item'
  #since: number | undefined
  #negator = ''
  #negatorStart = 0
  #turnsDown = false
  #run: { readonly start: number; readonly end: number } | undefined
  #alternative = 0
  #indifferent = false
  #negatedJustBefore = false

  constructor(text: string) {
    this.#text = text
  }

  /** Reads the phrase at a token and says how many tokens it took. */
  take(tokens: readonly Token[], at: number): number {
    const first = tokens[at]
    if (first === undefined) return 1
    const commaInList = first.before === 'comma' && this.#manner.negation !== undefined && endsInOr(tokens, at)
    if (first.before !== 'nothing' && !commaInList) this.#pause(first.before === 'stop' ? 'list' : 'pair')
    const meaning = meaningAt(tokens, at)
    const length = meaning?.length ?? 1
    const last = tokens[at + length - 1] ?? first
    const negatedJustBefore = this.#negatedJustBefore
    this.#negatedJustBefore = false
    const leans = meaning?.leans ?? this.#countedHere(meaning)
    if (meaning !== undefined && leans !== undefined) {
      const grade = gradingBefore.get(meaning.phrase)
      const noun = meaningAt(tokens, at + length)
      if (grade !== undefined && noun !== undefined && gradedNouns.has(noun.phrase)) this.#grade(grade, first, last)
      else this.#mention(meaning, leans, first.start, last.end)
      return length
    }
    if (meaning?.role !== undefined) this.#play(meaning.role, first, last, negatedJustBefore)
    else if (meaning?.counted === undefined) this.#gather(first, last)
    return length
  }

  finish(): Reading {
    this.#pause('list')
    return {
      mentions: this.#mentions,
      notUnderstood: this.#notUnderstood,
      indifferent: this.#indifferent,
      turnsDown: this.#turnsDown && this.#mentions.length === 0,
    }
  }

  #countedHere(meaning: Meaning | undefined): readonly Lean[] | undefined {
    const { negation, degree, excess } = this.#manner
    return negation || degree || excess ? meaning?.counted : undefined
  }

  #mention(meaning: Meaning, leans: readonly Lean[], start: number, end: number): void {
    this.#endRun()
    const complaint = faults.has(meaning.phrase) && this.#manner.negation === undefined
    const degree = this.#manner.degree ?? meaning.degree
    const bare = this.#text.slice(start, end)
    this.#mentions.push({
      leans,
      manner: complaint ? { negation: 'less' } : { ...this.#manner, degree },
      phrase: this.#wording(start, end),
      bare,
      alternative: this.#alternative,
    })
    this.#manner = { negation: this.#manner.negation }
    this.#since = undefined
  }

  /** The first word after a negation has it before it in the text; to the others of a list it is put back. */
  #wording(start: number, end: number): string {
    const since = this.#since ?? start
    const said = this.#text.slice(since, end)
    const apart = this.#manner.negation !== undefined && since > this.#negatorStart
    return apart ? `${this.#negator} ${said}` : said
  }

  #play(role: NonNullable<Meaning['role']>, token: Token, last: Token, negatedJustBefore: boolean): void {
    switch (role.kind) {
      case 'negator':
        this.#negate(role.negation, role.reach, token, last, negatedJustBefore)
        break
      case 'degree':
        if (role.degree === 'more' && !negatedJustBefore && this.#reach !== 'list') this.#clear()
        this.#manner = { ...this.#manner, degree: role.degree }
        this.#since ??= token.start
        break
      case 'excess':
        this.#manner = { ...this.#manner, excess: true }
        this.#since ??= token.start
        break
      case 'liking':
        // "don't like" turns down the whole list that follows, "like" alone ends what was turned down before.
        if (negatedJustBefore) this.#negate('avoid', 'list', { ...token, start: this.#negatorStart }, last, false)
        else if (this.#reach !== 'list' || !having.has(token.word)) this.#clear()
        break
      case 'turn':
        this.#pause('list')
        break
      case 'and':
        this.#pause('item')
        break
      case 'or':
        this.#alternative++
        this.#manner = { negation: this.#manner.negation }
        break
      case 'against':
        if (this.#mentions.length > 0) this.#negate('less', 'pair', token, last, false)
        break
      case 'free':
        this.#freeOfLast()
        break
      case 'indifference':
        this.#indifferent = true
        break
      case 'filler':
        this.#negatedJustBefore = negatedJustBefore && transparent.has(token.word)
    }
  }

  #negate(negation: Negation, reach: Reach, { start }: Token, { end }: Token, negatedJustBefore: boolean): void {
    if (negatedJustBefore) {
      this.#clear()
      return
    }
    this.#manner = { ...this.#manner, negation }
    this.#reach = reach
    this.#since = start
    this.#negatorStart = start
    this.#negator = this.#text.slice(start, end)
    this.#turnsDown ||= reach === 'list'
    this.#negatedJustBefore = true
  }

  #grade(grade: 'less' | 'strong', first: Token, last: Token): void {
    if (grade === 'strong') this.#manner = { ...this.#manner, degree: 'strong' }
    else if (this.#manner.negation === undefined) this.#negate('less', 'item', first, last, false)
    else this.#clear()
    this.#since ??= first.start
  }

  /** "clutter-free": the word before is turned down after all. */
  #freeOfLast(): void {
    const last = this.#mentions.pop()
    if (last !== undefined)
      this.#mentions.push({ ...last, manner: { negation: 'avoid' }, phrase: `${last.phrase}-free` })
  }

  /** An unexplained word: the negation before it belongs to it. */
  #gather(first: Token, last: Token): void {
    const start = this.#run?.start ?? (this.#manner.negation ? (this.#since ?? first.start) : first.start)
    this.#run = { start, end: last.end }
  }

  /** A pause of some length ends every negation that reaches no further. */
  #pause(length: Reach): void {
    const reaches = { item: 0, pair: 1, list: 2 } as const
    if (length !== 'item') this.#endRun()
    if (length === 'list' || reaches[this.#reach] <= reaches[length]) this.#clear()
    this.#manner = { negation: this.#manner.negation }
  }

  #clear(): void {
    this.#manner = {}
    this.#reach = 'item'
    this.#since = undefined
  }

  #endRun(): void {
    if (this.#run === undefined) return
    const { start, end } = this.#run
    const apart = this.#manner.negation !== undefined && this.#reach === 'list' && start > this.#negatorStart
    const text = this.#text.slice(start, end)
    this.#notUnderstood.push(apart ? `${this.#negator} ${text}` : text)
    this.#run = undefined
    if (start === this.#since) this.#since = undefined
  }
}
