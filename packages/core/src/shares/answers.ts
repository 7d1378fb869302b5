import { Fault } from '../fault.ts'
import { utf8Length } from '../generic/bytes.ts'
import * as limits from './limits.ts'
import { type Decision, decisions, type ShareAnswer } from './schema.ts'

export type NewAnswer = Omit<ShareAnswer, 'id' | 'at'>

/** The fields of the page's form, as sent by a visitor. */
export type AnswerForm = ReadonlyMap<string, string>

/**
 * The answers in a form: decisions that differ from those of the same visitor before, and comments that are new. So
 * sending the form twice adds nothing. Throws a Fault if it is not acceptable.
 */
export function readAnswers(
  form: AnswerForm,
  pictureCount: number,
  before: readonly ShareAnswer[],
): readonly NewAnswer[] {
  const author = authorOf(form)
  const known = new Set(before.map(({ picture, comment, author: by }) => commentKey(picture, comment, by)))
  const own = ownDecisions(before, reviewerOf({ author }))
  const answers = [null, ...Array.from({ length: pictureCount }, (_, number) => number)].flatMap((picture) => {
    const ending = picture === null ? '' : `-${picture}`
    const decision = picture === null ? undefined : changedDecision(form, ending, own.get(picture))
    const comment = commentText(form.get(`comment${ending}`))
    const isNew = comment !== undefined && !known.has(commentKey(picture, comment, author))
    if (decision === undefined && !isNew) return []
    return [{ picture, ...(decision && { decision }), ...(isNew && { comment }), ...(author && { author }) }]
  })
  if (before.length + answers.length > limits.answersPerShareMax) {
    throw tooManyAnswers()
  }
  const isCommented = answers.some(({ comment }) => comment !== undefined)
  if (isCommented && commentBytes([...before, ...answers]) > limits.commentBytesPerShareMax) {
    throw tooManyComments()
  }
  return answers
}

export function tooManyComments(): Fault {
  return new Fault('too_many_answers', 'This page cannot take more comments. Send shorter ones, or ask for a new link.')
}

export function tooManyAnswers(): Fault {
  return new Fault('too_many_answers', 'This page cannot take more answers. Ask for a new link.')
}

/** The name in a form. Throws a Fault if it is too long. */
export function authorOf(form: AnswerForm): string | undefined {
  return textOf(form.get('author'), limits.authorCharactersMax, 'The name')
}

/** A comment as it is stored. Throws a Fault if it is too long. */
export function commentText(comment: string | undefined): string | undefined {
  const text = textOf(comment, limits.commentCharactersMax, 'A comment')
  if (text && text.split('\n', limits.lineBreaksPerCommentMax + 2).length > limits.lineBreaksPerCommentMax + 1) {
    throw new Fault('invalid_request', `A comment can have at most ${limits.lineBreaksPerCommentMax} line breaks.`)
  }
  return text
}

export function nameText(name: string | undefined): string | undefined {
  return textOf(name, limits.authorCharactersMax, 'The name')?.replaceAll('\n', ' ')
}

/**
 * The time of a submission of the form: later than that of every earlier one, so that times tell how many there were.
 * Throws a Fault if answers were sent too often.
 */
export function submissionTime(before: readonly ShareAnswer[], now: string): string {
  const nowMs = Date.parse(now)
  const times = new Set(before.filter(({ reviewer }) => reviewer === undefined).map(({ at }) => at))
  const recent = [...times].filter((at) => Date.parse(at) > nowMs - minuteMs)
  if (recent.length >= limits.submissionsPerMinuteMax) {
    const headers = { 'retry-after': '60' }
    throw new Fault('rate_limited', 'Answers were sent too often. Wait a minute, then send yours again.', { headers })
  }
  const lastMs = recent.reduce((last, at) => Math.max(last, Date.parse(at)), 0)
  return new Date(Math.max(nowMs, lastMs + 1)).toISOString()
}

const minuteMs = 60_000

/** What a page shows of the answers. */
export interface ShownAnswers {
  readonly votes: Votes
  /** By the number of the picture; under null for the whole result. */
  readonly comments: ReadonlyMap<number | null, readonly ShareAnswer[]>
  /** Comments that are too many to show, from before there was a limit. */
  readonly hiddenCount: number
}

