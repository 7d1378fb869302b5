import { initialsOf } from '../people/initials.ts'
import { type Html, html, join, multiline } from '../report/html.ts'
import { longDate } from '../report/score-report.ts'
import { type AnswerForm, countOutcomes, type ShownAnswers, type Vote } from './answers.ts'
import { authorCharactersMax, commentCharactersMax, lineBreaksPerCommentMax } from './limits.ts'
import { type Decision, decisions } from './schema.ts'

interface Answered {
  readonly shown: ShownAnswers
  readonly draft?: AnswerForm
}

const votesShownMax = 12
const marks = { approve: '✓', reject: '✗' } as const
const said = { approve: 'approves', reject: 'rejects' } as const
const words: Readonly<Record<Decision, string>> = { undecided: 'Undecided', approve: 'Approve', reject: 'Reject' }

/** "3 approved, 1 rejected, 2 open". */
export function tally(pictures: number, { votes }: ShownAnswers): string {
  const { approved, rejected, split, open } = countOutcomes(pictures, votes)
  const undecided = split === 0 ? '' : `, ${split} split`
  return `${approved} approved, ${rejected} rejected${undecided}, ${open} open`
}

/** Approve or reject a picture, and comment on it. */
export function answerPanel({ shown, draft }: Answered, name: string, number: number): Html {
  const chosen = draft?.get(`decision-${number}`)
  const choices = decisions.map(
    (decision) =>
      html`<label class="${decision}"><input type="radio" name="decision-${String(number)}" value="${decision}"${decision === chosen ? html` checked` : html``}> ${words[decision]}</label>`,
  )
  return html`<fieldset class="choice"><legend class="hidden">Your decision on ${name}</legend>${join(choices)}</fieldset>
${votesShown(shown.votes.get(number) ?? [])}
${commentField(`comment-${number}`, `Comment on ${name}`, draft)}`
}

/** Who decided what, by initials: those who decided last. */
function votesShown(votes: readonly Vote[]): Html {
  const shown = votes.slice(-votesShownMax)
  const more = votes.length - shown.length
  const items = shown.map(({ reviewer, name = 'A visitor', decision }) => {
    const mark = html`<b aria-hidden="true">${initialsOf(name)} ${marks[decision]}</b>`
    return html`<li class="${decision}" data-by="${reviewer}">${mark}<span class="hidden">${name} ${said[decision]}</span></li>`
  })
  const rest = more === 0 ? html`` : html`<li>and ${String(more)} more</li>`
  return html`<ul class="votes">${join(items)}${rest}</ul>`
}

/** What visitors said about a picture, or about the whole result. */
export function* answersTo({ shown }: Answered, about: number | null): Generator<Html> {
  const comments = shown.comments.get(about)
  if (!comments) return
  yield html`<ul class="comments">\n`
  for (const { comment = '', author = 'A visitor', at, pin } of comments) {
    const said = multiline(comment, lineBreaksPerCommentMax)
    const spot = pin ? html` data-x="${String(pin.x)}" data-y="${String(pin.y)}"` : html``
    yield html`<li${spot}><p class="by">${author}, ${longDate(at)}${pin ? ', on a spot' : ''}</p><p class="said">${said}</p></li>\n`
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
<button type="submit">Send answers</button>
<button type="submit" name="done" value="1">Send, and I am done</button></div>
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
