import type { Verdict } from '../taste/verdict/threshold-schema.ts'
import { dimensionLabel } from './dimension-labels.ts'
import { type Html, html, join } from './html.ts'
import { type Reason, sentenceOf } from './reasons.ts'
import { reportStyle } from './report-style.ts'
import { differencesThatMatter, suitWords } from './verdict-words.ts'

/** Scored frames, as a report shows them. */
export interface ScoreReport {
  readonly title: string
  readonly profile: { readonly name: string }
  /** The state that was scored against, in words, such as `main, with uncommitted changes`. */
  readonly state?: string
  /** Frames are ranked by the first one. */
  readonly dimensions: readonly string[]
  /** Frames that score lower in the first dimension are marked. */
  readonly threshold?: number
  /** ISO 8601. */
  readonly createdAt: string
  readonly frames: readonly ReportFrame[]
  /** A note to the reader, for example that pictures were left out. */
  readonly note?: string
}

export interface ReportFrame {
  readonly name: string
  /** By dimension; null or absent without a score. */
  readonly scores: Readonly<Record<string, number | null>>
  /** The data URL of a picture. Anything else is ignored. */
  readonly thumbnail?: string
  /** Strongest first. */
  readonly reasons?: readonly Reason[]
  /** In the first dimension. */
  readonly verdict?:
    | (Pick<Verdict, 'decision' | 'certainty' | 'unsure' | 'differences' | 'suggestions'> &
        Partial<Pick<Verdict, 'problem' | 'novelty'>>)
    | undefined
  /** The part that pulls the score down most, such as `mostly the upper left: busy`. */
  readonly region?: string | undefined
  /** Who of the team would judge it most differently, in a sentence. */
  readonly split?: string
  /** Why the frame could not be scored. */
  readonly error?: string
}

/**
 * A contact sheet as a self-contained HTML page: no scripts, no other files, no network. Pictures are embedded. Every
 * text is escaped, and the page's content security policy forbids loading or running anything.
 */
export function scoreReport(report: ScoreReport): string {
  const { title, frames, dimensions, note } = report
  const scored = ranked(frames, dimensions[0] ?? '')
  const failed = frames.filter(({ error }) => error !== undefined)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
${cover(report, scored.length)}
${note === undefined ? html`` : html`<p class="note">${note}</p>`}
${scored.length === 0 ? html`<p>No pictures were scored.</p>` : sheet(report, scored)}
${failed.length === 0 ? html`` : failures(failed)}
</main>
</body>
</html>
`
  return page.text
}

/** Best first; frames with equal scores keep their order. */
function ranked(frames: readonly ReportFrame[], dimension: string): readonly ReportFrame[] {
  const value = ({ scores }: ReportFrame) => scores[dimension] ?? -1
  return frames.filter(({ error }) => error === undefined).toSorted((a, b) => value(b) - value(a))
}

/** The profile, the date, and how many pictures pass. */
function cover(report: ScoreReport, scored: number): Html {
  const { title, profile, state, dimensions, threshold, createdAt, frames } = report
  const passed = scored - frames.filter((frame) => isLow(frame, report)).length
  const rows: readonly (readonly [string, string])[] = [
    ['Profile', profile.name],
    ...(state === undefined ? [] : [['Version', state] as const]),
    ['Ranked by', dimensionLabel(dimensions[0] ?? '')],
    ['Date', longDate(createdAt)],
    ...(threshold === undefined
      ? [['Pictures', String(scored)] as const]
      : [['Threshold', `${percent(threshold)}: ${passed} of ${scored} pass`] as const]),
  ]
  return html`<header class="cover">
<h1>${title}</h1>
<dl class="facts">
${join(rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>\n`))}</dl>
</header>`
}

function sheet(report: ScoreReport, frames: readonly ReportFrame[]): Html {
  return html`<ol class="sheet">
${join(frames.map((frame, i) => entry(report, frame, i + 1)))}</ol>`
}

function entry(report: ScoreReport, frame: ReportFrame, rank: number): Html {
  const [first = '', ...others] = report.dimensions
  const isUnder = isLow(frame, report)
  const rest = others.map((name) => `${dimensionLabel(name)} ${percentOrNone(frame.scores[name])}`)
  return html`<li${isUnder ? html` class="low"` : html``}>
<div class="picture">${picture(frame.thumbnail)}</div>
<p class="line"><span class="rank">${String(rank)}</span> <span class="name">${frame.name}</span> <span class="value">${percentOrNone(frame.scores[first])}</span></p>
${isUnder ? html`<p class="under">Below the threshold</p>\n` : html``}${sentence(frame.reasons ?? [])}${verdictNote(frame)}${rest.length === 0 ? html`` : html`<p class="rest">${rest.join(' · ')}</p>\n`}</li>
`
}

const pictureForm = /^data:image\/(?:webp|png|jpeg|gif|avif);base64,[A-Za-z0-9+/]+={0,2}$/

/** The name is shown next to the picture, so the picture has no alternative text. */
function picture(thumbnail: string | undefined): Html {
  if (thumbnail === undefined || !pictureForm.test(thumbnail))
    return html`<span class="none" aria-hidden="true"></span>`
  return html`<img src="${thumbnail}" alt="" loading="lazy">`
}

function sentence(reasons: readonly Reason[]): Html {
  const text = sentenceOf(reasons)
  return text === undefined ? html`` : html`<p class="why">${text}</p>\n`
}

/** What the verdict says, where the picture is at fault, and what raised the score of a copy. */
function verdictNote({ verdict, region, split }: ReportFrame): Html {
  const lines = [
    ...(split === undefined ? [] : [split]),
    ...(verdict ? [`${capitalised(suitWords(verdict, verdict.decision === 'pass'))}.`] : []),
    ...(verdict ? differencesThatMatter(verdict) : []),
    ...(region === undefined ? [] : [`What pulls it down: ${region}.`]),
    ...(verdict && verdict.suggestions.length > 0 ? [`What would help: ${verdict.suggestions.join('; ')}.`] : []),
  ]
  return lines.length === 0 ? html`` : html`<p class="verdict">${lines.join(' ')}</p>\n`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function failures(frames: readonly ReportFrame[]): Html {
  const items = frames.map(({ name, error = '' }) => html`<li><span class="name">${name}</span>: ${error}</li>\n`)
  return html`<section>
<h2>Could not be scored</h2>
<ul>
${join(items)}</ul>
</section>`
}

function isLow({ scores, error }: ReportFrame, { dimensions, threshold }: ScoreReport): boolean {
  const value = scores[dimensions[0] ?? '']
  return error === undefined && threshold !== undefined && value != null && value < threshold
}

function percentOrNone(value: number | null | undefined): string {
  return value == null ? 'no score' : percent(value)
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

/** "2 January 2026". */
export function longDate(instant: string): string {
  const date = new Date(instant)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** Not from `Intl`: its first formatter of dates takes a hundred milliseconds, which would hold the event loop. */
const months = 'January February March April May June July August September October November December'.split(' ')
