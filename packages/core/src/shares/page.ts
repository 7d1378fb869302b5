import { dimensionLabel } from '../report/dimension-labels.ts'
import { type Html, html, join } from '../report/html.ts'
import { longDate, percent } from '../report/score-report.ts'
import { type AnswerForm, type ShownAnswers, shownAnswers } from './answers.ts'
import {
  type BoardContent,
  type ContentPicture,
  clientText,
  type OverviewContent,
  type ResultContent,
  type ShareContent,
} from './content.ts'
import { answerPanel, answersTo, sendPanel, tally } from './page-answers.ts'
import { sharePageStyle } from './page-style.ts'
import { reviewScriptTag } from './review-script.ts'
import type { ShareAnswer } from './schema.ts'

export interface SharePage {
  readonly token: string
  /** Tells the pages of different shares apart in the browser's storage. */
  readonly tag: string
  readonly title: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly content: ShareContent
  readonly answers: readonly ShareAnswer[]
  /** What the visitor sent, if it was refused. */
  readonly draft?: AnswerForm
  /** Why it was refused. */
  readonly error?: string
  readonly isSent?: boolean
}

/** A page with its answers grouped. */
interface Shown extends SharePage {
  readonly shown: ShownAnswers
}

/** The page that visitors see, in pieces that are each made in a short time. It needs no script, and every text is escaped. */
export function* sharePage(page: SharePage): Generator<string> {
  for (const { text } of piecesOf({ ...page, shown: shownAnswers(page.answers) })) yield text
}

function* piecesOf(page: Shown): Generator<Html> {
  const { title, content, expiresAt } = page
  const note = page.error
    ? html`<p class="alert" role="alert">${page.error}</p>`
    : page.isSent
      ? html`<p class="sent" role="status">Thank you. Your answers were sent.</p>`
      : html``
  yield startOf(title, content.kind !== 'overview')
  yield html`${cover(page)}\n${note}\n`
  if (content.kind === 'overview') yield overview(page, content)
  else yield* result(page, content)
  yield html`\n<footer>This link works until ${longDate(expiresAt)}. Made with Palate.</footer>`
  yield end
}

/** The page of a link that leads nowhere. */
export function endedPage(isKnown: boolean): string {
  const [title, text] = isKnown
    ? ['This link has ended', 'It has expired, or the person who shared it has withdrawn it. Ask them for a new one.']
    : ['This link is not valid', 'Check that you copied all of it, or ask the person who sent it for a new one.']
  return html`${startOf(title, false)}<h1>${title}</h1>\n<p>${text}</p>${end}`.text
}

function startOf(title: string, hasScript: boolean): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="assets/icon.svg">
<style>${sharePageStyle}</style>${hasScript ? html`\n<script src="assets/review.js?v=${reviewScriptTag}" defer></script>` : html``}
</head>
<body>
<main>
`
}

const end = html`
</main>
</body>
</html>
`

function cover({ title, createdAt, content, shown }: Shown): Html {
  const { profile, pictures } = content
  const facts: readonly (readonly [string, string])[] = [
    ...(profile === title ? [] : [['Taste', profile] as const]),
    ['Date', longDate(createdAt)],
    ...(content.kind === 'overview' ? overviewFacts(content) : content.kind === 'result' ? resultFacts(content) : []),
    ...(content.kind !== 'overview' ? [['Answers', tally(pictures.length, shown)] as const] : []),
  ]
  return html`<header class="cover">
