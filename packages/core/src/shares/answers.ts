import { Fault } from '../fault.ts'
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
    const comment = textOf(form, `comment${ending}`, limits.commentCharactersMax, 'A comment')
    const isNew = comment !== undefined && !known.has(commentKey(picture, comment, author))
    if (decision === undefined && !isNew) return []
    return [{ picture, ...(decision && { decision }), ...(isNew && { comment }), ...(author && { author }) }]
  })
  if (before.length + answers.length > limits.answersPerShareMax) {
    throw new Fault('too_many_answers', 'This page cannot take more answers. Ask for a new link.')
  }
  return answers
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
