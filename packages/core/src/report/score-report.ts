import { type Html, html, join } from './html.ts'
import type { Reason } from './reasons.ts'
import { reportStyle } from './report-style.ts'

/** Scored frames, as a report shows them. */
export interface ScoreReport {
  readonly title: string
  readonly profile: { readonly id: string; readonly name: string }
  /** The state that was scored against, in words, such as `main at 3f2a91c04b`. */
  readonly state: string
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
  readonly reasons?: readonly Reason[]
  /** Why the frame could not be scored. */
  readonly error?: string
}

/**
 * A self-contained HTML page: no scripts, no other files, no network. Pictures are embedded. Every text is escaped, and
 * the page's content security policy forbids loading or running anything.
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
<h1>${title}</h1>
${facts(report, scored.length)}
${note === undefined ? html`` : html`<p class="note">${note}</p>`}
${scored.length === 0 ? html`<p>No pictures were scored.</p>` : scoreTable(report, scored)}
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

function facts(report: ScoreReport, scored: number): Html {
  const { profile, state, dimensions, threshold, createdAt, frames } = report
  const low = frames.filter((frame) => isLow(frame, report)).length
  const rows: readonly (readonly [string, string])[] = [
    ['Profile', `${profile.name} (${profile.id})`],
    ['Scored against', state],
    [dimensions.length === 1 ? 'Dimension' : 'Dimensions', dimensions.join(', ')],
    ['Pictures', scored === frames.length ? String(scored) : `${scored} of ${frames.length}`],
    ...(threshold === undefined ? [] : [['Threshold', `${threshold}: ${low} of ${scored} below`] as const]),
    ['Made', createdAt],
  ]
  return html`<dl class="facts">
${join(rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>\n`))}</dl>`
}

function scoreTable(report: ScoreReport, frames: readonly ReportFrame[]): Html {
  const { dimensions } = report
  const heads = dimensions.map((name) => html`<th scope="col">${name}</th>`)
  return html`<section>
<h2 id="scores">Scores</h2>
<div class="scroll" role="region" aria-labelledby="scores" tabindex="0">
<table>
<thead><tr><th scope="col">Rank</th><th scope="col">Picture</th>${join(heads)}</tr></thead>
<tbody>
${join(frames.map((frame, i) => frameRow(report, frame, i + 1)))}</tbody>
</table>
</div>
</section>`
}

function frameRow(report: ScoreReport, frame: ReportFrame, rank: number): Html {
  const { name, reasons = [] } = frame
  const cells = report.dimensions.map((dimension, i) => scoreCell(frame.scores[dimension], i === 0, report))
  return html`<tr>
<td class="rank">${String(rank)}</td>
<th scope="row"><div class="picture">${picture(frame.thumbnail)}<div><span class="name">${name}</span>${reasonList(reasons)}</div></div></th>
${join(cells)}
</tr>
`
}

function scoreCell(value: number | null | undefined, isFirst: boolean, { threshold }: ScoreReport): Html {
  if (value == null) return html`<td>none</td>`
  const percent = (100 * Math.min(Math.max(value, 0), 1)).toFixed(2)
  const isUnder = isFirst && threshold !== undefined && value < threshold
  const mark = isFirst && threshold !== undefined ? html`<i style="left:${(100 * threshold).toFixed(2)}%"></i>` : html``
  return html`<td${isUnder ? html` class="low"` : html``}><span class="value">${value.toFixed(4)}</span>${isUnder ? html` <span class="under">below ${String(threshold)}</span>` : html``}<span class="bar" aria-hidden="true"><b style="width:${percent}%"></b>${mark}</span></td>`
}

const pictureForm = /^data:image\/(?:webp|png|jpeg|gif|avif);base64,[A-Za-z0-9+/]+={0,2}$/

/** The name is shown next to the picture, so the picture has no alternative text. */
function picture(thumbnail: string | undefined): Html {
  if (thumbnail === undefined || !pictureForm.test(thumbnail))
    return html`<span class="none" aria-hidden="true"></span>`
  return html`<img src="${thumbnail}" alt="" loading="lazy">`
}

function reasonList(reasons: readonly Reason[]): Html {
  if (reasons.length === 0) return html``
  const items = reasons.map(({ text, effect }) => html`<li>${sign(effect)}${text}</li>`)
  return html`<ul class="reasons">${join(items)}</ul>`
}

function sign(effect: number | undefined): Html {
  if (effect === undefined) return html``
  return effect > 0
    ? html`<span class="up">raises the score:</span> `
    : html`<span class="down">lowers the score:</span> `
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
