import { gradedNouns, gradingAdjectives, type Negation, type Scope } from './grammar.ts'
import {
  afterGround,
  allowedAfterNegation,
  amountNouns,
  beforeGround,
  blandWords,
  copulas,
  emptyPredicates,
  exchangedFor,
  exchanges,
  faintNegators,
  figures,
  grounds,
  imperatives,
  lightnesses,
  likings,
  openQuestion,
  owners,
  perhapsBeforeGround,
  possessives,
  postposedLacks,
  postposedNegators,
  postposedPermissions,
  praises,
  removals,
} from './grammar-words.ts'
import { endsInOr, type Meaning, meaningAt } from './lexicon.ts'
import { Polarity } from './polarity.ts'
import type { Modifiers } from './ranges.ts'
import type { Asks, Mention, Reading } from './reading.ts'
import { type Token, tokensOf } from './tokens.ts'
import { complaints } from './vocabulary.ts'
import type { AttributeTarget } from './words.ts'

/** "Dark shapes against a white wall": neither a negation nor a comparison. Looks a few words ahead. */
function isBeforeGround(tokens: readonly Token[], at: number): boolean {
  for (const token of tokens.slice(at + 1, at + 5)) {
    if (token.before !== 'nothing') return false
    if (grounds.has(token.word) || (tokens[at]?.word === 'against' && lightnesses.has(token.word))) return true
  }
  return false
}

/** Where a clause starts, in the text and among the mentions, and whether it may answer the one before: "Neon? Never." */
interface Clause {
  readonly start: number
  readonly mentions: number
  readonly isAnswer: boolean
}

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

