import { expect, test } from 'vitest'
import { describeAllReasons, describeReasons, sentenceOf } from './reasons.ts'
import { type ScoreReport, scoreReport } from './score-report.ts'

const report: ScoreReport = {
  title: 'Covers',
  profile: { name: 'House style' },
  dimensions: ['aesthetics', 'likeness'],
  threshold: 0.6,
  createdAt: '2026-01-02T03:04:05Z',
  frames: [
    { name: 'low.png', scores: { aesthetics: 0.31, likeness: 0.9 } },
    {
      name: 'high.png',
      scores: { aesthetics: 0.8312, likeness: null },
      thumbnail: 'data:image/webp;base64,UklGRg==',
      reasons: [
        { text: 'Matches your wish: calm', effect: 0.4 },
        { text: 'Bright' },
        { text: 'Similar to what you rejected', effect: -0.2 },
      ],
    },
    { name: 'broken.png', scores: { aesthetics: null }, error: 'not a picture' },
  ],
}

test('a report ranks frames by the first dimension, marks those below the threshold, and lists failures', () => {
  const page = scoreReport(report)
  const rows = [...page.matchAll(/<span class="rank">(\d)<\/span> <span class="name">(.*?)<\/span>/g)]
  expect(rows.map(([, rank, name]) => [rank, name])).toEqual([
    ['1', 'high.png'],
    ['2', 'low.png'],
  ])
  expect(page.match(/<p class="under">Below the threshold<\/p>/g)).toHaveLength(1)
  expect(page.match(/<span class="value">.*?<\/span>/g)).toEqual([
    '<span class="value">83 %</span>',
    '<span class="value">31 %</span>',
  ])
  expect(page).toContain('<dt>Threshold</dt><dd>60 %: 1 of 2 pass</dd>')
  expect(page).toContain('<dt>Date</dt><dd>2 January 2026</dd>')
  expect(page).toContain('<li><span class="name">broken.png</span>: not a picture</li>')
  expect(page).toContain('<p class="why">Matches your wish: calm, but similar to what you rejected.</p>')
  expect(page).toContain('<p class="rest">Likeness 90 %</p>')
  expect(page).toContain('<img src="data:image/webp;base64,UklGRg==" alt="" loading="lazy">')
})

test('a report says what the verdict says, which part is at fault, and what would help', () => {
  const verdict = {
    decision: 'fail' as const,
    certainty: 0.8,
    unsure: false,
    differences: ['It is busier than what you like.'],
    suggestions: ['Show fewer elements (about +0.2)', 'Use fewer colours (about +0.1)'],
  }
  const page = scoreReport({
    ...report,
    frames: [
      { name: 'a.png', scores: { aesthetics: 0.3 }, verdict, region: 'mostly the top: busy' },
      { name: 'b.png', scores: { aesthetics: 0.2 } },
    ],
  })
  expect(page.match(/<p class="verdict">.*<\/p>/g)).toEqual([
    '<p class="verdict">Probably does not suit. It is busier than what you like. What pulls it down: mostly the top: busy. What would help: Show fewer elements (about +0.2); Use fewer colours (about +0.1).</p>',
  ])
})

test('every text of a report is escaped, and nothing in it can run or load', () => {
  const bad = `<script>alert(1)</script>"'&\u202egnp.\u0000\ud800`
  const frame = {
    name: bad,
    scores: { [bad]: 0.5 },
    thumbnail: 'https://example.com/" onload="x',
    reasons: [{ text: bad }],
    region: bad,
  }
  const page = scoreReport({
    ...report,
    title: bad,
    profile: { name: bad },
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

test('reasons are in words, with the names of pictures, without negligible effects', () => {
  const details = {
    utility: 0.9,
    learned: { part: 0.8, nearest: [] },
    reasons: [
      { text: 'Similar to what you preferred', effect: 0.21, elements: ['c', 'x', 'a', 'a', 'd', 'e'] },
      { text: 'It is dark, which you tend to reject', effect: -0.1 },
      { text: 'Other reasons', effect: 0.004 },
    ],
    attributes: [{ name: 'warmth', value: 0.9, word: 'warm' }],
  }
  const names: Readonly<Record<string, string>> = { a: 'one.png', c: 'three.png', d: 'four.png', e: 'five.png' }
  expect(describeReasons(details, (id) => names[id])).toEqual([
    { text: 'Similar to what you preferred, such as three.png, one.png, four.png', effect: 0.21 },
    { text: 'It is dark, which you tend to reject', effect: -0.1 },
    { text: 'Stands out: warm' },
  ])
  expect(describeReasons({ measured: 0.2, low: 'dark', high: 'bright' })).toEqual([
    { text: 'Measured, from 0 (dark) to 1 (bright)' },
  ])
  expect(
    describeReasons({
      summary: 'In subject, it resembles your good exemplars.',
      reasons: [],
    }),
  ).toEqual([{ text: 'In subject, it resembles your good exemplars.' }])
  expect(describeReasons({ reasons: [7, null, { effect: 1 }], attributes: [null] })).toEqual([
    { text: 'No known reason' },
  ])
  expect(describeReasons('none')).toEqual([])
})

test('statements about the picture itself are not repeated for each dimension', () => {
  const moved = { text: 'Similar to what you preferred', effect: 0.5 }
  const details = { reasons: [moved], attributes: [{ word: 'warm' }] }
  expect(describeAllReasons({ a: details, b: details }, ['a', 'b', 'c'])).toEqual([
    { dimension: 'a', reasons: [moved, { text: 'Stands out: warm' }] },
    { dimension: 'b', reasons: [moved] },
    { dimension: 'c', reasons: [] },
  ])
})

test('a sentence has the strongest reason about the picture, and the strongest one against it', () => {
  const dark = { text: 'It is dark', effect: -0.1 }
  const calm = { text: 'It is calm', effect: 0.2 }
  const others = [
    { text: 'Other reasons', effect: 0.5 },
    { text: 'You tend to call pictures bad', effect: -0.4 },
  ]
  expect(sentenceOf([...others, calm, dark])).toBe('It is calm, but it is dark.')
  expect(sentenceOf(others)).toBeUndefined()
})
