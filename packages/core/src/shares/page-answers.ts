import { type Html, html, join } from '../report/html.ts'
import { longDate } from '../report/score-report.ts'
import { type AnswerForm, latestDecisions } from './answers.ts'
import { authorCharactersMax, commentCharactersMax } from './limits.ts'
import { type Decision, decisions, type ShareAnswer } from './schema.ts'

interface Answered {
  readonly answers: readonly ShareAnswer[]
  readonly draft?: AnswerForm
}

const words: Readonly<Record<Decision, string>> = { undecided: 'Undecided', approve: 'Approve', reject: 'Reject' }

/** "3 approved, 1 rejected, 2 open". */
export function tally(pictures: number, answers: readonly ShareAnswer[]): string {
  const latest = [...latestDecisions(answers).values()]
  const approved = latest.filter((decision) => decision === 'approve').length
  const rejected = latest.filter((decision) => decision === 'reject').length
  return `${approved} approved, ${rejected} rejected, ${pictures - approved - rejected} open`
}

/** Approve or reject a picture, and comment on it. */
export function answerPanel({ answers, draft }: Answered, name: string, number: number): Html {
  const was = latestDecisions(answers).get(number) ?? 'undecided'
  const chosen = draft?.get(`decision-${number}`) ?? was
  const choices = decisions.map(
    (decision) =>
      html`<label class="${decision}"><input type="radio" name="decision-${String(number)}" value="${decision}"${decision === chosen ? html` checked` : html``}> ${words[decision]}</label>`,
  )
  return html`<fieldset class="choice"><legend class="hidden">Your decision on ${name}</legend>${join(choices)}</fieldset>
<input type="hidden" name="was-${String(number)}" value="${draft?.get(`was-${number}`) ?? was}">
${commentField(`comment-${number}`, `Comment on ${name}`, draft)}`
}

/** What visitors said about a picture, or about the whole result. */
export function answersTo(answers: readonly ShareAnswer[], about: number | null): Html {
  const comments = answers.flatMap(({ picture, comment, author = 'A visitor', at }) =>
    picture === about && comment !== undefined
      ? [html`<li><p class="by">${author}, ${longDate(at)}</p><p class="said">${lines(comment)}</p></li>\n`]
      : [],
  )
  return comments.length === 0 ? html`` : html`<ul class="comments">\n${join(comments)}</ul>`
}

/** Comments on everything, the visitor's name, and the button. */
export function sendPanel({ answers, draft }: Answered): Html {
  return html`<section class="all"><h2>Anything else?</h2>
${answersTo(answers, null)}
${commentField('comment', 'Comment on the whole selection', draft)}</section>
<div class="send"><label>Your name <input name="author" autocomplete="name" maxlength="${String(authorCharactersMax)}" value="${draft?.get('author') ?? ''}"></label>
<button type="submit">Send answers</button></div>
<p class="rest">Everyone with this link sees the answers.</p>`
}

function commentField(name: string, label: string, draft: AnswerForm | undefined): Html {
  const text = draft?.get(name) ?? ''
  const field = html`<label><span class="hidden">${label}</span><textarea name="${name}" rows="2" maxlength="${String(commentCharactersMax)}" placeholder="Your comment">${text}</textarea></label>`
  if (name === 'comment') return field
  return html`<details${text === '' ? html`` : html` open`}><summary>Comment</summary>${field}</details>`
}

function lines(text: string): Html {
  return join(text.split('\n').flatMap((line, i) => (i === 0 ? [html`${line}`] : [html`<br>`, html`${line}`])))
}
