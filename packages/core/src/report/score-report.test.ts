import { expect, test } from 'vitest'
import { describeAllReasons, describeReasons } from './reasons.ts'
import { type ScoreReport, scoreReport } from './score-report.ts'

const report: ScoreReport = {
  title: 'Covers',
  profile: { id: 'prof_1', name: 'House style' },
  state: 'main at 3f2a91c04b',
  dimensions: ['aesthetics', 'likeness'],
  threshold: 0.6,
  createdAt: '2026-01-02T03:04:05Z',
  frames: [
    { name: 'low.png', scores: { aesthetics: 0.31, likeness: 0.9 } },
    {
      name: 'high.png',
      scores: { aesthetics: 0.8312, likeness: null },
      thumbnail: 'data:image/webp;base64,UklGRg==',
      reasons: [{ text: 'Matches your wish: calm', effect: 0.4 }],
    },
    { name: 'broken.png', scores: { aesthetics: null }, error: 'not a picture' },
  ],
}

test('a report ranks frames by the first dimension, marks those below the threshold, and lists failures', () => {
  const page = scoreReport(report)
  const rows = [...page.matchAll(/<td class="rank">(\d)<\/td>.*?<span class="name">(.*?)<\/span>/gs)]
  expect(rows.map(([, rank, name]) => [rank, name])).toEqual([
    ['1', 'high.png'],
    ['2', 'low.png'],
  ])
  expect(page.match(/<td class="low">/g)).toHaveLength(1)
  expect(page).toContain('<span class="value">0.3100</span> <span class="under">below 0.6</span>')
  expect(page).toContain('<b style="width:83.12%"></b><i style="left:60.00%"></i>')
  expect(page).toContain('<dd>0.6: 1 of 2 below</dd>')
  expect(page).toContain('<li><span class="name">broken.png</span>: not a picture</li>')
  expect(page).toContain('<span class="up">raises the score:</span> Matches your wish: calm')
  expect(page).toContain('<img src="data:image/webp;base64,UklGRg==" alt="" loading="lazy">')
})

test('every text of a report is escaped, and nothing in it can run or load', () => {
  const bad = `<script>alert(1)</script>"'&\u202egnp.\u0000\ud800`
  const frame = {
    name: bad,
    scores: { [bad]: 0.5 },
    thumbnail: 'https://example.com/" onload="x',
    reasons: [{ text: bad }],
  }
  const page = scoreReport({
    ...report,
    title: bad,
    profile: { id: bad, name: bad },
    state: bad,
    dimensions: [bad],
    note: bad,
    frames: [frame, { name: bad, scores: {}, error: bad }],
  })
  expect(page).not.toMatch(/<script|onload|example\.com|\u202e|alert\(1\)<\/script>/)
  expect(page).not.toContain('\0')
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\ufffdgnp.\ufffd\ufffd')
  expect(page).toContain(`content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"`)
})

test('a report without scored frames says so', () => {
  expect(scoreReport({ ...report, frames: [] })).toContain('<p>No pictures were scored.</p>')
})

test('reasons are in words, strongest first, without negligible effects', () => {
  const details = {
    utility: 0.9,
    prior: {
      crowd: -0.3,
      others: 0.01,
      constraints: [
        { phrase: 'warm', attribute: 'warmth', measured: 0.7, contribution: 0.5 },
        { phrase: 'quiet', attribute: 'clutter', measured: 0.9, contribution: -0.2 },
      ],
      usability: [{ attribute: 'clutter', measured: 0.2, contribution: 0.1, reason: 'little competes for attention' }],
    },
    learned: {
      part: 0.8,
      nearest: [
        { elements: ['a', 'b'], influence: 0.2 },
        { elements: ['c'], influence: 0.4 },
        { elements: ['d'], influence: -0.5 },
      ],
    },
    attributes: [{ name: 'warmth', value: 0.9, word: 'warm' }],
  }
  const names: Readonly<Record<string, string>> = { a: 'one.png', c: 'three.png', d: 'four.png' }
  expect(describeReasons(details, (id) => names[id])).toEqual([
    { text: 'Similar to what you preferred, such as three.png, one.png', effect: 0.8 },
    { text: 'Matches your wish: warm', effect: 0.5 },
    { text: 'People in general do not like similar pictures', effect: -0.3 },
    { text: 'Does not match your wish: quiet', effect: -0.2 },
    { text: 'Little competes for attention', effect: 0.1 },
    { text: 'Stands out: warm' },
  ])
  expect(describeReasons({ measured: 0.2, low: 'dark', high: 'bright' })).toEqual([
    { text: 'Measured, from 0 (dark) to 1 (bright)' },
  ])
  expect(
    describeReasons({
      summary: 'In subject, it resembles your good exemplars.',
      prior: { views: [] },
      learned: { part: 0 },
    }),
  ).toEqual([{ text: 'In subject, it resembles your good exemplars.' }])
  expect(describeReasons({ learned: 7, prior: null, attributes: [null] })).toEqual([{ text: 'No known reason' }])
  expect(describeReasons('none')).toEqual([])
})

test('statements about the picture itself are not repeated for each dimension', () => {
  const details = { learned: { part: 0.5, nearest: [] }, attributes: [{ word: 'warm' }] }
  const moved = { text: 'Similar to what you preferred', effect: 0.5 }
  expect(describeAllReasons({ a: details, b: details }, ['a', 'b', 'c'])).toEqual([
    { dimension: 'a', reasons: [moved, { text: 'Stands out: warm' }] },
    { dimension: 'b', reasons: [moved] },
    { dimension: 'c', reasons: [] },
  ])
})
