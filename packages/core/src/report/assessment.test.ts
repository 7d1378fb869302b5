import { expect, test } from 'vitest'
import { assess, describeAssessment } from './assessment.ts'
import { junitReport } from './junit.ts'
import { sarifReport } from './sarif.ts'
import { markdownRowsMax, scoreMarkdown } from './score-markdown.ts'

const outcome = (...given: Parameters<typeof assess>) => assess(...given).outcome

test('a picture with an earlier score is compared with it, and others must reach the minimum', () => {
  expect(assess({ name: 'a', score: 0.5, before: 0.56 }, { min: 0.1 })).toMatchObject({
    outcome: 'fell',
    reason: 'fell from 0.5600',
  })
  expect(outcome({ name: 'a', score: 0.7, before: 0.75 }, {})).toBe('passed')
  expect(outcome({ name: 'a', score: 0.7, before: 0.75 }, { drop: 0 })).toBe('fell')
  expect(outcome({ name: 'a', score: 0.2, before: 0.2 }, { min: 0.9, drop: 0 })).toBe('passed')
  expect(assess({ name: 'a', score: 0.2 }, { min: 0.9 })).toMatchObject({ outcome: 'low', reason: 'below 0.9' })
  expect(outcome({ name: 'a', score: 0.9 }, { min: 0.9 })).toBe('passed')
})

test('a picture that could not be scored fails, unless failures are allowed', () => {
  expect(assess({ name: 'a', error: 'broken', before: 0.9 }, {})).toMatchObject({ outcome: 'failed', reason: 'broken' })
  expect(outcome({ name: 'a', error: 'broken' }, { allowFailures: true })).toBe('skipped')
})

const hostile = '</td>"&|`*_[x](y)<img src=x>@someone #1 www.example.com https://a.b\n\u202e\ud800\uffff'
const assessments = [
  assess({ name: 'good.png', score: 0.9 }, {}),
  assess({ name: hostile, score: 0.1 }, { min: 0.5 }),
  assess({ name: 'fell.png', score: 0.1, before: 0.5 }, {}),
  assess({ name: 'broken.png', error: hostile }, {}),
  assess({ name: 'skipped.png', error: 'gone' }, { allowFailures: true }),
]