<h1>${title}</h1>
<dl class="facts">
${join(facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>\n`))}</dl>
</header>`
}

function overviewFacts({ predicts }: OverviewContent): readonly (readonly [string, string])[] {
  if (!predicts) return []
  return [['Predicts its owner', `${percent(predicts.accuracy)} of ${predicts.judgements} judgements`]]
}

function resultFacts({ dimension, threshold, pictures }: ResultContent): readonly (readonly [string, string])[] {
  const ranked = ['Ranked by', dimensionLabel(dimension)] as const
  if (threshold === undefined) return [ranked]
  const passed = pictures.filter(({ score }) => score !== undefined && score >= threshold).length
  return [ranked, ['Threshold', `${percent(threshold)}: ${passed} of ${pictures.length} pass`]]
}

function overview(page: SharePage, { summary, aim, avoid, palette, pictures }: OverviewContent): Html {
  const shown = (label: 'good' | 'bad', title: string) => {
    const labelled = pictures.flatMap((picture, number) => (picture.label === label ? [{ picture, number }] : []))
    if (labelled.length === 0) return html``
    const items = labelled.map(({ picture, number }) => html`<li>${pictureOf(page, picture, number)}</li>\n`)
    return html`<section><h2>${title}</h2><ul class="sheet">\n${join(items)}</ul></section>`
  }
  return html`<p class="summary">${clientText(summary)}</p>
<div class="wishes">${wishes('Aim for', aim)}${wishes('Avoid', avoid)}</div>
${palette.length === 0 ? html`` : html`<section><h2>Colours</h2>${paletteOf(palette)}</section>`}
${shown('good', 'Liked')}
${shown('bad', 'Not liked')}`
}

function wishes(title: string, phrases: readonly string[]): Html {
  if (phrases.length === 0) return html``
  return html`<section><h2>${title}</h2><ul>${join(phrases.map((phrase) => html`<li>${phrase}</li>`))}</ul></section>`
}

/** The palette is SVG, because the page's policy allows no inline styles. */
function paletteOf(palette: OverviewContent['palette']): Html {
  const swatches = palette.map(
    ({ hex }) =>
      html`<li><svg class="swatch" viewBox="0 0 8 8" aria-hidden="true"><rect width="8" height="8" fill="${hex}"/></svg> <code>${hex}</code></li>`,
  )
  return html`<ul class="palette">${join(swatches)}</ul>`
}

function* result(page: Shown, content: ResultContent | BoardContent): Generator<Html> {
  yield html`<form method="post" action="${page.token}" data-review="${page.tag}">
<ol class="sheet ${content.kind === 'board' ? content.layout : ''}">
`
  for (const [number, picture] of content.pictures.entries()) yield* entry(page, content, picture, number)
  yield html`</ol>\n`
  yield* sendPanel(page)
  yield html`\n</form>`
}

function* entry(
  page: Shown,
  content: ResultContent | BoardContent,
  picture: ContentPicture,
  number: number,
): Generator<Html> {
  const threshold = content.kind === 'result' ? content.threshold : undefined
  const { name, score, why } = picture
  const isLow = score !== undefined && threshold !== undefined && score < threshold
  yield html`<li id="picture-${String(number)}">
${pictureOf(page, picture, number)}
<p class="line"><span class="rank">${String(number + 1)}</span> <span class="name">${name}</span> <span class="value">${score === undefined ? '' : percent(score)}</span></p>
${isLow ? html`<p class="under">Below the threshold</p>\n` : html``}${why === undefined ? html`` : html`<p class="why">${clientText(why)}</p>\n`}${answerPanel(page, name, number)}
`
  yield* answersTo(page, number)
  yield html`</li>\n`
}

/** Opens larger without a script. */
function pictureOf({ token }: SharePage, { name, contentHash }: ContentPicture, number: number): Html {
  if (contentHash === null) return html`<div class="picture"><span class="none" aria-hidden="true"></span></div>`
  const address = `${token}/pictures/${number}`
  return html`<div class="picture"><button type="button" class="zoom" popovertarget="large-${String(number)}" aria-label="Enlarge ${name}"><img src="${address}" alt="" loading="lazy"></button></div>
<div popover id="large-${String(number)}" class="large" role="dialog" aria-label="${name}"><button type="button" class="close" popovertarget="large-${String(number)}" popovertargetaction="hide">Close</button><img src="${address}?size=full" alt="${name}" loading="lazy"></div>`
}
