import { gradedNouns } from './grammar.ts'
import { type Wish, wishesFor } from './ranges.ts'
import { read } from './read.ts'
import type { Asks, Mention, Reading } from './reading.ts'
import { scalePoint, wishesOnScale } from './scale.ts'
import { type Token, tokensOf } from './tokens.ts'

/** What an answer to a yes-or-no question begins with. */
const stances: ReadonlyMap<string, Stance> = new Map([
  ...every('yes', 'yes, yeah, yep, yup, sure, true, indeed, exactly, correct, ja, oui, si, of course, by all means'),
  ...every('yes', 'definitely, absolutely, certainly, please do, they should, it should, they must, it must'),
  ...every(
    'no',
    'no, nope, nah, false, never, nein, non, not really, not at all, rather not, preferably not, better not',
  ),
  ...every('no', 'absolutely not, definitely not, certainly not, of course not, please no, please dont, never ever'),
  ...every('no', 'no way, by no means, on no account, under no circumstances, they may not, it may not, dont'),
  ...every('no', 'they should not, it should not, they shouldnt, it shouldnt, they must not, it must not'),
])
const stanceWordsMax = 3
/** These are answers whatever follows: "yes green". "Definitely green" only stresses, and "no green" negates. */
const unmistakable = new Set('yes, yeah, yep, yup, ja, oui'.split(', '))
/** Words that may follow an answer without a comma: "no thanks", "no it should be warm". */
const continuations = new Set('thanks, thank, please, it, i, they'.split(', '))

/** Whole answers that mean a point on a scale from 0 to 1. */
const levels: ReadonlyMap<string, number> = new Map([
  ...every(0.95, 'extremely, very high, as much as possible, strongly agree, maximum, completely, totally'),
  ...every(
    0.85,
    'high, a lot, lots, very, very much, strongly, strong, much, plenty, generous, ample, heavy, more, as high as possible',
  ),
  ...every(0.95, 'very important, essential, crucial, a must, must have, extremely important'),
  ...every(0.75, 'important, quite important, rather important, fairly important'),
  ...every(0.85, 'love it, love them, i love it, i love them, like it, like them, i like it, i like them, big fan'),
  ...every(0.7, 'agree, mostly, fairly, quite, rather, pretty, quite a bit, quite a lot, above average'),
  ...every(0.5, 'medium, moderate, moderately, average, neutral, in between, in the middle, middle, normal, balanced'),
  ...every(0.35, 'somewhat, a bit, a little, slightly, a little bit, some, a touch, mild, mildly, in moderation'),
  ...every(
    0.2,
    'low, little, disagree, less, not much, not very, weak, few, minimal, light, subtle, as low as possible',
  ),
  ...every(0.2, 'sparingly, only a little, hardly'),
  ...every(0.1, 'hate it, hate them, i hate it, i hate them, dislike it, dislike them, i dislike it, i dislike them'),
  ...every(
    0.1,
    'not a fan, not for me, not my thing, not our thing, avoid, avoid it, avoid them, i dont like it, i dont like them, dont like it',
  ),
  ...every(
    0.05,
    'none, hardly any, barely any, next to none, almost none, very low, very little, strongly disagree, zero, as little as possible, nothing',
  ),
])

/** Whole answers to questions that yes and no answer as well. */
const frequencies: ReadonlyMap<string, number> = new Map([
  ...every(0.95, 'always'),
  ...every(0.7, 'often'),
  ...every(0.5, 'sometimes'),
  ...every(0.35, 'occasionally'),
  ...every(0.2, 'rarely, seldom'),
])

/** Whole answers that choose one of the question's alternatives. */
const choices: ReadonlyMap<string, number> = new Map([
  ...every(0, 'first, the first, former, the former, first one, the first one, option 1, option a, a'),
  ...every(1, 'second, the second, latter, the latter, second one, the second one, option 2, option b, b'),
])

/** Answers to an open question that mean "nothing to add". */
const emptyAnswers = new Set(
  'none, nothing, nothing else, n a, na, not applicable, nothing in particular, nothing special'.split(', '),
)

/** "None" expresses no wish. "No" expresses none only in answer to a question like "Any colours to avoid?". */
export function saysNothing(answer: string, rejectsAnswer: boolean): boolean {
  if (answer.length > 40) return false
  const whole = tokensOf(answer)
    .map(({ word }) => word)
    .join(' ')
  return emptyAnswers.has(whole) || (rejectsAnswer && stances.get(whole) === 'no')
}

export interface Reply {
  readonly wishes: readonly Wish[]
  /** The rest of the answer, to be read on its own. */
  readonly rest: string
}

type Stance = 'yes' | 'no'

/** Reads an answer that makes sense only with its question: yes or no, a point on a scale, a choice. */
export function readReply(questionReading: Reading, question: string, answer: string): Reply | undefined {
  const { mentions } = questionReading
  if (mentions.length === 0) return undefined
  const words = tokensOf(answer)
  const whole = words.map(({ word }) => word).join(' ')
  const wishes = whole.length <= 40 ? wishesOfWhole(questionReading, question, answer.trim(), whole) : undefined
  if (wishes) return { wishes, rest: '' }
  // "Yes" answers neither "Warm or cool?" nor "Which colour should stand out?".
  if (questionReading.isChoice || questionReading.isOpen) return undefined
  const { stance, end } = stanceOf(words)
  if (stance === undefined) return undefined
  return {
    wishes: mentions.flatMap((mention) => reactions[questionReading.asks][stance](mention)),
    rest: answer.slice(end),
  }
}

