import { expect, test } from 'vitest'
import { codeIn } from './code-in.ts'

test('the code is in the fragment of a sign-in link', () => {
  expect(codeIn('http://127.0.0.1:8080/#code=abc-_1')).toBe('abc-_1')
  expect(codeIn('#code=abc')).toBe('abc')
  expect(codeIn('plt_key')).toBeUndefined()
})
