import { expect, test } from 'vitest'
import { findCommands } from './find-commands.ts'

const commands = [
  { id: 'keys', label: 'Keys', kind: 'Page' },
  { id: 'new', label: 'New key', kind: 'Action' },
  { id: 'editorial', label: 'Editorial', kind: 'Profile' },
  { id: 'warm', label: 'Warm editorial', kind: 'Profile' },
]
const found = (typed: string) => findCommands(commands, typed).map(({ id }) => id)

test('without text all are shown in order', () => {
  expect(found(' ')).toEqual(['keys', 'new', 'editorial', 'warm'])
})

test('the start of the name is best, then the start of a word, then letters in order', () => {
  expect(found('key')).toEqual(['keys', 'new'])
  expect(found('edit')).toEqual(['editorial', 'warm'])
  expect(found('wed')).toEqual(['warm'])
})

test('every word must match the name or the kind', () => {
  expect(found('warm profile')).toEqual(['warm'])
  expect(found('warm page')).toEqual([])
})
