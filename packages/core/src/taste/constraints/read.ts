import { gradedNouns, gradingAdjectives, type Negation, type Scope } from './grammar.ts'
import { endsInOr, type Meaning, meaningAt } from './lexicon.ts'
import { Polarity } from './polarity.ts'
import type { Modifiers } from './ranges.ts'
import {
  allowedAfterNegation,
  amountNouns,
  blandWords,
  faintNegators,
  likings,
  openQuestion,
  possessives,
  postposedNegators,
} from './reader-words.ts'
import type { Asks, Mention, Reading } from './reading.ts'
import { type Token, tokensOf } from './tokens.ts'
import { complaints } from './vocabulary.ts'
import type { AttributeTarget } from './words.ts'

/**
 * Reads a text in one pass. Negations and degrees are kept as modifiers until the word that they modify. A comma, a
 * full stop, "and", "but" or a verb of liking ends a negation, depending on its scope. Unknown words are collected in
 * runs and returned as written, with the negation before them. `isUnwanted`: the text names unwanted things.
 * `isQuestion`: the text asks, so it neither complains nor allows.
 */
export function read(text: string, { isUnwanted = false, isQuestion = false } = {}): Reading {
  const reader = new Reader(text, isUnwanted, isQuestion)
  const tokens = tokensOf(text)
  for (let i = 0; i < tokens.length; ) i += reader.readPhrase(tokens, i)
  return reader.finish()
}

class Reader {
  readonly #text: string
  readonly #isUnwanted: boolean
  readonly #isQuestion: boolean
  readonly #mentions: Mention[] = []
  readonly #notUnderstood: string[] = []
  #modifiers: Modifiers = {}
  #scope: Scope = 'item'
  #phraseStart: number | undefined
  #negator = ''
  #negatorStart = 0
  readonly #polarity = new Polarity()
  #isOpen = false
  #unknownRun: { readonly start: number; readonly end: number } | undefined
  #alternative = 0
  #indifferent = false
  #asks: Asks = 'wish'
  /** The number of mentions before the current clause. */
  #mentionsBefore = 0
  #negatedJustBefore = false
  #mentionedJustBefore = false

  constructor(text: string, isUnwanted: boolean, isQuestion: boolean) {
    this.#text = text
    this.#isUnwanted = isUnwanted
    this.#isQuestion = isQuestion
  }

  /** Reads the phrase that starts at a token and returns its number of tokens. */
  readPhrase(tokens: readonly Token[], at: number): number {
    const first = tokens[at]
    if (first === undefined) return 1
    const commaInList = first.before === 'comma' && this.#modifiers.negation !== undefined && endsInOr(tokens, at)
    if (first.before !== 'nothing') this.#polarity.endClause()
    if (first.before !== 'nothing' && !commaInList) this.#endNegations(first.before === 'stop' ? 'list' : 'pair')
    // "What about neon?" can be answered with yes or no.
    this.#isOpen ||= openQuestion.has(first.word) && tokens[at + 1]?.word !== 'about'
    const meaning = meaningAt(tokens, at)
    const length = meaning?.length ?? 1
    const last = tokens[at + length - 1] ?? first
    const negatedJustBefore = this.#negatedJustBefore
    this.#negatedJustBefore = false
    if (first.before !== 'nothing') this.#mentionedJustBefore = false
    const targets = meaning?.targets ?? this.#quantifiedTargets(meaning)
    this.#mentionedJustBefore = targets !== undefined
    if (meaning !== undefined && targets !== undefined) {
      const grade = gradingAdjectives.get(meaning.phrase)
      const noun = meaningAt(tokens, at + length)
      if (grade !== undefined && noun !== undefined && gradedNouns.has(noun.phrase)) this.#grade(grade, first, last)
      else this.#mention(meaning, targets, first.start, last.end)
      return length
    }
    if (meaning?.role !== undefined) this.#applyRole(meaning.role, meaning.phrase, first, last, negatedJustBefore)
    else if (meaning?.quantified === undefined) this.#addUnknown(first, last)
    return length
  }

