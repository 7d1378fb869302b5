import { expect, test } from 'vitest'
import { assess } from './assessment.ts'
import { describeReasons } from './reasons.ts'
import { closeWords, differencesThatMatter, isClose, type refusalOf, strengthsIn, suitWords } from './verdict-words.ts'

const sure = { decision: 'pass', certainty: 0.95, unsure: false, novelty: 0.4, pass: 0.5 } as const

test('words are as sure as the verdict', () => {
  expect(suitWords(sure, true)).toBe('suits')
  expect(suitWords(sure, false)).toBe('does not suit')
  expect(suitWords({ certainty: 0.8, unsure: false }, false)).toBe('probably does not suit')
  expect(suitWords({ certainty: 0.7, unsure: true }, false)).toBe('could go either way')
})

test('a gate refuses what is broken or unlike anything judged, whatever its score', () => {
  const picture = { name: 'page.png', score: 0.9 }
  const outcomeOf = (verdict: Parameters<typeof refusalOf>[0], gate: object = { min: 0.5 }) =>
    assess({ ...picture, verdict: { ...sure, ...verdict } }, gate)
  expect(outcomeOf(sure)).toMatchObject({ outcome: 'passed' })
  const broken = { ...sure, decision: 'revise', problem: 'error_page' } as const
  expect(outcomeOf(broken)).toMatchObject({ outcome: 'low', reason: 'an error page' })
  expect(outcomeOf({ ...broken, decision: 'pass' })).toMatchObject({ outcome: 'passed' })
  expect(outcomeOf({ ...sure, novelty: 0.95 })).toMatchObject({ outcome: 'low', reason: 'unlike anything judged' })
  expect(outcomeOf({ ...sure, novelty: 0.9499 })).toMatchObject({ outcome: 'passed' })
  expect(outcomeOf(broken, {})).toMatchObject({ outcome: 'passed' })
})

test('a gate warns about a score close to the minimum, and lets it pass only if that is allowed', () => {
  const verdict = { ...sure, certainty: 0.62, unsure: true }
  const [above, below] = ['0.60 against 0.50', '0.40 against 0.50'].map((words) => ({
    warning: `${words}: close; a person should look`,
  }))
  expect(assess({ name: 'a', score: 0.6, verdict }, { min: 0.5 })).toMatchObject({ outcome: 'passed', ...above })
  expect(assess({ name: 'a', score: 0.4, verdict }, { min: 0.5 })).toMatchObject({ outcome: 'low', ...below })
  const allowed = { min: 0.5, allowClose: true }
  expect(assess({ name: 'a', score: 0.4, verdict }, allowed)).toMatchObject({ outcome: 'passed', ...below })
  expect(assess({ name: 'a', score: 0.4, verdict: sure }, allowed)).toMatchObject({ outcome: 'low' })
  const noise = { ...verdict, decision: 'revise', problem: 'noise' } as const
  expect(assess({ name: 'a', score: 0.4, verdict: noise }, allowed)).toMatchObject({ outcome: 'low', reason: 'noise' })
  expect(assess({ name: 'a', score: 0.4, verdict }, {})).not.toHaveProperty('warning')
  expect(assess({ name: 'a', score: 0.4, before: 0.41, verdict }, allowed)).not.toHaveProperty('warning')
})

test('a score is close within a hundredth, and as far as a verdict is unsure about its threshold', () => {
  expect([isClose(0.49, 0.5), isClose(0.51, 0.5), isClose(0.4899, 0.5)]).toEqual([true, true, false])
  const unsure = { unsure: true, pass: 0.5 }
  expect([isClose(0.4, 0.5, unsure), isClose(0.4, 0.31, unsure), isClose(0.4, 0.6, unsure)]).toEqual([
    true,
    true,
    false,
  ])
  expect(isClose(0.4, 0.5, { ...unsure, unsure: false })).toBe(false)
  expect(closeWords(0.49, 0.5)).toBe('0.49 against 0.50: close; a person should look')
  expect(closeWords(0.4968, 0.5)).toBe('0.4968 against 0.5000: close; a person should look')
})

test('a picture that surely passes has no differences that matter, but for what makes it unusable or unknown', () => {
  const differences = ['It is blank.', 'It is brighter.', 'It is wider.', 'It is warmer.']
  expect(differencesThatMatter({ ...sure, differences })).toEqual([])
  expect(differencesThatMatter({ ...sure, differences, problem: 'blank' })).toEqual(['It is blank.'])
  expect(differencesThatMatter({ ...sure, unsure: true, differences })).toEqual(['It is blank.', 'It is brighter.'])
  expect(differencesThatMatter({ ...sure, decision: 'fail', differences })).toHaveLength(2)
})

test('the strengths of a picture are what raised its score and is about the picture', () => {
  const reasons = [
    { text: 'Other reasons', effect: 0.3 },
    { text: 'It is dark, which you tend to prefer', effect: 0.2 },
    { text: 'You tend to call pictures good', effect: 0.1 },
    { text: 'It is wide, which you tend to reject', effect: -0.1 },
    { text: 'Stands out: dark' },
  ]
  expect(strengthsIn(reasons)).toEqual(['It is dark, which you tend to prefer'])
})

test('what has no name is never the first reason', () => {
  const reasons = [
    { text: 'Other reasons', effect: 0.3 },
    { text: 'Similar to what you preferred', effect: 0.2 },
  ]
  expect(describeReasons({ reasons }).map(({ text }) => text)).toEqual([
    'Similar to what you preferred',
    'Other reasons',
  ])
  expect(describeReasons({ reasons: reasons.slice(0, 1) })[0]?.text).toBe('No known reason')
})
