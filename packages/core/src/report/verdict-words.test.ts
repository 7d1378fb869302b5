import { expect, test } from 'vitest'
import { assess } from './assessment.ts'
import { type refusalOf, suitWords } from './verdict-words.ts'

const sure = { decision: 'pass', certainty: 0.95, unsure: false, novelty: 0.4 } as const

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

test('a gate warns about a verdict that is unsure', () => {
  const verdict = { ...sure, certainty: 0.62, unsure: true }
  const warning = 'could go either way (certainty 0.62)'
  expect(assess({ name: 'a', score: 0.6, verdict }, { min: 0.5 })).toMatchObject({ outcome: 'passed', warning })
  expect(assess({ name: 'a', score: 0.4, verdict }, { min: 0.5 })).toMatchObject({ outcome: 'low', warning })
  expect(assess({ name: 'a', score: 0.4, verdict }, {})).not.toHaveProperty('warning')
})