  finish(): Reading {
    this.#endNegations('list')
    this.#polarity.endClause()
    const isAboutNothing = this.#mentions.every(({ isQuantified }) => isQuantified)
    const isChoice = this.#alternative > 0
    const rejectsAnswer = this.#polarity.rejects && (this.#isOpen || isAboutNothing || isChoice)
    return {
      mentions: this.#mentions,
      notUnderstood: this.#notUnderstood,
      indifferent: this.#indifferent,
      asks: this.#polarity.rejects && !rejectsAnswer ? 'aversion' : this.#asks,
      isOpen: this.#isOpen,
      isChoice,
      rejectsAnswer,
    }
  }

  #quantifiedTargets(meaning: Meaning | undefined): readonly AttributeTarget[] | undefined {
    const { negation, degree, excess } = this.#modifiers
    if (negation || degree || excess) return meaning?.quantified
    // "What do you want less of?" – "text"
    const isItem = this.#isUnwanted && !this.#mentionedJustBefore && amountNouns.has(meaning?.phrase ?? '')
    return isItem ? meaning?.quantified : undefined
  }

  #mention(meaning: Meaning, targets: readonly AttributeTarget[], start: number, end: number): void {
    this.#endUnknownRun()
    if (this.#modifiers.negation !== undefined) this.#polarity.attach()
    const { negation, allowed, lack } = this.#modifiers
    const isComplaint = complaints.has(meaning.phrase) && negation === undefined && !allowed && !this.#isQuestion
    const degree = this.#modifiers.degree ?? meaning.degree
    const bare = this.#text.slice(start, end)
    this.#mentions.push({
      targets,
      modifiers: isComplaint ? { negation: 'less' } : { ...this.#modifiers, degree },
      phrase: this.#wording(start, end),
      bare,
      alternative: this.#alternative,
      word: meaning.phrase,
      isQuantified: meaning.targets === undefined,
      start,
      end,
    })
    this.#modifiers = { negation: lack ? undefined : negation, allowed }
    this.#phraseStart = undefined
  }

  /** The text of a phrase. Later items of a negated list are prefixed with the negator. */
  #wording(start: number, end: number): string {
    const phraseStart = this.#phraseStart ?? start
    const said = this.#text.slice(phraseStart, end)
    const needsNegator = this.#modifiers.negation !== undefined && phraseStart > this.#negatorStart
    return needsNegator ? `${this.#negator} ${said}` : said
  }

  #applyRole(
    role: NonNullable<Meaning['role']>,
    phrase: string,
    token: Token,
    last: Token,
    negatedJustBefore: boolean,
  ): void {
    switch (role.kind) {
      case 'negator':
        if (!faintNegators.has(phrase)) this.#polarity.negate(role.scope)
        if (postposedNegators.has(phrase) && this.#mentionsBefore < this.#mentions.length && !this.#isQuestion)
          this.#changeClause(({ bare }) => ({ modifiers: { negation: 'avoid' }, phrase: `avoid ${bare}` }))
        else this.#negate(role.negation, role.scope, token, last, negatedJustBefore)
        break
      case 'degree':
        if (role.degree === 'more' && !negatedJustBefore && this.#scope !== 'list' && !this.#modifiers.allowed)
          this.#clearModifiers()
        this.#modifiers = { ...this.#modifiers, degree: role.degree }
        this.#phraseStart ??= token.start
        break
      case 'excess':
        this.#modifiers = { ...this.#modifiers, excess: true }
        this.#phraseStart ??= token.start
        break
      case 'liking':
        // "don't like" negates the whole list that follows; "like" alone ends an earlier negation.
        if (likings.has(phrase) || likings.has(phrase.replace(/s$/, ''))) this.#polarity.like()
        if (negatedJustBefore) this.#negate('avoid', 'list', { ...token, start: this.#negatorStart }, last, false)
        else if (this.#scope !== 'list' || !possessives.has(token.word)) this.#clearModifiers()
        break
      case 'lack':
        if (role.isComplaint) this.#clearModifiers()
        else this.#negate('avoid', 'item', token, last, false)
        this.#modifiers = { ...this.#modifiers, ...(role.isComplaint && { degree: 'more' }), lack: true }
        this.#phraseStart ??= token.start
        break
      case 'aversion':
        this.#polarity.averse()
        if (!blandWords.has(phrase)) this.#addUnknown(token, last)
        break
      case 'parting':
        this.#polarity.part()
        this.#addUnknown(token, last)
        break
      case 'but':
      case 'and':
        this.#polarity.endClause()
        this.#endNegations(role.kind === 'but' ? 'list' : 'item')
        break
      case 'or':
        this.#polarity.endClause()
        this.#alternative++
        this.#modifiers = { negation: this.#modifiers.negation, allowed: this.#modifiers.allowed }
        break
      case 'than':
        if (this.#mentions.length > 0) this.#negate('less', 'pair', token, last, false)
        break
      case 'free':
        this.#rejectLast()
        break
      case 'permission':
        if (role.isAsked !== true || this.#isQuestion) this.#allow()
        break
      case 'permitted':
        if (this.#isQuestion) this.#allow()
        else this.#changeClause(({ modifiers }) => ({ modifiers: { ...modifiers, allowed: true } }))
        this.#indifferent = true
        break
      case 'obligation':
        this.#asks = 'obligation'
        break
      case 'filler':
        this.#negatedJustBefore = negatedJustBefore && allowedAfterNegation.has(token.word)
    }
  }

  /** "It may be dark and red": up to the next comma. A negation outranks it: "avoid colours that may clash". */
  #allow(): void {
    this.#indifferent = true
    if (this.#isQuestion) this.#asks = 'permission'
    else if (this.#modifiers.negation === undefined) {
      this.#modifiers = { allowed: true }
      this.#scope = 'pair'
    }
  }

  /** Changes what the current clause mentioned so far, unless it was negated: "clutter and neon are fine". */
  #changeClause(change: (mention: Mention) => Partial<Mention>): void {
    for (const [i, mention] of this.#mentions.slice(this.#mentionsBefore).entries())
      if (mention.modifiers.negation === undefined)
        this.#mentions[this.#mentionsBefore + i] = { ...mention, ...change(mention) }
    this.#mentionsBefore = this.#mentions.length
  }

  #negate(negation: Negation, scope: Scope, { start }: Token, { end }: Token, negatedJustBefore: boolean): void {
    if (negatedJustBefore) {
      this.#clearModifiers()
      return
    }
    this.#modifiers = { ...this.#modifiers, negation }
    this.#scope = scope
    this.#phraseStart = start
    this.#negatorStart = start
    this.#negator = this.#text.slice(start, end)
    this.#negatedJustBefore = true
  }

  #grade(grade: 'less' | 'strong', first: Token, last: Token): void {
    if (grade === 'strong') this.#modifiers = { ...this.#modifiers, degree: 'strong' }
    else if (this.#modifiers.negation === undefined) this.#negate('less', 'item', first, last, false)
    else this.#clearModifiers()
    this.#phraseStart ??= first.start
  }

  /** "clutter-free" negates the word before "free". */
  #rejectLast(): void {
    const last = this.#mentions.pop()
    if (last !== undefined)
      this.#mentions.push({ ...last, modifiers: { negation: 'avoid' }, phrase: `${last.phrase}-free` })
  }

  /** Adds an unknown word to the run; a run starts with the negation before it. */
  #addUnknown(first: Token, last: Token): void {
    const start =
      this.#unknownRun?.start ?? (this.#modifiers.negation ? (this.#phraseStart ?? first.start) : first.start)
    this.#unknownRun = { start, end: last.end }
  }

  /** Ends a negation whose scope is not wider than the given one. */
  #endNegations(scope: Scope): void {
    const widths = { item: 0, pair: 1, list: 2 } as const
    if (scope !== 'item') {
      this.#endUnknownRun()
      this.#mentionsBefore = this.#mentions.length
    }
    if (scope === 'list' || widths[this.#scope] <= widths[scope]) this.#clearModifiers()
    this.#modifiers = { negation: this.#modifiers.negation, allowed: this.#modifiers.allowed }
  }

  #clearModifiers(): void {
    this.#modifiers = {}
    this.#scope = 'item'
    this.#phraseStart = undefined
  }

  #endUnknownRun(): void {
    if (this.#unknownRun === undefined) return
    const { start, end } = this.#unknownRun
    const needsNegator = this.#modifiers.negation !== undefined && this.#scope === 'list' && start > this.#negatorStart
    const text = this.#text.slice(start, end)
    this.#notUnderstood.push(needsNegator ? `${this.#negator} ${text}` : text)
    this.#unknownRun = undefined
    if (start === this.#phraseStart) this.#phraseStart = undefined
  }
}
