import { Fault } from '../fault.ts'
import { utf8Length } from '../generic/bytes.ts'
import * as limits from './limits.ts'
import { type Decision, decisions, type ShareAnswer } from './schema.ts'

export type NewAnswer = Omit<ShareAnswer, 'id' | 'at'>

/** The fields of the page's form, as sent by a visitor. */
export type AnswerForm = ReadonlyMap<string, string>

/**
 * The answers in a form: decisions that differ from what the page showed, and comments that are new. So sending the
 * form twice adds nothing, and decisions that others made in the meantime stay. Throws a Fault if it is not acceptable.
 */
export function readAnswers(
  form: AnswerForm,
  pictureCount: number,
  before: readonly ShareAnswer[],
): readonly NewAnswer[] {
  const author = textOf(form, 'author', limits.authorCharactersMax, 'The name')
  const known = new Set(before.map(({ picture, comment, author: by }) => commentKey(picture, comment, by)))
  const answers = [null, ...Array.from({ length: pictureCount }, (_, number) => number)].flatMap((picture) => {
    const ending = picture === null ? '' : `-${picture}`
    const decision = picture === null ? undefined : changedDecision(form, ending)
    const comment = commentOf(form, `comment${ending}`)
    const isNew = comment !== undefined && !known.has(commentKey(picture, comment, author))
    if (decision === undefined && !isNew) return []
    return [{ picture, ...(decision && { decision }), ...(isNew && { comment }), ...(author && { author }) }]
  })
  if (before.length + answers.length > limits.answersPerShareMax) {
    throw tooManyAnswers()
  }
  const isCommented = answers.some(({ comment }) => comment !== undefined)
  if (isCommented && commentBytes([...before, ...answers]) > limits.commentBytesPerShareMax) {
    throw new Fault(
      'too_many_answers',
      'This page cannot take more comments. Send shorter ones, or ask for a new link.',
    )
  }
  return answers
}

export function tooManyAnswers(): Fault {
  return new Fault('too_many_answers', 'This page cannot take more answers. Ask for a new link.')
}

/**
 * The time of a submission: later than that of every earlier one, so that times tell how many there were. Throws a Fault
 * if answers were sent too often.
 */
export function submissionTime(before: readonly ShareAnswer[], now: string): string {
  const nowMs = Date.parse(now)
  const times = new Set(before.map(({ at }) => at))
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
  /** The last decision on each picture, by its number. */
  readonly decisions: ReadonlyMap<number, Decision>
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
  return { decisions: latestDecisions(answers), comments, hiddenCount }
}

function commentBytes(answers: readonly NewAnswer[]): number {
  return answers.reduce((sum, { comment = '' }) => sum + utf8Length(comment), 0)
}

/** The decision on each picture, by its number. The last one counts. */
export function latestDecisions(answers: readonly ShareAnswer[]): ReadonlyMap<number, Decision> {
  const decided = answers.flatMap(({ picture, decision }) =>
    picture === null || decision === undefined ? [] : [[picture, decision] as const],
  )
  return new Map(decided)
}

function changedDecision(form: AnswerForm, ending: string): Decision | undefined {
  const sent = form.get(`decision${ending}`) ?? 'undecided'
  if (sent === (form.get(`was${ending}`) ?? 'undecided')) return undefined
  const decision = decisions.find((one) => one === sent)
  if (!decision) throw new Fault('invalid_request', 'Approve or reject a picture.')
  return decision
}

function commentOf(form: AnswerForm, name: string): string | undefined {
  const comment = textOf(form, name, limits.commentCharactersMax, 'A comment')
  if (comment && comment.split('\n', limits.lineBreaksPerCommentMax + 2).length > limits.lineBreaksPerCommentMax + 1) {
    throw new Fault('invalid_request', `A comment can have at most ${limits.lineBreaksPerCommentMax} line breaks.`)
  }
  return comment
}

/** Browsers send line breaks as CRLF and count them as one character. PostgreSQL cannot store NUL. */
function textOf(form: AnswerForm, name: string, max: number, what: string): string | undefined {
  const text = (form.get(name) ?? '').replaceAll('\r\n', '\n').replaceAll('\0', '').toWellFormed().trim()
  if (text.length > 2 * max || Array.from(text).length > max) {
    throw new Fault('invalid_request', `${what} can have at most ${max} characters.`)
  }
  return text === '' ? undefined : text
}

function commentKey(picture: number | null, comment: string | undefined, author: string | undefined): string {
  return JSON.stringify([picture, comment, author])
}