/** The newest comments, up to the limit of a share. */
export function shownAnswers(answers: readonly ShareAnswer[]): ShownAnswers {
  const commented = answers.filter(({ comment }) => comment !== undefined)
  let bytes = 0
  const hiddenCount =
    commented.findLastIndex((answer) => {
      bytes += commentBytes([answer])
      return bytes > limits.commentBytesPerShareMax
    }) + 1
  const comments = Map.groupBy(commented.slice(hiddenCount), ({ picture }) => picture)
  return { votes: votesOn(answers), comments, hiddenCount }
}

function commentBytes(answers: readonly NewAnswer[]): number {
  return answers.reduce((sum, { comment = '' }) => sum + utf8Length(comment), 0)
}

/** What a reviewer decided on a picture. */
export interface Vote {
  readonly reviewer: string
  readonly name?: string
  readonly decision: Exclude<Decision, 'undecided'>
}

/** By the number of the picture, in the order in which they were made. */
export type Votes = ReadonlyMap<number, readonly Vote[]>

/** Answers of a reviewer belong together. Those of the form have no reviewer and belong to the name of their author. */
export function reviewerOf({ reviewer, author = '' }: Pick<NewAnswer, 'reviewer' | 'author'>): string {
  return reviewer ?? `name:${author}`
}

/** The last decision of each reviewer on each picture. Nobody's decision replaces that of somebody else. */
export function votesOn(answers: readonly ShareAnswer[]): Votes {
  const latest = new Map<number, Map<string, Vote | undefined>>()
  for (const { picture, decision, author, ...answer } of answers) {
    if (picture === null || decision === undefined) continue
    const reviewer = reviewerOf({ ...answer, author })
    const onPicture = latest.get(picture) ?? new Map<string, Vote | undefined>()
    latest.set(picture, onPicture)
    onPicture.delete(reviewer)
    if (decision !== 'undecided') onPicture.set(reviewer, { reviewer, decision, ...(author && { name: author }) })
  }
  return new Map(
    [...latest].map(([picture, votes]) => [picture, [...votes.values()].filter((vote) => vote !== undefined)]),
  )
}

/** `split`: some approve and others reject. */
export type Outcome = Vote['decision'] | 'split'

/** Undefined while nobody has decided. */
export function outcomeOf(votes: readonly Vote[] = []): Outcome | undefined {
  const [first, ...rest] = votes
  return rest.some(({ decision }) => decision !== first?.decision) ? 'split' : first?.decision
}

export interface OutcomeCounts {
  readonly approved: number
  readonly rejected: number
  readonly split: number
  readonly open: number
}

export function countOutcomes(pictureCount: number, votes: Votes): OutcomeCounts {
  const outcomes = [...votes.values()].map(outcomeOf)
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  const [approved, rejected, split] = [count('approve'), count('reject'), count('split')]
  return { approved, rejected, split, open: pictureCount - approved - rejected - split }
}

/** What one reviewer decided last on each picture. */
function ownDecisions(answers: readonly ShareAnswer[], reviewer: string): ReadonlyMap<number, Decision> {
  return new Map(
    answers.flatMap(({ picture, decision, ...answer }) =>
      picture === null || decision === undefined || reviewerOf(answer) !== reviewer ? [] : [[picture, decision]],
    ),
  )
}

function changedDecision(form: AnswerForm, ending: string, before: Decision | undefined): Decision | undefined {
  const sent = form.get(`decision${ending}`)
  // A page of an earlier version shows what others decided, and says so.
  if (sent === undefined || sent === form.get(`was${ending}`)) return undefined
  const decision = decisions.find((one) => one === sent)
  if (!decision) throw new Fault('invalid_request', 'Approve or reject a picture.')
  return decision === (before ?? 'undecided') ? undefined : decision
}

/** Browsers send line breaks as CRLF and count them as one character. PostgreSQL cannot store NUL. */
function textOf(sent: string | undefined, max: number, what: string): string | undefined {
  const text = (sent ?? '').replaceAll('\r\n', '\n').replaceAll('\0', '').toWellFormed().trim()
  if (text.length > 2 * max || Array.from(text).length > max) {
    throw new Fault('invalid_request', `${what} can have at most ${max} characters.`)
  }
  return text === '' ? undefined : text
}

function commentKey(picture: number | null, comment: string | undefined, author: string | undefined): string {
  return JSON.stringify([picture, comment, author])
}
