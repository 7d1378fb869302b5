import { gradedNouns } from './grammar.ts'
import { type Wish, wishesFor } from './ranges.ts'
import { type Mention, type Reading, read } from './read.ts'
import { scalePoint, wishesOnScale } from './scale.ts'
import { tokensOf } from './tokens.ts'

const yesWords = new Set(
  'yes, yeah, yep, yup, sure, true, definitely, absolutely, certainly, indeed, exactly, correct, ja, oui, si'.split(
    ', ',
  ),
)
const noWords = new Set('no, nope, nah, false, never, nein, non'.split(', '))
const noPhrases = [
  'not really',
  'not at all',
  'absolutely not',
  'definitely not',
  'rather not',
  'preferably not',
  'please no',
]

/** Whole answers that mean a point on a scale from 0 to 1. */
const levels: ReadonlyMap<string, number> = new Map([
  ...every(0.95, 'extremely, very high, as much as possible, strongly agree, maximum, completely, totally, always'),
  ...every(
    0.85,
    'high, a lot, lots, very, very much, strongly, strong, much, plenty, generous, ample, heavy, more, as high as possible',
  ),
  ...every(0.95, 'very important, essential, crucial, a must, must have, extremely important'),
  ...every(0.75, 'important, quite important, rather important, fairly important'),
  ...every(0.85, 'love it, love them, i love it, i love them, like it, like them, i like it, i like them, big fan'),
  ...every(0.7, 'agree, mostly, fairly, quite, rather, often, pretty, quite a bit, quite a lot, above average'),
  ...every(
    0.5,
    'medium, moderate, moderately, average, neutral, sometimes, in between, in the middle, middle, normal, balanced',
  ),
  ...every(
    0.35,
    'somewhat, a bit, a little, slightly, a little bit, some, a touch, mild, mildly, occasionally, in moderation',
  ),
  ...every(
    0.2,
    'low, little, rarely, disagree, less, not much, not very, weak, few, minimal, light, subtle, as low as possible',
  ),
  ...every(0.2, 'sparingly, seldom, only a little, hardly'),
  ...every(0.1, 'hate it, hate them, i hate it, i hate them, dislike it, dislike them, i dislike it, i dislike them'),
  ...every(
    0.1,
    'not a fan, not for me, not my thing, not our thing, avoid, avoid it, avoid them, i dont like it, i dont like them, dont like it',
  ),
  ...every(0.05, 'none, not at all, very low, very little, strongly disagree, zero, as little as possible, nothing'),
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
  return emptyAnswers.has(whole) || (rejectsAnswer && noWords.has(whole))
}

export interface Reply {
  readonly wishes: readonly Wish[]
  /** The rest of the answer, to be read on its own. */
  readonly rest: string
}

/** Reads an answer that makes sense only with its question: yes or no, a point on a scale, a choice. */
export function readReply(asked: Reading, question: string, answer: string): Reply | undefined {
  const { mentions } = asked
  if (mentions.length === 0) return undefined
  const pick = asked.rejectsAnswer ? reject : affirm
  const words = tokensOf(answer)
  const whole = words.map(({ word }) => word).join(' ')
  const isChoice = new Set(mentions.map(({ alternative }) => alternative)).size > 1
  if (whole.length <= 40) {
    const chosen = choices.get(whole)
    if (isChoice && chosen !== undefined) return wholeAnswer(choose(mentions, chosen).flatMap(pick))
    if (isChoice && (whole === 'both' || whole === 'either')) return wholeAnswer(mentions.flatMap(pick))
    if (whole === 'neither' || whole === 'none of them') return wholeAnswer(mentions.flatMap(deny))
    const level = noPhrases.includes(whole)
      ? undefined
      : (scalePoint(question, answer) ?? levelIn(whole, asked, question))
    if (level !== undefined) return wholeAnswer(wishesOnScale(mentions, question, level, answer.trim()))
  }
  // "Yes" does not answer "Warm or cool?".
  if (isChoice) return undefined
  const first = words[0]
  const second = words[1]
  if (first === undefined) return undefined
  const rest = (taken: number) => answer.slice(words[taken - 1]?.end ?? answer.length)
  if (noPhrases.some((phrase) => whole === phrase || whole.startsWith(`${phrase} `))) {
    return { wishes: mentions.flatMap(deny), rest: rest(2) }
  }
  const yes = words.findIndex(({ word }) => !yesWords.has(word))
  if (yes !== 0) return { wishes: mentions.flatMap(affirm), rest: yes === -1 ? '' : rest(yes) }
  const standsAlone =
    second === undefined ||
    second.before !== 'nothing' ||
    ['thanks', 'thank', 'please', 'it', 'i'].includes(second.word)
  if (noWords.has(first.word) && standsAlone) return { wishes: mentions.flatMap(deny), rest: rest(1) }
  return undefined
}

function wholeAnswer(wishes: readonly Wish[]): Reply {
  return { wishes, rest: '' }
}

function affirm({ targets, modifiers, phrase }: Mention): readonly Wish[] {
  return wishesFor(targets, modifiers, phrase)
}

/** Denying a dislike counts as a weak wish. */
function deny({ targets, modifiers, bare }: Mention): readonly Wish[] {
  if (modifiers.negation !== undefined || modifiers.excess === true) {
    return wishesFor(targets, {}, bare).map((wish) => ({ ...wish, strength: wish.strength / 2 }))
  }
  const degree = modifiers.degree === 'strong' ? 'strong' : undefined
  return wishesFor(targets, { negation: 'not', degree }, `not ${bare}`)
}

/** What was chosen as unwanted. */
function reject(mention: Mention): readonly Wish[] {
  const { targets, modifiers, bare } = mention
  if (modifiers.negation !== undefined || modifiers.excess === true) return affirm(mention)
  return wishesFor(targets, { negation: 'avoid' }, `avoid ${bare}`)
}

function choose(mentions: readonly Mention[], chosen: number): readonly Mention[] {
  const order = [...new Set(mentions.map(({ alternative }) => alternative))]
  return mentions.filter(({ alternative }) => alternative === order[chosen])
}

/**
 * The point on a scale that an answer names. Some words are ambiguous: "minimal" is a small amount in answer to "How
 * much texture?", but a style in answer to "Which style: playful, bold or minimal?".
 */
function levelIn(whole: string, { mentions }: Reading, question: string): number | undefined {
  const level = levels.get(whole)
  if (level === undefined) return undefined
  const isChoice = new Set(mentions.map(({ alternative }) => alternative)).size > 1
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

function every(level: number, words: string): readonly (readonly [string, number])[] {
  return words.split(', ').map((word) => [word, level] as const)
}