function wishesOfWhole(
  questionReading: Reading,
  question: string,
  answer: string,
  whole: string,
): readonly Wish[] | undefined {
  const { mentions } = questionReading
  const pick = questionReading.rejectsAnswer ? reject : affirm
  if (namesAlternatives(mentions)) {
    const chosen = choices.get(whole)
    if (chosen !== undefined) return choose(mentions, chosen).flatMap(pick)
    if (whole === 'both' || whole === 'either') return mentions.flatMap(pick)
  }
  if (whole === 'neither' || whole === 'none of them') return mentions.flatMap(deny)
  const level =
    scalePoint(question, answer) ??
    levelIn(whole, questionReading, question) ??
    (questionReading.isChoice || questionReading.isOpen ? undefined : frequencies.get(whole))
  return level === undefined ? undefined : wishesAt(level, questionReading, question, answer)
}

/** An amount that is allowed is not wished for, and one that need not be reached is not unwanted. */
function wishesAt(level: number, { asks, mentions }: Reading, question: string, answer: string): readonly Wish[] {
  if (mentions.length > 1) return wishesOnScale(mentions, question, level, answer)
  const isAllowed = asks === 'permission' ? level >= 0.5 : asks !== 'wish' && level < 0.5
  if (isAllowed) return []
  return wishesOnScale(mentions, question, asks === 'aversion' ? 1 - level : level, answer)
}

/** Yes and no at the start of an answer, of which the first counts: "no, never". */
function stanceOf(words: readonly Token[]): { readonly stance: Stance | undefined; readonly end: number } {
  let first: Stance | undefined
  let taken = 0
  for (let length = stanceWordsMax; length > 0; ) {
    const phrase = words.slice(taken, taken + length).map(({ word }) => word)
    const stance = phrase.length === length ? stances.get(phrase.join(' ')) : undefined
    if (stance === undefined || !endsAnswer(phrase.join(' '), words[taken + length])) {
      length -= 1
      continue
    }
    first ??= stance
    taken += length
    length = stanceWordsMax
  }
  return { stance: first, end: words[taken - 1]?.end ?? 0 }
}

function endsAnswer(phrase: string, next: Token | undefined): boolean {
  return next === undefined || next.before !== 'nothing' || unmistakable.has(phrase) || continuations.has(next.word)
}

/** What yes and no say about something that was asked about. */
const reactions: Readonly<Record<Asks, Readonly<Record<Stance, (mention: Mention) => readonly Wish[]>>>> = {
  wish: { yes: affirm, no: deny },
  permission: { yes: () => [], no: deny },
  obligation: { yes: affirm, no: () => [] },
  aversion: { yes: reject, no: () => [] },
}

function affirm({ targets, modifiers, phrase }: Mention): readonly Wish[] {
  return wishesFor(targets, modifiers, phrase)
}

/** To deny a dislike is to allow, not to wish. */
function deny({ targets, modifiers, bare }: Mention): readonly Wish[] {
  if (modifiers.negation !== undefined || modifiers.excess === true) return []
  const degree = modifiers.degree === 'strong' ? 'strong' : undefined
  return wishesFor(targets, { negation: 'not', degree }, `not ${bare}`)
}

/** What was chosen as unwanted. */
function reject(mention: Mention): readonly Wish[] {
  const { targets, modifiers, bare } = mention
  if (modifiers.negation !== undefined || modifiers.excess === true) return affirm(mention)
  return wishesFor(targets, { negation: 'avoid' }, `avoid ${bare}`)
}

function namesAlternatives(mentions: readonly Mention[]): boolean {
  return mentions.some(({ alternative }) => alternative !== mentions[0]?.alternative)
}

function choose(mentions: readonly Mention[], chosen: number): readonly Mention[] {
  const order = [...new Set(mentions.map(({ alternative }) => alternative))]
  return mentions.filter(({ alternative }) => alternative === order[chosen])
}

/**
 * The point on a scale that an answer names. Some words are ambiguous: "minimal" is a small amount in answer to "How
 * much texture?", but a style in answer to "Which style: playful, bold or minimal?".
 */
function levelIn(whole: string, { mentions, isChoice }: Reading, question: string): number | undefined {
  const level = levels.get(whole)
  if (level === undefined) return undefined
  if (isChoice && level !== 0.5) return undefined
  const isOwnWord = read(whole).mentions.some(({ isQuantified }) => !isQuantified)
  return isOwnWord && !asksForAmount(mentions, question, whole) ? undefined : level
}

/** "How much contrast?", "How bright?", "Shadows?"; not "How minimal?" if the answer is "minimal". */
function asksForAmount([only, ...others]: readonly Mention[], question: string, answer: string): boolean {
  if (only === undefined || others.length > 0 || only.word === answer) return false
  const before = question.slice(Math.max(0, only.start - 24), only.start)
  return (
    gradedNouns.has(only.word) ||
    /(?:^|[^a-z])(?:how|how (?:much|many|strong)|amount of|level of|degree of)[\s]+$/i.test(before)
  )
}

function every<const Meaning>(meaning: Meaning, words: string): readonly (readonly [string, Meaning])[] {
  return words.split(', ').map((word) => [word, meaning] as const)
}
