import { expect, test } from 'vitest'
import { actionOf, keyName, shortcutOf, withKey, withUsualKeys } from './keys.ts'

test('each action has its default key, with and without Caps Lock', () => {
  expect(
    ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'g', 'B', ' ', 'Backspace', 'z', '?', 'x', 'q'].map((key) =>
      actionOf(key, {}),
    ),
  ).toEqual(['left', 'right', 'tie', 'good', 'bad', 'skip', 'back', 'zoom', 'help', 'clear', undefined])
})

test('assigning a key that another action has swaps the two', () => {
  const choices = withKey({ other: 'q' }, 'good', 'B')
  expect(choices).toEqual({ other: 'q', 'teach.good': 'b', 'teach.bad': 'g' })
  expect(shortcutOf('good', choices ?? {})).toBe('b')
  expect(withUsualKeys(choices ?? {})).toEqual({ other: 'q' })
})

test('keys that the page needs cannot be assigned', () => {
  expect(['Tab', 'Enter', 'Escape', 'F5', 'Shift'].map((key) => withKey({}, 'good', key))).toEqual(
    Array(5).fill(undefined),
  )
})

test('keys have their printed names', () => {
  expect(['ArrowDown', ' ', 'g', '?', 'Delete'].map(keyName)).toEqual(['↓', 'Space', 'G', '?', 'Delete'])
})