/** Phrases of liking that start with a negation. */
const encouragement = /^(?:dont|do not|cant|cannot|can never|never|wouldnt|would not)\s/

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
  /** A negation, or a word such as "wrong", to which nothing belongs yet: "purple is not us". */
  #unattached: { readonly scope: Scope; readonly mentions: number } | undefined
  /** Unknown words since then say what is denied, so that it may not be what was mentioned. */
  #unknownSince = 0
  #unknownInClause = 0
  #clause: Clause = { start: 0, mentions: 0, isAnswer: false }
  #before: Clause | undefined
  #isPreferring = false
  #isExchanging = false
  /** Where the ground of the picture is named in this clause. */
  #ground: number | undefined
  #justJoined = true

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
    if (first.before !== 'nothing') this.#endClause(first)
    if (first.before !== 'nothing' && !commaInList) this.#endNegations(first.before === 'stop' ? 'list' : 'pair')
    // "What about neon?" can be answered with yes or no.
    this.#isOpen ||= openQuestion.has(first.word) && tokens[at + 1]?.word !== 'about'
    if (perhapsBeforeGround.has(first.word) && isBeforeGround(tokens, at)) {
      this.#ground ??= first.start
      return 1
    }
    if (beforeGround.has(first.word)) this.#ground ??= first.start
    if (exchangedFor.has(first.word) && this.#isExchanging) this.#clearModifiers()
    this.#isExchanging ||= exchanges.has(first.word)
    const meaning = meaningAt(tokens, at)
    const length = meaning?.length ?? 1
    const last = tokens[at + length - 1] ?? first
    const negatedJustBefore = this.#negatedJustBefore
    this.#negatedJustBefore = false
    if (first.before !== 'nothing') this.#mentionedJustBefore = false
    const isOwned = owners.has(tokens[at - 1]?.word ?? '')
    const targets = meaning?.targets ?? (isOwned ? undefined : this.#quantifiedTargets(meaning))
    const mentionedJustBefore = this.#mentionedJustBefore
    this.#mentionedJustBefore = targets !== undefined
    const isFirst = this.#justJoined || first.before !== 'nothing'
    this.#justJoined = meaning?.role?.kind === 'and' || meaning?.role?.kind === 'but'
    if (isFirst && imperatives.has(first.word)) this.#clearModifiers()
    // "Remove clutter to make it spacious."
    const isPurpose = first.word === 'to' && imperatives.has(tokens[at + 1]?.word ?? '')
    if (isPurpose && this.#mentions.length > this.#clause.mentions) this.#clearModifiers()
    if (isFirst && length === 1 && removals.has(first.word) && !this.#isQuestion && !this.#isUnwanted) {
      this.#negate('avoid', 'item', first, first, false)
      return 1
    }
    if (first.word === 'prefer' || first.word === 'prefers') this.#isPreferring = true
    const isPreferred = first.word === 'to' && this.#isPreferring && this.#mentions.length > this.#clause.mentions
    const isRival = meaning?.role?.kind === 'than' && mentionedJustBefore
    // In "less red than blue" it is the second that is wanted.
    if (isRival && !this.#isQuestion && this.#mentions.at(-1)?.modifiers.negation === 'less') {
      this.#clearModifiers()
      this.#unattached = undefined
      this.#modifiers = { degree: 'more' }
      return length
    }
    if ((isPreferred || isRival) && !this.#isQuestion) {
      this.#negate('less', 'pair', first, last, false)
      this.#unattached = undefined
      return length
    }
    if (meaning?.role?.kind === 'enough' && this.#isLacking(mentionedJustBefore)) return length
    if (meaning !== undefined && targets !== undefined) {
      const grade = gradingAdjectives.get(meaning.phrase)
      const noun = meaningAt(tokens, at + length)
      const isGraded = grade !== undefined && noun !== undefined && gradedNouns.has(noun.phrase)
      if (isGraded && !(lightnesses.has(meaning.phrase) && figures.has(noun.phrase))) this.#grade(grade, first, last)
      else this.#mention(meaning, targets, first.start, last.end)
      return length
    }
    const after = tokens[at + length]
    const isLast = after === undefined || after.before !== 'nothing'
    if (meaning?.role !== undefined)
      this.#applyRole(meaning.role, meaning.phrase, first, last, negatedJustBefore, isLast)
    else if (meaning?.quantified === undefined) this.#addUnknown(first, last)
    return length
  }

  finish(): Reading {
    this.#endClause(undefined)
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
    if (this.#modifiers.negation !== undefined) {
      this.#polarity.attach()
      this.#unattached = undefined
    }
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
    isLast: boolean,
  ): void {
    switch (role.kind) {
      case 'negator':
        if (!faintNegators.has(phrase)) this.#polarity.negate(role.scope)
        if (postposedLacks.has(phrase) && isLast && this.#isSaidOfLast(token)) {
          this.#lackLast()
          break
        }
        // "I don't want it to be without warmth."
        if (
          phrase === 'without' &&
          this.#modifiers.negation !== undefined &&
          !this.#isQuestion &&
          this.#isNegatorFree()
        ) {
          this.#clearModifiers()
          this.#unattached = undefined
          break
        }
        if (postposedNegators.has(phrase) && negatedJustBefore && !this.#isQuestion) this.#permitClause()
        else if (postposedNegators.has(phrase) && this.#mentionsBefore < this.#mentions.length && !this.#isQuestion)
          this.#changeClause(({ bare }) => ({ modifiers: { negation: 'avoid' }, phrase: `avoid ${bare}` }))
        else this.#negate(role.negation, role.scope, token, last, negatedJustBefore)
        break
      case 'degree':
        // "Three colours, no more"; "never dark and always warm".
        if (phrase === 'more' && isLast) this.#unattached = undefined
        if (phrase === 'always' && this.#mentions.length > 0) this.#clearModifiers()
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
        // "Do not be afraid of colour" asks for some.
        if (encouragement.test(phrase)) this.#modifiers = { ...this.#modifiers, degree: 'more' }
        break
      case 'lack':
        if (role.isComplaint) this.#clearModifiers()
        else this.#negate('avoid', 'item', token, last, negatedJustBefore)
        this.#unattached = undefined
        this.#modifiers = { ...this.#modifiers, ...(role.isComplaint && { degree: 'more' }), lack: true }
        this.#phraseStart ??= token.start
        break
      case 'aversion':
        this.#polarity.averse()
        // "Dark isn't bad" only allows it.
        if (!this.#isQuestion && this.#unattached) this.#permitClause()
        else if (!this.#isQuestion) this.#leaveUnattached('item')
        if (!blandWords.has(phrase)) this.#addUnknown(token, last, true)
        break
      case 'parting':
        this.#polarity.part()
        // "Don't forget contrast" asks for it, and so does "forget contrast" among what is unwanted.
        if (!this.#isQuestion && (negatedJustBefore || this.#isUnwanted)) {
          this.#clearModifiers()
          this.#unattached = undefined
          this.#modifiers = { degree: 'more', lack: true }
          this.#phraseStart = negatedJustBefore ? this.#negatorStart : token.start
        } else this.#addUnknown(token, last)
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
        if (this.#mentions.length > 0 || this.#isAfterComparative(token))
          this.#negate('less', 'pair', token, last, false)
        else if (phrase.includes(' ') && !this.#isQuestion) this.#negate('avoid', 'item', token, last, false)
        this.#unattached = undefined
        break
      case 'free':
        this.#rejectLast()
        break
      case 'permission':
        if (postposedPermissions.has(phrase) && !this.#isQuestion) this.#permitClause()
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
      case 'enough':
        this.#modifiers = { ...this.#modifiers, degree: 'more' }
        break
      case 'filler':
        this.#negatedJustBefore = negatedJustBefore && allowedAfterNegation.has(token.word)
    }
  }

  #permitClause(): void {
    this.#clearModifiers()
    this.#unattached = undefined
    this.#changeClause(({ modifiers }) => ({ modifiers: { ...modifiers, allowed: true } }))
    this.#indifferent = true
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
      this.#unattached = undefined
      return
    }
    if (!this.#isQuestion) this.#leaveUnattached(scope)
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
  #addUnknown(first: Token, last: Token, saysNothing = emptyPredicates.has(first.word)): void {
    if (!saysNothing) this.#unknownSince += 1
    this.#unknownInClause += 1
    const start =
      this.#unknownRun?.start ?? (this.#modifiers.negation ? (this.#phraseStart ?? first.start) : first.start)
    this.#unknownRun = { start, end: last.end }
  }

  #leaveUnattached(scope: Scope): void {
    this.#unattached = { scope, mentions: this.#mentions.length }
    this.#unknownSince = 0
  }

  /** "Not dark enough" asks for more of it. */
  #isLacking(mentionedJustBefore: boolean): boolean {
    const last = this.#mentions.at(-1)
    if (this.#isQuestion || !mentionedJustBefore || last === undefined) return mentionedJustBefore
    if (last.modifiers.negation !== undefined) this.#lackLast()
    return true
  }

  /** There is too little of what was mentioned last. */
  #lackLast(): void {
    const last = this.#mentions.at(-1)
    if (last) this.#mentions[this.#mentions.length - 1] = { ...last, modifiers: { degree: 'more', lack: true } }
    this.#clearModifiers()
    this.#unattached = undefined
  }

  /** "The contrast is too weak", but not "bright colours, too weak". */
  #isSaidOfLast({ start }: Token): boolean {
    const last = this.#mentions.at(-1)
    if (this.#isQuestion || last === undefined || this.#mentions.length === this.#clause.mentions) return false
    return /^\s+(?:is|are|was|were|looks?|feels?|seems?)\s/i.test(this.#text.slice(last.end, start))
  }

  /** Nothing was mentioned since the last negator. */
  #isNegatorFree(): boolean {
    return (this.#mentions.at(-1)?.start ?? -1) < this.#negatorStart
  }

  /** "Nicer than", even if what is nicer is not understood. */
  #isAfterComparative({ start }: Token): boolean {
    return !this.#isQuestion && /\b(?:\p{L}{2,30}er|more)\s+$/iu.test(this.#text.slice(Math.max(0, start - 40), start))
  }

  /** Decides what a negation without anything after it is about, and which lightness is that of the picture. */
  #endClause(next: Token | undefined): void {
    if (!this.#isQuestion) {
      const isOver = next === undefined || next.before === 'stop'
      const { scope } = this.#unattached ?? {}
      if (this.#unattached && (isOver || scope !== 'list')) {
        this.#attachBackwards(this.#unattached.mentions)
        this.#unattached = undefined
      } else if (isOver) this.#doubtAnswer()
      this.#separateGround(next?.start ?? this.#text.length)
      this.#doubtStatements(next?.start ?? this.#text.length)
    }
    this.#isPreferring = false
    this.#isExchanging = false
    this.#unknownInClause = 0
    this.#ground = undefined
    if (next === undefined) return
    const between = this.#text.slice(Math.max(0, next.start - 4), next.start)
    this.#before = this.#clause
    this.#clause = { start: next.start, mentions: this.#mentions.length, isAnswer: /[?:,–—]/.test(between) }
  }

  /** "Purple isn't us", "Neon? Never." With unknown words after the negation, what was mentioned is not understood. */
  #attachBackwards(until: number): void {
    const { mentions: from, isAnswer } = this.#clause
    const isInClause = until > from
    if (!isInClause && !(isAnswer && this.#before && this.#unknownSince === 0 && this.#mentions.length === from)) return
    const start = isInClause ? from : (this.#before?.mentions ?? from)
    const isDoubtful = this.#unknownSince > 0
    const changed = this.#mentions.slice(start, until).flatMap((mention) => {
      const { modifiers, bare, word } = mention
      if (complaints.has(word)) return [mention]
      if (modifiers.negation === 'not' || modifiers.negation === 'avoid' || modifiers.lack) return [mention]
      // "Low contrast is banned" asks for more of it.
      if (modifiers.negation === 'less' && !isDoubtful)
        return [{ ...mention, modifiers: { degree: 'more' as const, lack: true } }]
      if (isDoubtful) this.#notUnderstood.push(bare)
      return isDoubtful ? [] : [{ ...mention, modifiers: { negation: 'avoid' as const }, phrase: `avoid ${bare}` }]
    })
    this.#mentions.splice(start, until - start, ...changed)
    this.#mentionsBefore = Math.min(this.#mentionsBefore, this.#mentions.length)
  }

  /** "Beige? Over my dead body": an answer that is not understood may be a refusal. */
  #doubtAnswer(): void {
    const { start, mentions: from } = this.#clause
    if (!this.#before || this.#unknownInClause === 0 || this.#mentions.length > from) return
    if (!this.#text.slice(Math.max(0, start - 4), start).includes('?')) return
    for (const { bare } of this.#mentions.splice(this.#before.mentions)) this.#notUnderstood.push(bare)
    this.#mentionsBefore = Math.min(this.#mentionsBefore, this.#mentions.length)
  }

  /** "Symmetry is overrated": what is said about it is unknown, and may be against it. */
  #doubtStatements(end: number): void {
    const from = this.#clause.mentions
    const last = this.#mentions.at(-1)
    if (last === undefined || this.#mentions.length === from) return
    const [copula, ...said] = tokensOf(this.#text.slice(last.end, end))
    if (copula === undefined || copula.before !== 'nothing' || !copulas.has(copula.word)) return
    const isUnknown = said.some((_, i) => {
      const meaning = meaningAt(said, i)
      return meaning === undefined || meaning.role?.kind === 'aversion'
    })
    const isClear = said.some(({ word }) => praises.has(word)) || last.modifiers.negation === 'avoid'
    if (!isUnknown || isClear) return
    for (const { bare } of this.#mentions.splice(from)) this.#notUnderstood.push(bare)
    this.#mentionsBefore = Math.min(this.#mentionsBefore, this.#mentions.length)
  }

  /**
   * In "light text on a dark background" the lightness of the text says nothing about the picture. If the combination is
   * unwanted, that says nothing about either.
   */
  #separateGround(end: number): void {
    const { start, mentions: from } = this.#clause
    const own = this.#mentions.slice(from)
    const isLightness = ({ targets, word }: Mention) =>
      lightnesses.has(word) || (/background/.test(word) && targets.some((target) => target.slice(1) === 'brightness'))
    const isOfFigure = (mention: Mention) => {
      const after = tokensOf(this.#text.slice(mention.end, Math.min(end, mention.end + 40)))[0]
      return lightnesses.has(mention.word) && after?.before === 'nothing' && figures.has(after.word)
    }
    const tokens = own.some(isLightness) ? tokensOf(this.#text.slice(start, end)) : []
    const places = (words: ReadonlySet<string>) =>
      tokens.flatMap((token) => (words.has(token.word) ? [start + token.start] : []))
    const ground = this.#ground
    const groundAfter = own.some((one) => ground !== undefined && one.start > ground && isLightness(one))
      ? ground
      : undefined
    const groundBefore = places(afterGround).find(
      (at) => /background|ground|backdrop/.test(this.#text.slice(start, at)) && own.some((one) => one.end <= at),
    )
    const isFigure = (mention: Mention) =>
      isLightness(mention) &&
      (isOfFigure(mention) ||
        (groundAfter !== undefined && mention.end <= groundAfter) ||
        (groundBefore !== undefined && mention.start > groundBefore))
    const isRejected = own.some(({ modifiers }) => modifiers.negation !== undefined) && own.some(isFigure)
    const kept = own.filter((mention) => {
      const isText = mention.isQuantified && figures.has(mention.word)
      const isDropped = isFigure(mention) || (isRejected && (isLightness(mention) || isText))
      if (isDropped) this.#notUnderstood.push(mention.bare)
      return !isDropped
    })
    if (kept.length < own.length) this.#mentions.splice(from, own.length, ...kept)
    this.#mentionsBefore = Math.min(this.#mentionsBefore, this.#mentions.length)
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
