import { type Html, html, join, multiline } from '../report/html.ts'
import { longDate } from '../report/score-report.ts'
import type { AnswerForm, ShownAnswers } from './answers.ts'
import { authorCharactersMax, commentCharactersMax, lineBreaksPerCommentMax } from './limits.ts'
import { type Decision, decisions } from './schema.ts'

interface Answered {
  readonly shown: ShownAnswers
  readonly draft?: AnswerForm
}

const words: Readonly<Record<Decision, string>> = { undecided: 'Undecided', approve: 'Approve', reject: 'Reject' }

/** "3 approved, 1 rejected, 2 open". */
export function tally(pictures: number, { decisions }: ShownAnswers): string {
  const latest = [...decisions.values()]
  const approved = latest.filter((decision) => decision === 'approve').length
  const rejected = latest.filter((decision) => decision === 'reject').length
  return `${approved} approved, ${rejected} rejected, ${pictures - approved - rejected} open`
}

/** Approve or reject a picture, and comment on it. */
export function answerPanel({ shown, draft }: Answered, name: string, number: number): Html {
  const was = shown.decisions.get(number) ?? 'undecided'
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
export function* answersTo({ shown }: Answered, about: number | null): Generator<Html> {
  const comments = shown.comments.get(about)
  if (!comments) return
  yield html`<ul class="comments">\n`
  for (const { comment = '', author = 'A visitor', at } of comments) {
    const said = multiline(comment, lineBreaksPerCommentMax)
    yield html`<li><p class="by">${author}, ${longDate(at)}</p><p class="said">${said}</p></li>\n`
  }
  yield html`</ul>`
}

/** Comments on everything, the visitor's name, and the button. */
export function* sendPanel(answered: Answered): Generator<Html> {
  const { draft, shown } = answered
  yield html`<section class="all"><h2>Anything else?</h2>\n`
  yield* answersTo(answered, null)
  const hidden = shown.hiddenCount === 0 ? '' : ` The oldest ${shown.hiddenCount} comments are not shown.`
  yield html`\n${commentField('comment', 'Comment on the whole selection', draft)}</section>
<div class="send"><label>Your name <input name="author" autocomplete="name" maxlength="${String(authorCharactersMax)}" value="${typed(draft, 'author')}"></label>
<button type="submit">Send answers</button></div>
<p class="rest">Everyone with this link sees the answers.${hidden}</p>`
}

function commentField(name: string, label: string, draft: AnswerForm | undefined): Html {
  const text = typed(draft, name)
  const field = html`<label><span class="hidden">${label}</span><textarea name="${name}" rows="2" maxlength="${String(commentCharactersMax)}" placeholder="Your comment">${text}</textarea></label>`
  if (name === 'comment') return field
  return html`<details${text === '' ? html`` : html` open`}><summary>Comment</summary>${field}</details>`
}

/** What the visitor sent. The form's own fields take no more than a comment has. */
function typed(draft: AnswerForm | undefined, name: string): string {
  return (draft?.get(name) ?? '').slice(0, 2 * commentCharactersMax)
}
