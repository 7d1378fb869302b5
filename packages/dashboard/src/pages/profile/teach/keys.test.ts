import { expect, test } from 'vitest'
import { actionOf, keyName, keyOf, withKey, withUsualKeys } from './keys.ts'

test('each action has its usual key, with and without Caps Lock', () => {
  expect(
    ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'g', 'B', ' ', 'Backspace', 'z', '?', 'x'].map((key) => actionOf(key, {})),
  ).toEqual(['left', 'right', 'tie', 'good', 'bad', 'skip', 'back', 'zoom', 'help', undefined])
})

test('an action gets another key, and the action that had it gets the key that is free now', () => {
  const choices = withKey({ other: 'x' }, 'good', 'B')
  expect(choices).toEqual({ other: 'x', 'teach.good': 'b', 'teach.bad': 'g' })
  expect(keyOf('good', choices ?? {})).toBe('b')
  expect(withUsualKeys(choices ?? {})).toEqual({ other: 'x' })
})

test('keys that the page needs itself are not taken', () => {
  expect(['Tab', 'Enter', 'Escape', 'F5', 'Shift'].map((key) => withKey({}, 'good', key))).toEqual(
    Array(5).fill(undefined),
  )
})

test('keys are named as they are printed', () => {
  expect(['ArrowDown', ' ', 'g', '?', 'Delete'].map(keyName)).toEqual(['↓', 'Space', 'G', '?', 'Delete'])
})