test('JUnit XML keeps failures and errors apart, and escapes every text', () => {
  const xml = junitReport(hostile, assessments, 1.5)
  expect(xml).toContain('<testsuites name="palate" tests="5" failures="2" errors="1" time="1.500">')
  expect(xml).toMatch(/<testsuite name="[^"]+" tests="5" failures="2" errors="1" skipped="1" time="1\.500">/)
  expect(xml).toContain('<failure type="fell" message="fell from 0.5000">0.1000\nfell from 0.5000</failure>')
  expect(xml.match(/<testcase /g)).toHaveLength(5)
  expect(xml).not.toMatch(/<img|"&\||\u202e|\uffff|&(?!amp;|lt;|gt;|quot;|#39;)/)
  expect(xml.isWellFormed()).toBe(true)
})

test('a Markdown table shows what did not pass first, and no text in it is Markdown or HTML', () => {
  const text = scoreMarkdown(hostile, 'aesthetics', assessments)
  expect(text).toContain('1 of 5 pictures passed.')
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  expect(rows.map((row) => row.split('|').length)).toEqual(Array(7).fill(7))
  expect(rows.at(-1)).toBe('| ✅ | <code>good.png</code> | 0.9000 |  |  |')
  expect(rows[3]).toBe('| ❌ | <code>fell.png</code> | 0.1000 | 0.5000 | fell from 0.5000 |')
  expect(text.replaceAll(/<\/?code>/g, '')).not.toMatch(/[<>`*@]|\]\(|www\.|https:|\u202e/)
})

test('a thumbnail is shown only if its address is one', () => {
  const row = (thumbnailUrl: string) =>
    scoreMarkdown('p', 'aesthetics', [assess({ name: 'a', score: 1, thumbnailUrl }, {})])
  expect(row('https://a.example/t?x=1&y=2')).toContain('<img src="https://a.example/t?x=1&y=2" height="64" alt="">')
  expect(row('javascript:x')).not.toContain('<img')
  expect(row('https://a" onerror="x')).not.toContain('<img')
})

test('a long table is cut', () => {
  const many = Array.from({ length: markdownRowsMax + 3 }, (_, i) => assess({ name: `${i}.png`, score: 0.5 }, {}))
  const text = scoreMarkdown('p', 'aesthetics', many)
  expect(text).toContain('\n3 more are not shown.\n')
  expect(text.match(/\.png/g)).toHaveLength(markdownRowsMax)
})

const verdict = {
  decision: 'revise',
  unsure: true,
  novelty: 0.2,
  pass: 0.5,
  differences: ['It is colder than what you like.', '<b>@all'],
  suggestions: ['Use fewer colours (about +0.1)'],
} as const
const close = assess({ name: 'app/new one.png', score: 0.49, verdict }, { min: 0.5 })

test('every report says why: the score against the minimum, the decision, differences and suggestions', () => {
  const lines = [
    'below 0.5',
    '0.49 against 0.50: close; a person should look',
    'verdict: revise',
    ...verdict.differences,
    '→ Use fewer colours (about +0.1)',
  ]
  expect(describeAssessment(close)).toEqual(lines)
  const [result] = JSON.parse(sarifReport([close])).runs[0].results
  expect(result).toMatchObject({
    ruleId: 'low',
    level: 'error',
    message: { text: ['Score 0.4900', ...lines].join('\n') },
  })
  expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe('app/new%20one.png')
  const xml = junitReport('p', [close], 1)
  expect(xml).toContain('message="below 0.5 (0.49 against 0.50: close; a person should look)"')
  expect(xml).toContain('\nverdict: revise\nIt is colder than what you like.\n&lt;b&gt;@all\n→ Use fewer')
  const page = 'https://palate.example.com/profiles/prof_1/teach/check?picture=ab'
  const text = scoreMarkdown('p', 'aesthetics', [{ ...close, pageUrl: page }])
  expect(text).toContain('0 of 1 picture passed. 1 is close to the minimum: a person should look.')
  expect(text).toContain(`<a href="${page}">Fine or wrong?</a>`)
  expect(text).toMatch(/verdict&#58; revise<br>It is colder than what you like\.<br>&#60;b&#62;&#64;all<br>→ Use/)
  expect(scoreMarkdown('p', 'aesthetics', [{ ...close, pageUrl: 'javascript:x' }])).not.toContain('href')
})

test('a table has the picture as it was and as it is', () => {
  const urls = { thumbnailUrl: 'https://a.example/is', beforeThumbnailUrl: 'https://a.example/was' }
  const text = scoreMarkdown('p', 'aesthetics', [assess({ name: 'a', score: 0.1, before: 0.4, ...urls }, {})])
  expect(text).toMatch(/\| was \| is \| picture /)
  expect(text).toMatch(/a\.example\/was" height="64" alt=""> \| <img src="https:\/\/a\.example\/is"/)
})

test('a picture that passed though close has a warning in every report, and in SARIF nothing else that passed', () => {
  const passed = assess({ name: 'https://a.example/b c.png', score: 0.49, verdict }, { min: 0.5, allowClose: true })
  const { runs } = JSON.parse(sarifReport([passed, assess({ name: 'good.png', score: 0.9 }, { min: 0.5 })]))
  expect(runs[0].results).toMatchObject([{ ruleId: 'close', level: 'warning' }])
  expect(runs[0].results[0].locations[0].physicalLocation.artifactLocation).toEqual({
    uri: 'https://a.example/b%20c.png',
  })
  expect(junitReport('p', [passed], 1)).toContain('<system-out>0.4900\n0.49 against 0.50: close')
  expect(scoreMarkdown('p', 'aesthetics', [passed])).toContain('🔶')
})
